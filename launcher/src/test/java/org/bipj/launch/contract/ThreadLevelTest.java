package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import mpi.MPI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which threads may call after plain {@code MPI.Init}. */
class ThreadLevelTest {
    @TempDir
    private Path directory;

    private static TestJob job(String mode, int ranks) {
        return new TestJob()
                .with("-n", "" + ranks, "--mode", mode, "--timeout", "30")
                .jvm("-Xmx64m", "-XX:TieredStopAtLevel=1");
    }

    /** A job of two ranks; threads share this JVM. */
    private TestJob.Ended ended(String mode, String what) {
        return mode.equals("thread")
                ? job(mode, 2).here(directory, Threaded.class, what)
                : job(mode, 2).start(Threaded.class, what).await();
    }

    /** Threads may communicate in a program that only calls {@code MPI.Init}. */
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void theEnvironmentRaisesTheLevelOfInitAndThreadsCommunicate(String mode) {
        TestJob.Ended ended = job(mode, 2)
                .with("-x", "BIPJ_THREAD_LEVEL=multiple")
                .start(Threaded.class, "communicate")
                .await();
        assertEquals(0, ended.code(), ended::all);
        String level = "level " + MPI.THREAD_MULTIPLE;
        assertEquals(
                List.of(level, level, "sum 600", "sum 600"),
                ended.out().lines().sorted().toList());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void theEnvironmentRaisesTheLevelOfInitAndThreadsCommunicateInOneJvm(String mode) {
        theEnvironmentRaisesTheLevelOfInitAndThreadsCommunicate(mode);
    }

    @Tag("tier2")
    @Test
    void anUnknownLevelIsRefused() {
        anUnknownLevelIsRefused("process");
    }

    @Tag("deep")
    @Test
    void anUnknownLevelIsRefusedInVirtualTime() {
        anUnknownLevelIsRefused("sim");
    }

    private static void anUnknownLevelIsRefused(String mode) {
        TestJob.Ended ended = job(mode, 1)
                .with("-x", "BIPJ_THREAD_LEVEL=3")
                .start(Threaded.class, "level")
                .await();
        assertEquals(1, ended.code(), ended::all);
        assertTrue(
                ended.err().contains("BIPJ_THREAD_LEVEL=3; expected single, funneled, serialized, multiple"),
                ended::all);
    }

    /** Otherwise only that thread would end, and the others wait for what it was to do. */
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void aCallOfAnotherThreadEndsTheJob(String mode) {
        TestJob.Ended ended = ended(mode, "fatal");
        assertEquals(MPI.ERR_OTHER, ended.code(), ended::all);
        assertTrue(ended.err().contains("ERR_OTHER in barrier (rank "), ended::all);
        assertTrue(
                ended.err().contains("called by thread \"second\", but MPI was initialised for thread \"")
                        && ended.err().contains("expected MPI.InitThread with MPI.THREAD_MULTIPLE"),
                ended::all);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void aCallOfAnotherThreadEndsTheJobInOneJvm(String mode) {
        aCallOfAnotherThreadEndsTheJob(mode);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void theThreadThatInitialisesIsTheOneThatCalls(String mode) {
        TestJob.Ended ended = ended(mode, "elsewhere");
        assertEquals(0, ended.code(), ended::all);
        assertEquals(2, ended.out().lines().filter("done"::equals).count(), ended::all);
        assertEquals(
                2,
                ended.out()
                        .lines()
                        .filter(line -> line.startsWith("Finalize (rank ")
                                && line.contains("but MPI was initialised for thread \"first\" alone"))
                        .count(),
                ended::all);
    }
}
