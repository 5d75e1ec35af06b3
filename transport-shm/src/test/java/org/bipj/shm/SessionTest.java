package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session directory: who may see it, and how long it lives. */
class SessionTest {
    @TempDir
    private Path base;

    @Test
    void onlyTheOwnerMayLookInsideAndNamesAreUnguessable() throws IOException {
        try (SessionDirectory one = SessionDirectory.create(base);
                SessionDirectory other = SessionDirectory.create(base);
                BoardFile board = BoardFile.create(one.path(), 2)) {
            assertEquals("rwx------", permissions(one.path()));
            assertEquals("rw-------", permissions(one.path().resolve("lock")));
            assertEquals("rw-------", permissions(one.path().resolve(BoardFile.NAME)));
            String name = one.path().getFileName().toString();
            assertTrue(name.matches("bipj-\\w+-[0-9a-f]{32}"), name);
            assertNotEquals(one.path(), other.path());
            assertEquals(2, board.ranks());
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void closingRemovesEverything() throws IOException {
        SessionDirectory directory = SessionDirectory.create(base);
        BoardFile.create(directory.path(), 2).close();
        Files.createFile(directory.path().resolve("ring"));
        directory.close();
        assertFalse(Files.exists(directory.path()));
        directory.close();
    }

    @Test
    void theFilesViewOfTheBoardSeesWhatRanksStore() {
        try (SessionDirectory directory = SessionDirectory.create(base);
                BoardFile file = BoardFile.create(directory.path(), 3);
                Mapping mapping = new FileStore(directory.path()).open(BoardFile.NAME)) {
            Board board = Board.attach(mapping.memory(), 3);
            for (BoardView view : List.of(file, board)) {
                assertEquals(Board.ABSENT, view.state(2));
                assertEquals(0, view.pid(2));
            }
            board.setPid(2, 1234567890123L);
            board.setState(1, Board.STARTED);
            board.abort(2, 77, "süß".repeat(200));
            for (BoardView view : List.of(file, board)) {
                assertEquals(3, view.ranks());
                assertEquals(1234567890123L, view.pid(2));
                assertEquals(Board.STARTED, view.state(1));
                assertEquals(Board.ABORTED, view.state(2));
                assertEquals(77, view.exitCode(2));
                assertTrue(view.reason(2).startsWith("süßsüß"), view.reason(2));
            }
            assertEquals(board.reason(2), file.reason(2));
        }
    }

    @Test
    void sessionsOfLivingLaunchersAreKept() throws IOException, InterruptedException {
        Process launcher = holder();
        Path session = Path.of(readLine(launcher));
        Reaper.reap(base);
        assertTrue(Files.exists(session), "its launcher lives");

        launcher.destroyForcibly().waitFor();
        Reaper.reap(base);
        assertFalse(Files.exists(session), "its launcher is dead");
    }

    @Test
    void sessionsWhoseRanksStillLiveAreKept() throws IOException, InterruptedException {
        Process launcher = holder();
        Path session = Path.of(readLine(launcher));
        launcher.destroyForcibly().waitFor();
        try (Mapping mapping = new FileStore(session).open(BoardFile.NAME)) {
            Board.attach(mapping.memory(), 2).setPid(0, ProcessHandle.current().pid());
            Reaper.reap(base);
            assertTrue(Files.exists(session), "we are a rank of it");
            // A process of that number that has nothing to do with the session is none.
            Board.attach(mapping.memory(), 2).setPid(0, 1);
        }
        Reaper.reap(base);
        assertFalse(Files.exists(session), "nobody maps it any more");
    }

    @Test
    void aDirectoryWithoutALockIsOneInTheMakingUntilItIsOld() throws IOException {
        Path young = Files.createDirectory(base.resolve(SessionDirectory.prefix() + "young"));
        Path old = Files.createDirectory(base.resolve(SessionDirectory.prefix() + "old"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
        Path foreign = Files.createDirectory(base.resolve("bipj-somebody.else-x"));
        Files.setLastModifiedTime(foreign, FileTime.from(Instant.now().minusSeconds(3600)));
        Reaper.reap(base);
        assertTrue(Files.exists(young));
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(foreign));
    }

    @Test
    void ranksLearnOfTheEndOfTheirLauncher() throws IOException, InterruptedException {
        Process launcher = holder();
        Path session = Path.of(readLine(launcher));
        assertFalse(SessionDirectory.isAbandoned(session));
        launcher.destroyForcibly();
        SessionDirectory.awaitEndOfLauncher(session, () -> {});
        assertTrue(SessionDirectory.isAbandoned(session));
        SessionDirectory.removeAll(session);
    }

    /** A process that makes a session, says where, and lives until it is killed. */
    private Process holder() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Holder.class.getName(), base.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String readLine(Process process) throws IOException {
        return process.inputReader().readLine();
    }

    /** See {@link #holder}. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            SessionDirectory directory = SessionDirectory.create(Path.of(args[0]));
            BoardFile board = BoardFile.create(directory.path(), 2);
            System.out.println(directory.path());
            Thread.sleep(Long.MAX_VALUE);
            board.close();
        }
    }

    @Test
    void ranksOfThreadsShareABoard() {
        try (ShmSession session = ShmSession.forThreads(2, (rank, code, reason) -> {
            throw new IllegalStateException(rank + " " + code + " " + reason);
        })) {
            Job job = session.job(1);
            assertEquals(1, job.rank());
            assertEquals(2, job.size());
            job.started();
            assertEquals(Board.STARTED, session.board().state(1));
            job.finished();
            assertEquals(Board.FINISHED, session.board().state(1));
            var e = assertThrows(IllegalStateException.class, () -> job.abort(5, "why"));
            assertEquals("1 5 why", e.getMessage());
            assertEquals("why", session.board().reason(1));
            assertThrows(IllegalStateException.class, () -> session.environment(0));
            assertThrows(IllegalArgumentException.class, () -> session.job(2));
        }
    }

    @Test
    void numbersOfRanksAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> ShmSession.forThreads(0));
        assertThrows(IllegalArgumentException.class, () -> ShmSession.forProcesses(ShmSession.MAX_RANKS + 1));
    }

    @Test
    void aMissingDirectoryIsNamed() {
        var e = assertThrows(PortException.class, () -> SessionDirectory.create(base.resolve("none")));
        assertTrue(e.getMessage().contains(base.resolve("none").toString()), e.getMessage());
    }
}
