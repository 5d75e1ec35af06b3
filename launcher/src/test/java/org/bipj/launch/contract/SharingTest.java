package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.testkit.SmallFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared memory of communicators where something goes wrong. */
class SharingTest {
    @TempDir
    Path directory;

    private static TestJob job() {
        return new TestJob()
                .with("-n", "3", "--timeout", "60")
                .jvm("-Xmx64m", "-XX:TieredStopAtLevel=1")
                .using(Sharing.class);
    }

    /** All ranks do without what there is no room for, and messages serve. */
    @ParameterizedTest
    @CsvSource({"4m, true, false"})
    void sharedMemoryThatIsTooSmallIsDoneWithout(String size, boolean shortTurns, boolean longTurns) throws Exception {
        SmallFileSystem.on(directory, "size=" + size, () -> {
            TestJob.Ended ended = job().environment("BIPJ_SHM_DIR", directory.toString())
                    .start(Sharing.class)
                    .await();
            assertEquals(0, ended.code(), ended::all);
            assertTrue(ended.out().contains("short turns: " + shortTurns + ", long turns: " + longTurns), ended::all);
        });
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"64m, true, true", "520k, false, false"})
    void sharedMemoryThatIsTooSmallIsDoneWithoutOfOtherSizes(String size, boolean shortTurns, boolean longTurns)
            throws Exception {
        sharedMemoryThatIsTooSmallIsDoneWithout(size, shortTurns, longTurns);
    }

    @Tag("tier2")
    @Test
    void aRankThatIsKilledInAnOperationTakesTheJobAlong() {
        TestJob.Ended ended = job().start(Sharing.class, "die").await();
        assertNotEquals(0, ended.code(), ended::all);
        assertNotEquals(TimeLimit.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("rank 2"), ended::all);
    }
}
