package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JobTableTest {
    private static final int LIMIT = 20;
    private final JobTable table = new JobTable(8);

    private boolean store(int epoch, int position, int depth, long parent) {
        return table.store(0, 0, position, parent, Job.state(1, epoch, LIMIT, depth));
    }

    @Test
    void aStateHasItsParts() {
        long state = Job.state(65_535, 65_534, 65_533, 65_532);
        assertEquals(65_535, Job.search(state));
        assertEquals(65_534, Job.epoch(state));
        assertEquals(65_533, Job.limit(state));
        assertEquals(65_532, Job.depth(state));
        assertEquals(1, Job.remaining(state));
        assertEquals(0, Job.remaining(Job.deeper(state)));
        assertEquals(65_534, Job.epoch(Job.deeper(state)));
    }

    @Test
    void aPositionIsSearchedAgainOnlyWithMoreMovesLeft() {
        assertTrue(store(1, 5, 10, 1));
        assertFalse(store(1, 5, 10, 1));
        assertFalse(store(1, 5, 11, 1));
        assertTrue(store(1, 5, 9, 1));
        assertTrue(store(2, 5, 15, 1), "in another epoch");
    }

    @Test
    void ofTwoJobsWithTheSameMovesLeftTheSmallerParentStays() {
        long state = Job.state(1, 1, LIMIT, 3);
        Puzzle puzzle = new Tiles(2, 2) {
            @Override
            public long hash(long high, long low) {
                return 0;
            }
        };
        for (long[] parents : new long[][] {{7, 9}, {9, 7}}) {
            table.clear();
            for (long parent : parents) {
                store(1, 5, 3, parent);
            }
            int at = table.find(0, state, puzzle);
            assertEquals(7, table.word(at, Job.PARENT));
            assertEquals(5, table.word(at, Job.LOW));
        }
        assertEquals(-1, table.find(0, Job.deeper(state), puzzle));
    }

    @Test
    void inAFullBucketThePositionWithTheFewestMovesLeftMakesRoom() {
        for (int position = 0; position < 8; position++) {
            assertTrue(store(1, position, 4 + position, 1));
        }
        assertEquals(0, table.replaced());
        assertTrue(store(1, 10, 2, 1));
        assertEquals(1, table.replaced());
        assertFalse(store(1, 0, 4, 1));
        assertFalse(store(1, 10, 2, 1));
        assertTrue(store(1, 7, 11, 1), "it had made room");
    }

    @Test
    void positionsOfEarlierSearchesMakeRoomFirst() {
        for (int position = 0; position < 8; position++) {
            assertTrue(store(1, position, 4 + position, 1));
        }
        for (int position = 0; position < 8; position++) {
            assertTrue(table.store(0, 0, 20 + position, 1, Job.state(2, 1, LIMIT + 2, 15)));
        }
        assertEquals(0, table.replaced());
        for (int position = 0; position < 8; position++) {
            assertFalse(table.store(0, 0, 20 + position, 1, Job.state(2, 1, LIMIT + 2, 15)));
        }
    }

    @Test
    void anOutdatedJobIsKnown() {
        store(1, 5, 10, 1);
        assertFalse(table.isOutdated(0, 0, 5, Job.state(1, 1, LIMIT, 10)));
        store(1, 5, 8, 1);
        assertTrue(table.isOutdated(0, 0, 5, Job.state(1, 1, LIMIT, 10)));
    }
}
