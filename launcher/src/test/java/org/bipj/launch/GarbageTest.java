package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What others have put where sessions lie, or done to a session, does not get at users' files and stops no job. */
class GarbageTest extends JobTest {
    private static final String USER = System.getProperty("user.name").replaceAll("[^A-Za-z0-9_]", "_");

    private Path shm;
    private Path treasure;
    private int planted;

    private void plantAll(Path where) throws IOException, InterruptedException {
        shm = where;
        treasure = Files.createFile(
                Files.createDirectory(directory.resolve("docs")).resolve("treasure"));
        Files.createSymbolicLink(shm.resolve("bipj-" + USER + "-x"), treasure.getParent());
        Files.createSymbolicLink(name(), treasure.getParent());
        pipe(session().resolve("lock"));
        Path piped = session();
        Files.createFile(piped.resolve("lock"));
        pipe(piped.resolve("board"));
        Path huge = session();
        Files.createFile(huge.resolve("lock"));
        try (RandomAccessFile board = new RandomAccessFile(huge.resolve("board").toFile(), "rw")) {
            board.setLength(1L << 40);
        }
        pipe(name());
        Files.createDirectory(name());
    }

    private Path name() {
        return shm.resolve("bipj-" + USER + "-" + String.format("%032x", ++planted));
    }

    private Path session() throws IOException {
        return Files.createDirectory(
                name(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0, "cannot make a pipe here");
    }

    @Test
    void garbageWhereSessionsLieDoesNotStopAJob() throws IOException, InterruptedException {
        plantAll(directory.resolve("shm"));
        Mpirun.Result result = mpirun.act("-n", "2", "--", "init", "print:well", "sleep:1000", "finalize");
        assertEquals("", result.err());
        assertEquals(List.of("well", "well"), result.lines());
        assertEquals(0, result.code());
        assertTrue(Files.exists(treasure), "the job has followed a link");
        assertTrue(Files.notExists(shm.resolve("bipj-" + USER + "-" + String.format("%032x", 3))), "dead, and removed");
        removeAll();
    }

    /** For {@link JobTest}, which expects to find nothing. */
    private void removeAll() throws IOException, InterruptedException {
        assertEquals(
                0,
                new ProcessBuilder("sh", "-c", "rm -rf \"$0\"/*", shm.toString())
                        .start()
                        .waitFor());
    }

    /** The place where sessions lie by default is everybody's, and so the test has one of its own mounted there. */
    @Tag("tier2")
    @Test
    void garbageInDevShmDoesNotStopAJob() throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0,
                "cannot mount a /dev/shm of one's own: needs root on Linux");
        plantAll(Files.createDirectory(directory.resolve("devshm")));
        Files.setPosixFilePermissions(shm, PosixFilePermissions.fromString("rwxrwxrwx"));
        mpirun.environment().remove("BIPJ_SHM_DIR");
        String script = "mount --bind " + shm + " /dev/shm && exec \"$@\"";
        mpirun.prefix("unshare", "-m", "sh", "-c", script, "mpirun");
        Mpirun.Result result = mpirun.act("-n", "2", "--", "init", "env:BIPJ_SESSION", "sleep:1000", "finalize");
        assertEquals("", result.err());
        assertTrue(result.out().startsWith("BIPJ_SESSION=/dev/shm/bipj-" + USER + "-"), result.out());
        assertEquals(0, result.code());
        assertTrue(Files.exists(treasure), "the job has followed a link");
    }

    private void awaitReadyRanks() {
        Mpirun.until(
                "ranks are ready",
                () -> mpirun.output().lines().filter("ready"::equals).count() == 2);
    }

    /** The watch for deadlocks finds the damage before the job ends, and leaves it to the sentence of its end. */
    @Test
    void aBoardThatIsCutShortEndsTheJobInASentence() throws IOException, InterruptedException {
        mpirun.environment().put("BIPJ_DEADLOCK_SECONDS", "0.1");
        Process job = mpirun.startActors("-n", "2", "--", "init", "print:ready", "cat@0", "exit:0@0", "hang");
        awaitReadyRanks();
        Path board = mpirun.sessions().getFirst().resolve("board");
        truncate(board);
        // The watch looks at the board some times within this.
        Thread.sleep(300);
        job.getOutputStream().close();
        Mpirun.Result result = mpirun.await(job);
        assertEquals(1, result.code());
        assertEquals(
                "mpirun: the session's board " + board
                        + " was damaged while the job ran: it was cut short to 0 bytes\n",
                result.err());
    }

    /** With a board that they cannot read, ranks still see that their launcher is gone. */
    @Tag("tier2")
    @Test
    void ranksOfADamagedBoardDoNotOutliveTheirLauncher() throws IOException, InterruptedException {
        mpirun.startActors("-n", "2", "--", "init", "print:ready", "hang");
        awaitReadyRanks();
        Path session = mpirun.sessions().getFirst();
        truncate(session.resolve("board"));
        List<Long> ranks = mpirun.ranks();
        for (long pid : mpirun.processes()) {
            if (!ranks.contains(pid)) {
                Mpirun.signal(pid, "KILL");
            }
        }
        Mpirun.until("ranks have ended", () -> mpirun.ranks().isEmpty());
        shm = session.getParent();
        removeAll();
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    @Tag("tier2")
    @Test
    void aSessionThatACleanerRemovesDoesNotEndTheJob() throws IOException, InterruptedException {
        Process job = mpirun.startActors("-n", "2", "--", "init", "print:ready", "cat@0", "finalize", "print:done");
        awaitReadyRanks();
        shm = directory.resolve("shm");
        removeAll();
        // Ranks look for their launcher five times a second.
        Thread.sleep(600);
        job.getOutputStream().close();
        Mpirun.Result result = mpirun.await(job);
        assertEquals("", result.err());
        assertEquals(List.of("0 end of input", "done", "done", "ready", "ready"), result.lines());
        assertEquals(0, result.code());
    }
}
