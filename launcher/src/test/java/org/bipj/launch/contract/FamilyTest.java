package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bipj.launch.TimeLimits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults between parents and children, and what is said of them: {@link StuckFamily}. */
@Timeout(120)
class FamilyTest {
    @TempDir
    Path directory;

    private TestJob job(String mode) {
        return new TestJob()
                .environment("BIPJ_DEADLOCK_SECONDS", "0.5")
                .with("-n", "2", "--mode", mode, "--timeout", "60");
    }

    private TestJob.Ended threads(String fault, String... options) {
        return job("thread").with(options).here(directory, StuckFamily.class, fault);
    }

    private static void says(TestJob.Ended ended, int code, String... words) {
        assertEquals(code, ended.code(), ended::all);
        for (String word : words) {
            assertTrue(ended.err().contains(word), () -> word + "\n" + ended.all());
        }
    }

    private static final String[] CIRCLE = {
        "deadlock: nothing can happen any more",
        "rank 0 waits in mpi.Comm.recv for a message from rank 1.0 with tag 7 in the communicator of ranks 0.0, 0.1,"
                + " 1.0, 1.1",
        "rank 1 waits in mpi.Comm.recv for a message from rank 1.1 with tag 7",
        "rank 1.0 waits in mpi.Comm.recv for a message from rank 0.0 with tag 7 in the communicator of ranks 0.0, 0.1,"
                + " 1.0, 1.1",
        "rank 1.1 waits in mpi.Comm.recv for a message from rank 0.1 with tag 7",
        "at org.bipj.launch.contract.StuckFamily.main(StuckFamily.java"
    };

    @Test
    void aCircleOfParentsAndChildrenIsADeadlock() {
        says(threads("circle"), 123, CIRCLE);
    }

    @Test
    void aCircleOfProcessesIsADeadlock() {
        TestJob.Ended ended = job("process").start(StuckFamily.class, "circle").await();
        says(ended, 123, CIRCLE);
        // Either job may be the one whose launcher's thread finds the deadlock.
        assertTrue(
                ended.err().contains("job 1 is ended too: it is connected with job 0")
                        || ended.err().contains("job 0 is ended too: it is connected with job 1"),
                ended::all);
    }

    @Test
    void childrenThatFinalizeSendNothingMore() {
        says(
                threads("finalize"),
                123,
                "ranks 0, 1 wait in mpi.Comm.recv for a message from rank 1.1 with tag 7",
                "ranks 1.0, 1.1 wait in mpi.MPI.Finalize for all other ranks to finalize");
    }

    /** The parents have ended well. */
    @Test
    void childrenThatHaveDisconnectedAreLookedAtAlone() {
        TestJob.Ended ended = threads("alone");
        says(
                ended,
                0,
                "deadlock: nothing can happen any more",
                "rank 1.0 waits in mpi.Comm.recv for a message from rank 1.1");
        assertFalse(ended.err().contains("rank 0 "), ended::all);
        assertEquals(List.of("right", "right"), ended.out().lines().toList());
    }

    /** A guest may come. */
    @Test
    void whoAcceptsIsNoPartOfADeadlockAndThatIsSaid() {
        says(
                threads("accept", "--timeout", "3"),
                124,
                "rank 0 waits in mpi.Intracomm.accept for processes of another job",
                "deadlocks are not looked for, because a rank waits for another job");
    }

    /** At a port of the own job, or of one that it is connected with, nobody else can accept. */
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void whoConnectsToAPortThatARankNeverAcceptsAtIsInADeadlock(String mode) {
        says(
                job(mode).here(directory, StuckFamily.class, "own"),
                123,
                "rank 0 waits in mpi.Intracomm.connect for rank 0",
                " to accept at its port");
        says(
                job(mode).here(directory, StuckFamily.class, "connect"),
                123,
                "rank 1.1 waits in mpi.Intracomm.connect for rank 0",
                " to accept at its port");
    }

    @ParameterizedTest
    @Tag("deep")
    @ValueSource(strings = {"own", "connect"})
    void aProcessThatConnectsToAPortThatARankNeverAcceptsAtIsInADeadlock(String fault) {
        TestJob.Ended ended = job("process").start(StuckFamily.class, fault).await();
        says(ended, 123, " waits in mpi.Intracomm.connect for rank 0", " to accept at its port");
    }

    @Test
    void differentCallsOnACommunicatorOfBothAreNamed() {
        TestJob.Ended ended = threads("calls");
        assertEquals(0, ended.code(), ended::all);
        assertTrue(
                ended.out().lines().anyMatch(line -> line.contains("barrier") && line.contains("bcast with root 0")),
                ended::all);
        assertEquals(4, ended.out().lines().count(), ended::all);
    }

