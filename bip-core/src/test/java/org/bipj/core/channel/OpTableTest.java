package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OpTableTest {
    /** More operations at a time than the table has room for at first. */
    @Test
    void anOperationHasItsHandleUntilItEnds() {
        OpTable<Integer> table = new OpTable<>();
        TreeMap<Integer, Integer> expected = new TreeMap<>();
        Random random = new Random(1);
        int most = 0;
        for (int step = 0; step < 3000; step++) {
            if (expected.isEmpty() || random.nextInt(100) < (step < 1500 ? 60 : 40)) {
                int handle = table.add(step);
                assertNull(expected.put(handle, step), "the handle is in use");
                most = Math.max(most, expected.size());
            } else {
                List<Integer> handles = new ArrayList<>(expected.keySet());
                int handle = handles.get(random.nextInt(handles.size()));
                expected.remove(handle);
                table.remove(handle);
                assertNull(table.get(handle));
            }
            assertEquals(expected.size(), table.size());
            assertEquals(most, table.end(), "handles are used again first");
            if (step % 50 == 0) {
                assertEquals(new ArrayList<>(expected.values()), table.all());
                expected.forEach((handle, op) -> assertEquals(op, table.get(handle)));
            }
        }
    }

    /** A peer may name anything. */
    @Test
    void otherHandlesNameNothing() {
        OpTable<String> table = new OpTable<>();
        assertNull(table.get(0));
        assertEquals(0, table.add("one"));
        for (long handle : new long[] {-1, 1, 64, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertNull(table.get(handle));
        }
        assertEquals("one", table.get(0));
    }
}
