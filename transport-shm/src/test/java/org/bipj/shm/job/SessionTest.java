package org.bipj.shm.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.nic.PortException;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.board.BoardView;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.OwnDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session directory: who may see it, and how long it lives. */
class SessionTest {
    @TempDir
    private Path base;

    @Test
    void onlyTheOwnerMayLookInsideAndNamesAreUnguessable() throws IOException {
        try (SessionDirectory one = SessionDirectory.make(SessionDirectory.plan(base));
                SessionDirectory other = SessionDirectory.make(SessionDirectory.plan(base));
                BoardFile board = BoardFile.create(one.files(), 2)) {
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
        SessionDirectory directory = SessionDirectory.make(SessionDirectory.plan(base));
        BoardFile.create(directory.files(), 2).close();
        Files.createFile(directory.path().resolve("ring"));
        directory.close();
        assertFalse(Files.exists(directory.path()));
        directory.close();
    }

    @Test
    void theFilesViewOfTheBoardSeesWhatRanksStore() throws IOException {
        try (SessionDirectory directory = SessionDirectory.make(SessionDirectory.plan(base));
                BoardFile file = BoardFile.create(directory.files(), 3);
                Mapping mapping = new FileStore(OwnDirectory.open(directory.path())).open(BoardFile.NAME)) {
            Board board = Board.attach(mapping.memory(), 3);
            for (BoardView view : List.of(file, board)) {
                assertEquals(Board.ABSENT, view.state(2));
                assertEquals(0, view.pid(2));
            }
            board.setPid(2, 1_234_567L);
            board.setState(1, Board.STARTED);
            board.abort(2, 77, "süß".repeat(200));
            for (BoardView view : List.of(file, board)) {
                assertEquals(3, view.ranks());
                assertEquals(1_234_567L, view.pid(2));
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
        Process launcher = start(Launcher.class, base);
        Path session = Path.of(readLine(launcher));
        Reaper.reap(base);
        assertTrue(Files.exists(session), "its launcher lives, and has looked for dead sessions itself");

        launcher.destroyForcibly().waitFor();
        Reaper.reap(base);
        assertFalse(Files.exists(session), "its launcher is dead");
    }

    @Test
    void sessionsWhoseRanksStillLiveAreKept() throws IOException, InterruptedException {
        Process launcher = start(Launcher.class, base);
        Path session = Path.of(readLine(launcher));
        Process rank = start(Rank.class, session);
        assertEquals("joined", readLine(rank));
        launcher.destroyForcibly().waitFor();
        Reaper.reap(base);
        assertTrue(Files.exists(session), "a rank of it lives");
        rank.destroyForcibly().waitFor();
        Reaper.reap(base);
        assertFalse(Files.exists(session), "nobody uses it any more");
    }

    @Test
    void aRankIsOneProcess() throws IOException, InterruptedException {
        Process launcher = start(Launcher.class, base);
        Path session = Path.of(readLine(launcher));
        Process rank = start(Rank.class, session);
        assertEquals("joined", readLine(rank));
        Process again = start(Rank.class, session);
        assertEquals("taken", readLine(again));
        for (Process each : List.of(again, rank, launcher)) {
            each.destroyForcibly().waitFor();
        }
        Reaper.reap(base);
        assertFalse(Files.exists(session));
    }

    @Test
    void aDirectoryWithoutALockIsOneInTheMakingUntilItIsOld() throws IOException {
        Path young = unlocked(1);
        Path old = unlocked(2);
        Files.createFile(old.resolve("lock.new"));
        Path used = unlocked(3);
        Files.createFile(used.resolve("results"));
        for (Path each : List.of(old, used)) {
            Files.setLastModifiedTime(each, FileTime.from(Instant.now().minusSeconds(3600)));
        }
        Reaper.reap(base);
        assertTrue(Files.exists(young));
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(used.resolve("results")), "without a lock it is not certain to be a session");
    }

    private Path unlocked(int number) throws IOException {
        try (OwnDirectory made =
                OwnDirectory.create(base.resolve(SessionDirectory.prefix() + String.format("%032x", number)))) {
            return made.path();
        }
    }

    @Test
    void ranksLearnOfTheEndOfTheirLauncherEvenWithoutTheDirectory() throws IOException, InterruptedException {
        Process launcher = start(Launcher.class, base);
        OwnDirectory session = OwnDirectory.open(Path.of(readLine(launcher)));
        try (session;
                SessionLock lock = SessionLock.open(session)) {
            assertTrue(lock.join(0));
            assertFalse(lock.isLauncherGone());
            session.delete();
            assertFalse(Files.exists(session.path()));
            assertFalse(lock.isLauncherGone(), "a cleaner does not end the job");
            launcher.destroyForcibly().waitFor();
            assertTrue(lock.isLauncherGone());
        }
    }

    @Test
    void whatHasTakenTheDirectorysPlaceIsNotRemoved() throws IOException {
        SessionDirectory session = SessionDirectory.make(SessionDirectory.plan(base));
        Path moved = Files.move(session.path(), base.resolve("moved"));
        Path treasure = Files.createFile(
                Files.createDirectory(base.resolve("elsewhere")).resolve("treasure"));
        Path link = Files.createSymbolicLink(session.path(), treasure.getParent());
        session.close();
        assertTrue(Files.exists(treasure) && Files.exists(link, LinkOption.NOFOLLOW_LINKS));
        assertFalse(Files.exists(moved.resolve("lock")), "its own files are gone");
    }

    /** A process that runs a class of this test until it is killed. */
    private static Process start(Class<?> main, Path argument) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), argument.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String readLine(Process process) throws IOException {
        return process.inputReader().readLine();
    }

    /** Makes a session in a directory, as a launcher does, and says where. */
    static final class Launcher {
        private Launcher() {}

        public static void main(String[] args) throws InterruptedException {
            Path base = Path.of(args[0]);
            try (SessionDirectory directory = SessionDirectory.make(SessionDirectory.plan(base));
                    BoardFile board = BoardFile.create(directory.files(), 2)) {
                Reaper.reap(base);
                System.out.println(directory.path());
                Thread.sleep(60_000L * board.ranks());
            }
        }
    }

    /** Joins a session as rank 1. */
    static final class Rank {
        private Rank() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            try (SessionLock lock = SessionLock.open(OwnDirectory.open(Path.of(args[0])))) {
                System.out.println(lock.join(1) ? "joined" : "taken");
                Thread.sleep(60_000);
            }
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
            job.started(7);
            assertEquals(Board.STARTED, session.board().state(1));
            assertEquals(7, session.board().opened(1));
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
        assertThrows(IllegalArgumentException.class, () -> ShmSession.forProcesses(ShmSession.MAX_RANKS + 1, base));
    }

    @Test
    void aMissingDirectoryIsNamed() {
        var e = assertThrows(
                PortException.class, () -> SessionDirectory.make(SessionDirectory.plan(base.resolve("none"))));
        assertTrue(e.getMessage().contains(base.resolve("none").toString()), e.getMessage());
    }
}
