package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.core.report.FailureText;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs with random deaths: each rank that lives ends, and meets no errors but those that tell of a death. On one host, or in virtual
 * time, it ends within two seconds of the last death; by the clock within that time multiplied by what a busy machine may take longer.
 */
class RandomDeathsTest {
    private static final int RANKS = 8;
    private static final int ROUNDS = 8;
    private static final int DEATHS = 5;
    private static final int MOST_POINTS = 40;
    private static final int MOST_US = 8000;
    private static final int MANY_ROUNDS = 60;
    private static final int MANY_POINTS = 150;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final double SOON_S = 2;
    private static final int BUSY = 15;

    @TempDir
    Path shm;

    private static List<Integer> victims(Random draw) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
        Collections.shuffle(all, draw);
        return all.subList(0, DEATHS);
    }

    private static RankCode code(Random draw, List<Integer> victims) {
        List<String> arguments = new ArrayList<>(List.of(Long.toString(draw.nextLong()), "" + ROUNDS, "throw"));
        victims.forEach(rank -> arguments.add(rank + "=" + draw.nextInt(MOST_POINTS)));
        return InThisJvm.code(RandomDeaths.class, List.of(), arguments.toArray(String[]::new));
    }

    private static void run(EmbeddedJob job, String what) throws InterruptedException {
        DeathTimes.begin();
        EmbeddedJob.Outcome outcome = job.survivingDeaths().run();
        assertEquals("", outcome.report(), what);
        for (EmbeddedJob.Failure one : outcome.failures()) {
            if (!RandomDeaths.CHOSEN.equals(one.why().getMessage())) {
                throw new AssertionError(what + ": rank " + one.rank() + " " + FailureText.of(one.why()), one.why());
            }
        }
    }

    private static void assertSoon(double seconds, double most, String what) {
        assertTrue(seconds <= most, () -> what + ": " + seconds + " s after the last death, at most " + most);
    }

    private static void threads(int jobs, double most) throws InterruptedException {
        long first = Long.getLong("bipj.seed", System.nanoTime());
        for (long seed = first; seed < first + jobs; seed++) {
            Random draw = new Random(seed);
            run(EmbeddedJob.threads(RANKS, code(draw, victims(draw)), LIMIT), "seed " + seed);
            if (DeathTimes.isOfDeath()) {
                assertSoon(DeathTimes.between(), most, "seed " + seed);
            }
        }
    }

    /** Hosts are killed at a moment, or dead, and programs throw. */
    private static void hosts(int jobs) throws InterruptedException {
        long first = Long.getLong("bipj.seed", System.nanoTime());
        for (long seed = first; seed < first + jobs; seed++) {
            Random draw = new Random(seed);
            List<Integer> victims = victims(draw);
            List<String> faults = new ArrayList<>();
            for (int host : victims.subList(0, DEATHS / 2)) {
                faults.add((draw.nextBoolean() ? "kill" : "dead") + "@host" + host + ":at=" + draw.nextInt(MOST_US)
                        + "us");
            }
            // All hosts have died by then.
            double soon = SOON_S + MOST_US * 1e-6;
            SimOptions options = new SimOptions(
                    SimOptions.DEFAULT_PLATFORM, seed, String.join(",", faults), "", List.of(), false, false, true);
            RankCode code = code(draw, victims.subList(DEATHS / 2, DEATHS));
            run(EmbeddedJob.simulated(RANKS, options, code, LIMIT), "seed " + seed);
            assertSoon(DeathTimes.between(), soon, "seed " + seed);
        }
    }

    /** Processes kill themselves by SIGKILL, at some moment after a point. */
    private TestJob.Ended processes(TestJob job) throws IOException {
        // A host may run as another user.
        Files.setPosixFilePermissions(shm, PosixFilePermissions.fromString("rwxrwxrwx"));
        long seed = Long.getLong("bipj.seed", System.nanoTime());
        Random draw = new Random(seed);
        List<String> arguments = new ArrayList<>(List.of(Long.toString(draw.nextLong()), "" + MANY_ROUNDS, "kill"));
        victims(draw).forEach(rank -> arguments.add(rank + "=" + draw.nextInt(MANY_POINTS)));
        TestJob.Ended ended = job.with("--with-ft", "--timeout", "100")
                .jvm("-Xmx64m", "-XX:+UseSerialGC")
                .environment("BIPJ_SHM_DIR", shm.toString())
                .start(RandomDeaths.class, arguments.toArray(String[]::new))
                .await();
        String what = "seed " + seed + ": " + ended.all();
        long living = ended.out()
                .lines()
                .filter(line -> line.startsWith("ended with "))
                .count();
        long dead = ended.err()
                .lines()
                .filter(line -> line.contains(" was ended by signal 9 "))
                .count();
        assertEquals(RANKS, living + dead, what);
        assertTrue(dead > 0, what);
        assertEquals(0, ended.code(), what);
        try (Stream<Path> files = Files.list(shm)) {
            assertEquals(List.of(), files.toList(), what);
        }
        return ended;
    }

    /** The last time that ranks have told, in seconds. */
    private static double last(TestJob.Ended ended, String line) {
        return ended.out()
                        .lines()
                        .filter(one -> one.startsWith(line))
                        .mapToLong(one -> Long.parseLong(one.substring(one.lastIndexOf(' ') + 1)))
                        .max()
                        .orElseThrow()
                * 1e-3;
    }

    @RepeatedTest(20)
    @Tag("deep")
    void processesThatLiveEnd() throws IOException {
        TestJob.Ended ended = processes(new TestJob().with("-n", "" + RANKS));
        assertSoon(last(ended, "ended with ") - last(ended, "dies at "), BUSY * SOON_S, ended.all());
    }

    @RepeatedTest(20)
    @Tag("deep")
    void processesOfTwoHostsThatLiveEnd(@TempDir Path directory) throws IOException {
        processes(TwoHosts.run(new TestJob(), directory, "ann:4,ben:4", "tcp"));
    }

    @Test
    void threadsThatLiveEnd() throws InterruptedException {
        threads(6, LIMIT.toSeconds());
    }

    @Test
    void simulatedHostsThatLiveEnd() throws InterruptedException {
        hosts(6);
    }

    @Test
    @Tag("deep")
    void manyThreadsThatLiveEnd() throws InterruptedException {
        threads(Integer.getInteger("bipj.tries", 100), BUSY * SOON_S);
    }

    @Test
    @Tag("deep")
    void manySimulatedHostsThatLiveEnd() throws InterruptedException {
        hosts(Integer.getInteger("bipj.tries", 100));
    }
}
