package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import mpi.MPI;
import mpi.MPIException;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.testkit.SmallFileSystem;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs under load, and jobs that lose a rank or their memory. */
class RobustnessTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    /** From the kill to the end of mpirun. */
    private static final double PROMPT_S = 20;

    @TempDir
    Path shm;

    @Tag("tier2")
    @TestFactory
    Stream<DynamicTest> oversubscribed() {
        return (DEEP ? Stream.of(8, 16) : Stream.of(8))
                .map(n -> DynamicTest.dynamicTest(n + " ranks, whatever the number of cores", () -> {
                    TestJob.Ended ended = new TestJob()
                            .with("-v", "-n", "" + n, "--timeout", "100")
                            .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                            .start(Traffic.class, "5", "12")
                            .await();
                    assertEquals(0, ended.code(), ended::all);
                    assertTrue(ended.out().contains("done"), ended::all);
                    // Each rank has sent long messages to each other one, and says how far that was.
                    String far = "(?s).*rank 3: the core of rank 5 is (near|far); of \\d+ copies of 6 KiB and more .*";
                    assertTrue(ended.err().matches(far), ended::all);
                }));
    }

    @Test
    void aSenderWhoseHeapIsFullSaysWhatIsPending() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--timeout", "60")
                .jvm("-Xmx24m", "-XX:TieredStopAtLevel=1")
                .start(FullHeap.class)
                .await();
        assertTrue(ended.err().contains("ERR_NO_MEM in iSend"), ended::all);
        assertTrue(
                ended.err().matches("(?s).*not ended are \\d{5,} sends to other ranks, \\d{5,} of them to rank 1.*"),
                ended::all);
        assertEquals(MPI.ERR_NO_MEM, ended.code(), ended::all);
    }

    /** The heap is full of messages that no receive has asked for, whichever call takes them in. */
    @Tag("tier2")
    @TestFactory
    Stream<DynamicTest> aReceiverWhoseHeapIsFullSaysWhatIsThere() {
        return Stream.of("recv", "dup", "barrier", "iProbe", "mProbe", "sSend", "waitFor", "Finalize")
                .filter(call -> DEEP || call.equals("recv"))
                .map(call -> DynamicTest.dynamicTest(call, () -> {
                    TestJob.Ended ended = new TestJob()
                            .with("-n", "5", "--timeout", "60")
                            .jvm("-Xmx16m", "-XX:TieredStopAtLevel=1")
                            .start(FullHeap.class, call)
                            .await();
                    assertTrue(ended.err().contains("ERR_NO_MEM in "), ended::all);
                    assertTrue(ended.err().contains(call + " (rank 0"), ended::all);
                    assertTrue(
                            ended.err()
                                    .matches("(?s).*; \\d{5,} messages have come for which no receive is posted,"
                                            + " \\d{4,} of them from rank [1-4].*"),
                            ended::all);
                    assertEquals(MPI.ERR_NO_MEM, ended.code(), ended::all);
                }));
    }

    @Tag("tier2")
    @Test
    void anAccumulateThatTheHeapCannotHoldIsAnErrorOfTheOrigin() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--timeout", "60")
                .jvm("-Xmx32m", "-XX:TieredStopAtLevel=1")
                .start(FullHeapWindows.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        String error = ", 1 added afterwards, class " + MPI.ERR_NO_MEM + ": ";
        assertTrue(ended.out().contains("reached" + error), ended::all);
        assertTrue(ended.out().contains("dynamic" + error), ended::all);
        assertTrue(ended.out().contains("the Java heap of rank 1 is full"), ended::all);
    }

    @Tag("tier2")
    @Test
    void anUnknownValueOfTheTypeCheckIsRefused() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "1", "-x", "BIPJ_CHECK_TYPES=yes")
                .start(Traffic.class, "5", "1")
                .await();
        assertEquals(1, ended.code(), ended::all);
        assertTrue(ended.err().contains("BIPJ_CHECK_TYPES=yes; expected on or off"), ended::all);
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicTest> killedUnderTraffic() {
        long first = Long.getLong("bipj.seed", System.nanoTime() % 1_000_000);
        return LongStream.range(first, first + (DEEP ? 40 : 1))
                .mapToObj(seed -> DynamicTest.dynamicTest("SIGKILL, seed " + seed, () -> kill(seed)));
    }

    private void kill(long seed) throws Exception {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(3);
        TestJob.Running job = new TestJob()
                .with("-n", "" + ranks)
                .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                .environment("BIPJ_SHM_DIR", shm.toString())
                .start(Traffic.class, "" + seed, "1000000");
        List<ProcessHandle> all = awaitTraffic(job, ranks);
        ProcessHandle victim = all.get(random.nextInt(ranks));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(300));
        long killed = System.nanoTime();
        assertTrue(victim.destroyForcibly(), "seed " + seed + ": cannot kill process " + victim.pid());
        TestJob.Ended ended = job.await();
        double seconds = (System.nanoTime() - killed) * 1e-9;
        assertNotEquals(0, ended.code(), ended::all);
        assertTrue(
                ended.err().contains("pid " + victim.pid()),
                () -> "names process " + victim.pid() + ": " + ended.all());
        assertTrue(ended.err().matches("(?s).*rank \\d.*"), () -> "names the rank: " + ended.all());
        assertTrue(seconds < PROMPT_S, () -> "seed " + seed + ": ended after " + seconds + " s: " + ended.all());
        for (ProcessHandle one : all) {
            assertTrue(!one.isAlive(), () -> "seed " + seed + ": process " + one.pid() + " is left");
        }
        assertEquals(List.of(), left(), "files left in " + shm + ", seed " + seed);
    }

    /** The ranks' processes, once they have exchanged messages. */
    private static List<ProcessHandle> awaitTraffic(TestJob.Running job, int ranks) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!job.printed().contains("under way")) {
            assertTrue(
                    job.process().isAlive() && System.nanoTime() < end,
                    () -> job.await().all());
            TimeUnit.MILLISECONDS.sleep(20);
        }
        List<ProcessHandle> all = job.process()
                .descendants()
                .filter(p ->
                        p.info().arguments().map(List::of).orElse(List.of()).contains(Traffic.class.getName()))
                .filter(p -> p.children().findAny().isEmpty())
                .toList();
        assertEquals(ranks, all.size(), () -> "processes of ranks: " + all);
        return all;
    }

    /**
     * The launcher, which would end the job, is stopped meanwhile. Kills at any moment are in the middle of long messages.
     */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ucx"})
    @Tag("deep")
    void ranksGoOnWithoutARankOfAnotherHostThatIsKilled(String network, @TempDir Path directory) throws Exception {
        TestJob.Running job = TwoHosts.run(new TestJob().with("-n", "3"), directory, 3, network)
                .jvm("-Xmx300m", "-XX:+UseSerialGC")
                .environment("BIPJ_SHM_DIR", shm.toString())
                .start(Survivors.class, directory.toString());
        job.awaitLines("begins", 3);
        List<Long> launchers = new ArrayList<>(TwoHosts.supervisors(job));
        launchers.add(job.process().pid());
        ProcessHandle victim = job.ranks().get(0);
        TimeUnit.MILLISECONDS.sleep(new Random().nextInt(1000));
        launchers.forEach(pid -> TestJob.Running.signal("STOP", pid));
        try {
            assertTrue(victim.destroyForcibly());
            for (int rank = 1; rank <= 2; rank++) {
                Path survivor = directory.resolve("survivor" + rank);
                TestJob.Running.until(() -> Files.exists(survivor));
                String loss = Files.readString(survivor);
                assertTrue(loss.startsWith(MPI.ERR_PROC_FAILED + ": "), loss);
                assertTrue(loss.contains("rank 0 on host ann has failed: "), loss);
            }
        } finally {
            launchers.forEach(pid -> TestJob.Running.signal("CONT", pid));
        }
        TestJob.Ended ended = job.await();
        assertEquals(137, ended.code(), ended::all);
        assertTrue(ended.err().contains("rank 0 (pid " + victim.pid() + " on ann)"), ended::all);
        assertEquals(List.of(), left(), "files left in " + shm);
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(shm)) {
            return files.toList();
        }
    }

    /** In a container /dev/shm may have room for little. */
    @Test
    void sharedMemoryTooSmall() throws Exception {
        SmallFileSystem.on(shm, "size=2m", () -> {
            TestJob.Ended ended = new TestJob()
                    .with("-n", "8", "--timeout", "60")
                    .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                    .environment("BIPJ_SHM_DIR", shm.toString())
                    .start(Traffic.class, "1", "5")
                    .await();
            assertNotEquals(0, ended.code(), ended::all);
            assertTrue(ended.err().contains("cannot reserve"), ended::all);
            assertTrue(ended.err().contains("bytes free"), ended::all);
            assertTrue(ended.err().contains("BIPJ_SHM_DIR"), ended::all);
            assertNotEquals(TimeLimit.EXIT_CODE, ended.code(), ended::all);
            assertEquals(List.of(), left(), "files left");
        });
    }

    /** The rank that finds no room tells the others that its call has failed; what the user reads is its reason, not theirs. */
    @Tag("tier2")
    @Test
    void sharedMemoryTooSmallForACollectiveCall() throws Exception {
        SmallFileSystem.on(shm, "size=1m", () -> {
            TestJob.Ended ended = new TestJob()
                    .with("-n", "6", "--timeout", "60")
                    .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                    .environment("BIPJ_SHM_DIR", shm.toString())
                    .start(AllToAll.class)
                    .await();
            assertTrue(ended.err().contains("cannot reserve"), ended::all);
            assertFalse(ended.err().contains("has failed in its collective call"), ended::all);
        });
    }

    private static final class AllToAll {
        public static void main(String[] args) throws MPIException {
            MPI.Init(args);
            int size = MPI.COMM_WORLD.getSize();
            int count = 10_000;
            int[] sent = new int[count * size];
            MPI.COMM_WORLD.allToAll(sent, count, MPI.INT, new int[sent.length], count, MPI.INT);
            MPI.Finalize();
        }
    }

    /** Dropped buffers are taken back, of the rank that allocates and of others, and the first barrier finds room for its rings. */
    @Tag("tier2")
    @Test
    void droppedBuffersDoNotFillSharedMemory() throws Exception {
        SmallFileSystem.on(shm, "size=8m", () -> {
            TestJob.Ended ended = new TestJob()
                    .with("-n", "2", "--timeout", "60")
                    .environment("BIPJ_SHM_DIR", shm.toString())
                    .start(Dropping.class, "500")
                    .await();
            assertEquals(0, ended.code(), ended::all);
            assertEquals(2, ended.out().lines().filter("right"::equals).count(), ended::all);
        });
    }

    /** Too small for the job's own board already. */
    @Tag("tier2")
    @Test
    void sharedMemoryFull() throws Exception {
        SmallFileSystem.on(shm, "size=4k", () -> {
            TestJob.Ended ended = new TestJob()
                    .with("-n", "2", "--timeout", "60")
                    .environment("BIPJ_SHM_DIR", shm.toString())
                    .start(Traffic.class, "1", "5")
                    .await();
            assertNotEquals(0, ended.code(), ended::all);
            assertTrue(ended.err().contains("BIPJ_SHM_DIR"), ended::all);
            assertEquals(List.of(), left(), "files left");
        });
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> gibibyte() {
        return Stream.of("process", "thread")
                .map(mode -> DynamicTest.dynamicTest("1 GiB, mode " + mode, () -> {
                    TestJob.Ended ended = new TestJob()
                            .with("-n", "2", "--mode", mode, "--timeout", "100")
                            .jvm("-Xmn32m", mode.equals("process") ? "-Xmx1200m" : "-Xmx2300m")
                            .start(Huge.class)
                            .await();
                    assertEquals(0, ended.code(), ended::all);
                    assertTrue(ended.out().contains("all there"), ended::all);
                }));
    }
}
