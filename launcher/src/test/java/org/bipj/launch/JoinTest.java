package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.bipj.testkit.SmallFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a process joins its job, and what it says when it cannot. */
class JoinTest extends JobTest {
    @Test
    void aProgramStartedWithoutMpirunIsAJobOfOneRank() throws IOException {
        Mpirun.Result result = mpirun.alone("init", "print:rank %r", "finalize");
        assertEquals("rank 0\n", result.out());
        assertEquals(0, result.code());
        assertEquals("", result.err());
    }

    @Test
    void aSessionThatHasEndedIsNamed() throws IOException {
        Mpirun.Result result = joins(Path.of("/dev/shm/bipj-gone"));
        assertEquals(1, result.code());
        assertTrue(
                result.err().contains("PortException: BIPJ_SESSION=/dev/shm/bipj-gone: rank 1 finds no such session"),
                result.err());
        assertFalse(result.err().contains("ExceptionInInitializerError"), result.err());
    }

    /** As after a kill of the launcher and its watchdog. */
    @Tag("tier2")
    @Test
    void aSessionWhoseLauncherIsGoneIsNamed() throws IOException {
        Path dead = Files.createDirectory(
                directory.resolve("dead"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createFile(dead.resolve("lock"));
        Mpirun.Result result = joins(dead);
        assertEquals(1, result.code());
        assertTrue(
                result.err().contains("BIPJ_SESSION=" + dead + ": rank 1 finds that its mpirun has ended. To run a"),
                result.err());
    }

    private Mpirun.Result joins(Path session) throws IOException {
        mpirun.environment().put("BIPJ_SESSION", session.toString());
        mpirun.environment().put("BIPJ_RANK", "1");
        mpirun.environment().put("BIPJ_SIZE", "2");
        mpirun.environment().put("BIPJ_LOCAL_SIZE", "2");
        return mpirun.alone("init");
    }

    @Tag("tier2")
    @Test
    void aSessionThatOthersCanReachIsRefused() throws IOException {
        Path planted = Files.createDirectory(
                directory.resolve("planted"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Mpirun.Result result = joins(planted);
        assertEquals(1, result.code());
        assertTrue(
                result.err().contains("BIPJ_SESSION=" + planted + ": rank 1 cannot join that session: belongs to"),
                result.err());
    }

    @Tag("tier2")
    @Test
    void aProviderThatIsNotThereIsNamed() throws IOException {
        mpirun.environment().put("BIPJ_PROVIDER", "org.example.Missing");
        Mpirun.Result result = mpirun.alone("init");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("BIPJ_PROVIDER=org.example.Missing: expected the class"), result.err());
    }

    @Tag("tier2")
    @Test
    void aRankOutOfRangeIsNamed() throws IOException {
        mpirun.environment().put("BIPJ_SESSION", directory.toString());
        mpirun.environment().put("BIPJ_RANK", "2");
        mpirun.environment().put("BIPJ_SIZE", "2");
        Mpirun.Result result = mpirun.alone("init");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("BIPJ_RANK=2: expected a number from 0 to 1"), result.err());
    }

    @Tag("tier2")
    @Test
    void aProgramThatARankStartsCannotBeTheSameRank() throws IOException {
        String actor = " -cp " + Mpirun.library() + ":" + Mpirun.programs() + " " + Actor.class.getName();
        Path script = Files.writeString(
                directory.resolve("twice.sh"),
                "java" + actor + " init finalize\nexec java" + actor + " init finalize\n");
        Mpirun.Result result = mpirun.run("-n", "1", "sh", script.toString());
        assertEquals(1, result.code());
        assertTrue(result.err().contains("rank 0 of this job is process"), result.err());
        mpirun.assertClean();
    }

    @Test
    void sharedMemoryWithoutRoomIsToldWithSizes() throws Exception {
        Path tiny = Files.createDirectory(directory.resolve("tiny"));
        SmallFileSystem.on(tiny, "size=16k", () -> {
            mpirun.environment().put("BIPJ_SHM_DIR", tiny.toString());
            Mpirun.Result result = mpirun.act("-n", "100", "--", "init", "finalize");
            assertEquals(1, result.code());
            assertTrue(result.err().contains("cannot reserve "), result.err());
            assertTrue(result.err().contains("of 16384 bytes free"), result.err());
            assertTrue(result.err().contains("BIPJ_SHM_DIR"), result.err());
            try (var left = Files.list(tiny)) {
                assertEquals(0, left.count());
            }
        });
    }

    /** They are looked for beside the start, which waits for them only where it finds no room. */
    @Tag("tier2")
    @Test
    void sharedMemoryThatDeadJobsHoldIsGivenBack() throws Exception {
        Path tiny = Files.createDirectory(directory.resolve("tiny"));
        SmallFileSystem.on(tiny, "size=16k", () -> {
            String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9_]", "_");
            Path dead = Files.createDirectory(
                    tiny.resolve("bipj-" + user + "-" + "0".repeat(32)),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.createFile(dead.resolve("lock"));
            Files.write(dead.resolve("ring-0-1"), new byte[16 << 10]);
            mpirun.environment().put("BIPJ_SHM_DIR", tiny.toString());
            Mpirun.Result result = mpirun.act("-n", "2", "--", "init", "finalize");
            assertEquals("", result.err());
            assertEquals(0, result.code());
        });
    }
}
