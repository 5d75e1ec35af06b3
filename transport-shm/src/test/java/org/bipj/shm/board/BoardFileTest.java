package org.bipj.shm.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.OwnDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A board that somebody damages while its job runs, as the launcher sees it. */
class BoardFileTest {
    private static final int RANKS = 3;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    @TempDir
    private Path base;

    private OwnDirectory directory;
    private BoardFile board;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        directory = OwnDirectory.open(base);
        board = BoardFile.create(directory, RANKS);
        file = base.resolve(BoardFile.NAME);
        write(
                2,
                Board.PID,
                ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 4711));
    }

    @AfterEach
    void close() throws IOException {
        board.close();
        directory.close();
    }

    private void write(int rank, int at, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, Board.HEADER + rank * Board.strideOf(RANKS) + at);
        }
    }

    private void writeInt(int rank, int at, int value) throws IOException {
        write(rank, at, ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, value));
    }

    @Test
    void ranksOfSeveralHostsWaitForAllHosts() throws IOException {
        try (BoardFile part =
                BoardFile.create(OwnDirectory.open(Files.createDirectory(base.resolve("part"), OWNER)), 2, true, 0)) {
            Board ranks = part.map();
            ranks.leave(0);
            ranks.leave(1);
            assertEquals(2, part.left());
            assertFalse(ranks.haveAllLeft(), "other hosts' ranks have not");
            part.map().setAllHostsLeft();
            assertTrue(ranks.haveAllLeft());
        }
    }

    private String refused(int rank) {
        String message =
                assertThrows(PortException.class, () -> board.state(rank)).getMessage();
        assertTrue(message.contains(file + " was damaged while the job ran"), message);
        return message;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1474})
    void aBoardThatWasCutShortIsNamedAndNeverHangs(int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
        assertTrue(refused(2).contains("cut short to " + bytes + " bytes"));
        assertEquals(0, board.pid(2), "those who end the job ask for it");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 5, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aStateThatIsNoneIsNamed(int state) throws IOException {
        writeInt(1, 0, state);
        assertTrue(refused(1).contains("rank 1 has state " + state));
        assertEquals(Board.ABSENT, board.state(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aClientThatIsNoneIsNamed(int client) throws IOException {
        writeInt(1, Board.OPENED, client);
        String message =
                assertThrows(PortException.class, () -> board.opened(1)).getMessage();
        assertTrue(
                message.contains(file + " was damaged while the job ran: rank 1 has opened client " + client), message);
        board.map().setOpened(2, 5);
        assertEquals(5, board.opened(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 22) + 1})
    void noSignalGoesToANumberThatIsNoProcess(long pid) throws IOException {
        assertEquals(4711, board.pid(2));
        write(
                2,
                Board.PID,
                ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, pid));
        assertEquals(0, board.pid(2));
    }

    @Test
    void aReasonOfAnyLengthEndsWithItsRoom() throws IOException {
        writeInt(0, Board.REASON, Integer.MAX_VALUE);
        assertEquals(Board.REASON_MAX, board.reason(0).length());
        writeInt(0, Board.REASON, -7);
        assertEquals("", board.reason(0));
    }
}
