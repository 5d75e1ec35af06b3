package org.bipj.shm.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardTest {
    private static MemorySegment memory(int ranks) {
        return Arena.ofAuto().allocate(Board.bytes(ranks), 64);
    }

    @Test
    void aBoardOfAnotherVersionSizeOrKindIsRefused() {
        MemorySegment memory = memory(4);
        assertTrue(refused(memory, 4).contains("magic"));
        Board.make(memory, 4);
        assertEquals(4, Board.attach(memory, 4).ranks());
        assertTrue(refused(memory, 5).contains("for 4 ranks"));
        assertTrue(refused(memory.asSlice(0, Board.bytes(4) - 1), 4).contains("expected 4 ranks"));
        assertTrue(refused(memory.asSlice(0, 8), 4).contains("damaged"));
        memory.set(ValueLayout.JAVA_INT, 8, 99);
        assertTrue(refused(memory, 4).contains("version 99"));
    }

    @Test
    void allHaveLeftOnceTheLastRankHas() {
        Board board = Board.make(memory(3), 3);
        board.leave(0);
        board.leave(1);
        assertFalse(board.haveAllLeft());
        board.leave(2);
        assertTrue(board.haveAllLeft());
    }

    private static String refused(MemorySegment memory, int ranks) {
        return assertThrows(PortException.class, () -> Board.attach(memory, ranks))
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 600})
    void everyRankHasItsOwnRecord(int ranks) {
        Board board = Board.make(memory(ranks), ranks);
        for (int rank = 0; rank < ranks; rank++) {
            board.setState(rank, rank % 3);
            board.setPid(rank, 1000L + rank);
            assertEquals(0, board.parkWord(rank) % 64, "a word that others write has its own line");
            for (int from = 0; from < ranks; from++) {
                if (gives(from)) {
                    board.giveNotice(rank, from);
                }
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(rank % 3, board.state(rank));
            assertEquals(1000L + rank, board.pid(rank));
            for (int word = 0; word < board.noticeWords(); word++) {
                assertTrue(board.hasNotices(rank, word));
                long bits = board.takeNotices(rank, word);
                for (int from = 64 * word; from < 64 * word + 64; from++) {
                    assertEquals(from < ranks && gives(from), (bits >>> from & 1) != 0, rank + " from " + from);
                }
                assertFalse(board.hasNotices(rank, word));
            }
        }
    }

    private static boolean gives(int from) {
        return from % 64 == 0 || from % 7 == 0;
    }

    @Test
    void anAbortCarriesItsCodeAndItsReasonHoweverLong() {
        Board board = Board.make(memory(2), 2);
        board.abort(1, 42, "x".repeat(10_000));
        assertEquals(Board.ABORTED, board.state(1));
        assertEquals(42, board.exitCode(1));
        assertTrue(board.reason(1).startsWith("xxxx"));
        assertEquals(Board.ABSENT, board.state(0), "the neighbour's record is untouched");
        assertEquals("", board.reason(0));
    }
}