    @ParameterizedTest
    @CsvSource({
        "types, 'rank 1.',",
        "leak, 'rank 1.1', 'Finalize is called while 1 request is active'",
        "roots, 'bcast(1 INT, root 1)', 'rank 1.1: bcast(1 INT, root 1)'"
    })
    void theCheckerNamesFaultsBetweenJobs(String fault, String first, String second) {
        TestJob.Ended ended = threads(fault, "--check");
        assertTrue(ended.code() != 0, ended::all);
        assertTrue(ended.err().contains(first), ended::all);
        assertTrue(second == null || ended.err().contains(second), ended::all);
    }

    /** Which rank of the others comes before the one that differs is not known. */
    private static final String[][] DIFFERENT = {
        {
            "operation",
            "different-calls",
            "make collective calls with different reduction operations",
            "rank 1.1: allReduce("
        },
        {"call", "different-calls", "make collective calls with different operations", "rank 1.1: barrier("},
        {"length", "different-calls", "rank 1.1 sends 8 bytes to rank 0.", "which receives 4", "rank 1.1: allToAll("},
        {"missing", "missing-call", "bcast(1 INT, root 0)", "not made by rank 1.1"},
    };

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void collectiveCallsOfParentsAndChildrenAreCompared(String mode) {
        for (String[] fault : DIFFERENT) {
            says(
                    job(mode).with("--check").here(directory, StuckFamily.class, fault[0]),
                    122,
                    Arrays.copyOfRange(fault, 1, fault.length));
        }
    }

    @Test
    @Tag("deep")
    void collectiveCallsOfProcessesOfBothAreCompared() {
        for (String[] fault : DIFFERENT) {
            says(
                    job("process")
                            .with("--check")
                            .start(StuckFamily.class, fault[0])
                            .await(),
                    122,
                    Arrays.copyOfRange(fault, 1, fault.length));
        }
    }

    /** The limit is one for all jobs of the launcher, also when its first one has ended. */
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void childrenThatHangWhenTheirParentsHaveEndedAreEndedInTime(String mode) {
        TestJob.Ended ended = TimeLimits.growing(
                3,
                one -> one.err().contains("ranks 1.0, 1.1 compute"),
                limit -> job(mode).with("-n", "1", "--timeout", limit).here(directory, StuckFamily.class, "hang"));
        says(
                ended,
                124,
                "s, the limit that --timeout set",
                "job 1",
                "ranks 1.0, 1.1 compute, or wait outside of the library",
                "at org.bipj.launch.contract.StuckFamily.main(StuckFamily.java");
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void childrenThatHangWhenTheirParentsHaveEndedAreEndedInTimeOfProcesses(String mode) {
        childrenThatHangWhenTheirParentsHaveEndedAreEndedInTime(mode);
    }

    @Test
    @Tag("deep")
    void aProfileMeasuresParentsAndChildren() throws IOException {
        Path table = directory.resolve("profile.csv");
        TestJob.Ended ended = job("process")
                .with("--profile=csv:" + table)
                .start(StuckFamily.class, "messages")
                .await();
        assertEquals(0, ended.code(), ended::all);
        List<String> lines = Files.readAllLines(table);
        assertTrue(lines.contains("message,0.0,1.0,,1,1000,"), lines::toString);
        assertTrue(lines.contains("message,0.0,1.1,,1,1000,"), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("call,1.1,,recv,1,1000,")), lines::toString);
        assertTrue(ended.err().contains("mpirun: profile: 4 ranks of 2 jobs, "), ended::all);
    }

    /** Whoever is killed, at whatever moment: all processes of both jobs end, and nothing stays in memory. */
    @Test
    @Tag("deep")
    @Timeout(600)
    void killedAtAnyMomentParentsAndChildrenLeaveNothing() throws IOException {
        long seed = Long.getLong("bipj.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < Integer.getInteger("bipj.tries", 8); i++) {
            String where = "seed " + seed + ", try " + i + "\n";
            TestJob.Running job = job("process")
                    .environment("BIPJ_SHM_DIR", directory.toString())
                    .start(StuckFamily.class, "traffic");
            if (random.nextInt(4) > 0) {
                job.awaitLines("traffic", 4);
            }
            LockSupport.parkNanos(random.nextInt(2_000_000_000));
            List<ProcessHandle> ranks = job.process()
                    .descendants()
                    .filter(one -> one.info().command().orElse("").endsWith("java"))
                    .toList();
            List<ProcessHandle> all = job.process().descendants().toList();
            ProcessHandle victim = ranks.isEmpty() || random.nextInt(5) == 0
                    ? job.process().toHandle()
                    : ranks.get(random.nextInt(ranks.size()));
            victim.destroyForcibly();
            TestJob.Ended ended = job.await();
            assertTrue(ended.code() != 0, () -> where + ended.all());
            TestJob.Running.until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
            TestJob.Running.until(() -> sessions().isEmpty());
        }
    }

    private List<Path> sessions() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> path.getFileName().toString().startsWith("bipj-"))
                    .filter(Files::isDirectory)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
