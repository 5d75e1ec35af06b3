package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bipj.launch.hosts.supervisor.SupervisorMain;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Jobs of several hosts that lose a rank, a supervisor or mpirun at a random moment: they end promptly, and leave nothing. */
class KilledHostsTest extends JobTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final double PROMPT_S = 25;

    /** By when everything runs, so that kills meet the start as well. */
    private static final int START_MS = 1500;

    private static final String SURVIVES = "--with-ft";

    private enum Victim {
        RANK(HostsProgram.class),
        SUPERVISOR(SupervisorMain.class),
        MPIRUN(Main.class);

        private final Class<?> main;

        Victim(Class<?> main) {
            this.main = main;
        }

        boolean is(ProcessHandle process) {
            // Those of mpirun have the class of the program among their words, too.
            List<String> words = process.info().arguments().map(List::of).orElse(List.of());
            return words.contains(main.getName()) && (this == MPIRUN || !words.contains(Main.class.getName()));
        }
    }

    @TestFactory
    Stream<DynamicTest> atARandomMoment() {
        return seeds(DEEP ? 60 : 3, seed -> kill(seed, "forever"));
    }

    /** In the middle of messages of 64 MiB over UCX. */
    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> amongLongMessagesOverUcx() {
        Ucx.assume();
        mpirun.environment().put("UCX_TLS", "tcp");
        return seeds(12, seed -> kill(seed, "long", "--net", "ucx"));
    }

    /** Where the others go on: they meet an error then, which ends them too. */
    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> atARandomMomentWithFaultTolerance() {
        return seeds(12, seed -> kill(seed, "forever", SURVIVES));
    }

    private interface Try {
        void with(long seed) throws Exception;
    }

    private static Stream<DynamicTest> seeds(int tries, Try one) {
        long first = Long.getLong("bipj.seed", System.nanoTime() % 1_000_000);
        return LongStream.range(first, first + Integer.getInteger("bipj.tries", tries))
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> one.with(seed)));
    }

    private void kill(long seed, String program, String... options) throws Exception {
        Random random = new Random(seed);
        // Consecutive seeds have different victims.
        Victim victim = Victim.values()[(int) (seed % Victim.values().length)];
        boolean survives = List.of(options).contains(SURVIVES);
        boolean many = DEEP && options.length == 0;
        int hosts = many ? 2 + random.nextInt(4) : 2;
        int ranks = DEEP ? 1 + random.nextInt(2) : 1;
        mpirun.environment().put("BIPJ_FANOUT", "" + (1 + random.nextInt(3)));
        String names = IntStream.range(0, hosts)
                .mapToObj(host -> "h" + host + ":" + ranks)
                .collect(Collectors.joining(","));
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(
                List.of("--quiet", "--launch-agent", HostAgent.in(directory).toString(), "--host", names));
        words.addAll(List.of("java", "-Xmx128m", "-XX:+UseSerialGC", "-cp", Mpirun.programs()));
        words.addAll(List.of(HostsProgram.class.getName(), program));
        Process job = mpirun.start(words.toArray(String[]::new));
        Mpirun.until(victim + " runs", () -> !processes(victim).isEmpty());
        Mpirun.until(
                "messages are under way",
                () -> options.length == 0 || survives || mpirun.output().lines().count() >= hosts * ranks);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(START_MS));
        List<Long> all = processes(victim);
        long pid = all.get(random.nextInt(all.size()));
        Mpirun.signal(pid, "KILL");
        long killed = System.nanoTime();
        Mpirun.Result result = mpirun.await(job);
        mpirun.assertClean();
        double seconds = (System.nanoTime() - killed) * 1e-9;
        String what = "seed " + seed + ", " + hosts + " hosts of " + ranks + " ranks, " + victim + " " + pid + ": "
                + result.err();
        switch (victim) {
            case RANK -> {
                assertNotEquals(0, result.code(), what);
                assertTrue(result.err().contains("(pid " + pid + " on "), what);
            }
            case SUPERVISOR -> {
                assertTrue(survives ? result.code() != 0 : result.code() == 1, what);
                assertTrue(result.err().matches("(?s).*mpirun: host h\\d: its supervisor.* has .*"), what);
            }
            case MPIRUN -> assertEquals(137, result.code(), what);
        }
        assertTrue(seconds < PROMPT_S, "ended after " + seconds + " s, " + what);
    }

    private List<Long> processes(Victim victim) {
        return mpirun.processes().stream()
                .filter(pid -> ProcessHandle.of(pid).filter(victim::is).isPresent())
                .toList();
    }
}
