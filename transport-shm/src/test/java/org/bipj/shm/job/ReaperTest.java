package org.bipj.shm.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bipj.shm.board.Board;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever lies under the name of a session: the reaper removes dead sessions of this user, and nothing else. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReaperTest {
    private static final int SOMEBODY = 12_345;

    @TempDir
    private Path root;

    private Path base;
    private Path elsewhere;

    private final PrintStream err = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private int sessions;

    @BeforeEach
    void open() throws IOException {
        base = Files.createDirectory(root.resolve("shm"));
        elsewhere = Files.createDirectory(root.resolve("home"));
        System.setErr(new PrintStream(said, true));
    }

    @AfterEach
    void isSilent() {
        System.setErr(err);
        assertEquals("", said.toString(), "what it finds is nothing to bother users with");
    }

    private Path name() {
        return base.resolve(SessionDirectory.prefix() + String.format("%032x", ++sessions));
    }

    private Path directory() throws IOException {
        return Files.createDirectory(
                name(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** As a killed launcher leaves it, without a board. */
    private Path dead() throws IOException {
        Path session = directory();
        Files.createFile(session.resolve("lock"));
        Files.writeString(session.resolve("ring-0-1"), "old");
        return session;
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private Path treasure() throws IOException {
        return Files.writeString(elsewhere.resolve("treasure"), "do not lose");
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0, "cannot make a pipe here");
    }

    @Test
    void deadSessionsAreRemovedWithAllThatIsInThem() throws IOException {
        Path one = dead();
        Path other = dead();
        Reaper.reap(base);
        assertFalse(exists(one) || exists(other));
    }

    @Test
    void aLinkToADirectoryOfTheUserIsNotFollowed() throws IOException {
        Path treasure = treasure();
        makeOld(elsewhere);
        Path link = Files.createSymbolicLink(name(), elsewhere);
        Reaper.reap(base);
        assertTrue(exists(treasure) && exists(link));
    }

    @Test
    void aLinkToWhatLooksLikeADeadSessionIsNotFollowed() throws IOException {
        Path treasure = treasure();
        Files.createFile(elsewhere.resolve("lock"));
        Path link = Files.createSymbolicLink(name(), elsewhere);
        Reaper.reap(base);
        assertTrue(exists(treasure) && exists(link));
    }

    @Test
    void linksInADeadSessionAreRemovedAndNotFollowed() throws IOException {
        Path session = dead();
        Path treasure = treasure();
        Files.createSymbolicLink(session.resolve("board"), treasure);
        Files.createSymbolicLink(session.resolve("region-0-0"), elsewhere);
        Reaper.reap(base);
        assertFalse(exists(session));
        assertTrue(exists(treasure));
    }

    @Test
    void aLinkInPlaceOfTheLockMakesItNoSession() throws IOException {
        Path session = directory();
        Files.createSymbolicLink(session.resolve("lock"), treasure());
        Reaper.reap(base);
        assertTrue(exists(session));
    }

    @Test
    void aDirectoryInADeadSessionIsNotEntered() throws IOException {
        Path session = dead();
        Path inside = Files.createDirectory(session.resolve("region-0-0"));
        Path kept = Files.createFile(inside.resolve("kept"));
        Reaper.reap(base);
        assertTrue(exists(kept));
        assertFalse(exists(session.resolve("ring-0-1")), "the rest is gone");
    }

    @Test
    void directoriesOfOthersAreLeftAlone() throws IOException {
        Path session = dead();
        Path unlocked = directory();
        makeOld(unlocked);
        for (Path each : List.of(session, unlocked)) {
            try {
                Files.setAttribute(each, "unix:uid", SOMEBODY);
            } catch (IOException e) {
                assumeTrue(false, "only root can give a directory to somebody else");
            }
        }
        Reaper.reap(base);
        assertTrue(exists(session.resolve("ring-0-1")) && exists(unlocked));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwxrwxrwx", "rwxr-x---", "rwx-----x", "r-x------"})
    void aDirectoryOfAnotherModeIsNoSession(String mode) throws IOException {
        Path session = dead();
        Files.setPosixFilePermissions(session, PosixFilePermissions.fromString(mode));
        Reaper.reap(base);
        assertTrue(exists(session.resolve("ring-0-1")));
        Files.setPosixFilePermissions(session, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whatIsNoDirectoryIsLeftAlone() throws IOException, InterruptedException {
        Path file = Files.writeString(name(), "kept");
        Path pipe = name();
        pipe(pipe);
        makeOld(file);
        Reaper.reap(base);
        assertTrue(exists(file) && exists(pipe));
    }

    @Test
    void aPipeInPlaceOfTheLockDoesNotHang() throws IOException, InterruptedException {
        Path session = directory();
        pipe(session.resolve("lock"));
        Path behind = dead();
        Reaper.reap(base);
        assertTrue(exists(session));
        assertFalse(exists(behind), "the others are looked at all the same");
    }

    @Test
    void aPipeInPlaceOfTheBoardDoesNotHang() throws IOException, InterruptedException {
        Path session = dead();
        pipe(session.resolve("board"));
        Reaper.reap(base);
        assertFalse(exists(session));
    }

    @Test
    void aBoardOfTerabytesIsNotRead() throws IOException {
        Path session = dead();
        try (RandomAccessFile board =
                new RandomAccessFile(session.resolve("board").toFile(), "rw")) {
            board.setLength(1L << 40);
        }
        Reaper.reap(base);
        assertFalse(exists(session));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0",
        "2, -64",
        "2, -9223372036854775808",
        "2, 9223372036854775807",
        "2147483647, 0",
        "2147483647, 1",
        "-1, 1280",
        "0, 0"
    })
    void aBoardOfNonsenseDoesNotHelpADeadSession(int ranks, long stride) throws IOException {
        Path session = dead();
        byte[] bytes = new byte[4096];
        ByteBuffer board = ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.nativeOrder());
        Board.make(MemorySegment.ofBuffer(board), 2);
        board.putInt(12, ranks).putLong(16, stride);
        board.get(0, bytes);
        Files.write(session.resolve("board"), bytes);
        Reaper.reap(base);
        assertFalse(exists(session));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 63, 64, 100_000})
    void aBoardOfRandomBytesDoesNotHelpADeadSession(int bytes) throws IOException {
        Path session = dead();
        byte[] noise = new byte[bytes];
        new Random(bytes).nextBytes(noise);
        Files.write(session.resolve("board"), noise);
        Reaper.reap(base);
        assertFalse(exists(session));
    }

    @Test
    void directoriesThatOnlyBeginLikeSessionsAreLeftAlone() throws IOException {
        for (String rest : List.of("data", "0".repeat(31), "0".repeat(33), "0".repeat(31) + "g", "A".repeat(32), "")) {
            Path own = Files.createDirectory(
                    base.resolve(SessionDirectory.prefix() + rest),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.createFile(own.resolve("lock"));
            makeOld(own);
        }
        Reaper.reap(base);
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(6, left.filter(each -> exists(each.resolve("lock"))).count());
        }
    }

    /** A shell makes them: Java would not, where the locale has no such characters. */
    @Test
    void namesThatAreNoTextDoNoHarm() throws IOException, InterruptedException {
        String script =
                "cd \"$0\" && mkdir -m 700 \"$1$(printf '\\377\\376\\200')\" && touch \"$(printf 'bipj-\\303')\"";
        int made = new ProcessBuilder("sh", "-c", script, base.toString(), SessionDirectory.prefix())
                .start()
                .waitFor();
        assumeTrue(made == 0, "this file system takes no such names");
        Path session = dead();
        int noise = new ProcessBuilder("sh", "-c", "touch \"$0/$(printf '\\377\\376')\"", session.toString())
                .start()
                .waitFor();
        assertEquals(0, noise);
        Reaper.reap(base);
        assertFalse(exists(session), "with a file in it whose name is no text");
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(2, left.count());
        }
    }

    @Test
    void noMoreThanAThousandEntriesAreLookedAt() throws IOException {
        for (int i = 0; i < Reaper.LOOKS_MAX + 5; i++) {
            dead();
        }
        Files.createFile(base.resolve("somebody-elses"));
        Reaper.reap(base);
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(1 + 5, left.count());
        }
        Reaper.reap(base);
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(1, left.count(), "the next job goes on");
        }
    }

    @Test
    void aPlaceThatIsNotThereIsNoFailure() {
        Reaper.reap(base.resolve("none"));
    }
}
