package org.bipj.am2.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;

class EndpointTableTest {
    private static final int RANK = 3;
    /** Above the table's first size. */
    private static final int MOST = 10;

    private final EndpointTable table = new EndpointTable(RANK, MOST);
    private final List<ChannelEndpoint> opened = new ArrayList<>();

    private void fill() {
        for (int number = 0; number < MOST; number++) {
            opened.add(table.open(null, null, null));
        }
    }

    private ChannelEndpoint find(int number, int generation) {
        return table.find(AmEnvelope.envelope(0, new EndpointName(RANK, number, generation).packed(), 0));
    }

    @Test
    void endpointsHaveTheSmallestFreeNumbers() {
        fill();
        for (int number = 0; number < MOST; number++) {
            assertEquals(
                    new EndpointName(RANK, number, 1).packed(),
                    opened.get(number).name());
        }
        String message = assertThrows(PortException.class, () -> table.open(null, null, null))
                .getMessage();
        assertEquals("rank 3 has 10 endpoints; expected no more", message);
        List<ChannelEndpoint> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertEquals(opened, seen);
    }

    @Test
    void aNumberIsUsedAgainInTheNextGeneration() {
        fill();
        table.remove(opened.get(4));
        assertNull(find(4, 1));
        ChannelEndpoint next = table.open(null, null, null);
        assertEquals(new EndpointName(RANK, 4, 2).packed(), next.name());
        assertNull(find(4, 1), "a message to the one before");
        assertSame(next, find(4, 2));
        assertSame(next, find(4, 0), "of any generation");
        assertSame(opened.get(9), find(9, 1));
        List<ChannelEndpoint> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertEquals(MOST, seen.size());
    }

    @Test
    void numbersBeyondTheTableNameNobody() {
        assertNull(find(0, 0));
        assertNull(find(8, 0), "as many as there is room for");
        assertNull(find(MOST, 1));
    }
}
