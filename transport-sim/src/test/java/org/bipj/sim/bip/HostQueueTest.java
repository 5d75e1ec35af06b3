package org.bipj.sim.bip;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HostQueueTest {
    private static final int SLOTS = 37;
    private static final int BYTES = 20;

    private final HostQueue queue = new HostQueue(SLOTS, BYTES);
    private final Packet packet = new Packet(BYTES);

    @Test
    void aKeptPacketStaysReadableWhereItWasHandedOver() {
        int kept = fill(1000);
        MemorySegment handedOver = queue.memory();
        long offset = queue.offset(kept);
        queue.keep(kept);
        for (int i = 1; i < SLOTS; i++) {
            int slot = fill(1000 + i);
            assertEquals(1000 + i, queue.memory().get(JAVA_LONG_UNALIGNED, queue.offset(slot)));
        }
        assertEquals(1000, handedOver.get(JAVA_LONG_UNALIGNED, offset));
        assertEquals(1000, queue.memory().get(JAVA_LONG_UNALIGNED, offset), "the queue has grown around it");
        assertEquals(kept, queue.release(offset));
        assertThrows(IllegalArgumentException.class, () -> queue.release(offset));
    }

    @Test
    void hasAsManySlotsAsItSaysHoweverOftenTheyAreUsed() {
        for (int round = 0; round < 3; round++) {
            boolean[] taken = new boolean[SLOTS];
            for (int i = 0; i < SLOTS; i++) {
                int slot = queue.takeSlot();
                assertEquals(false, taken[slot], "slot " + slot + " is given out twice");
                taken[slot] = true;
            }
            assertEquals(SLOTS, queue.used());
            assertEquals(-1, queue.takeSlot());
            for (int slot = 0; slot < SLOTS; slot++) {
                queue.freeSlot(slot);
            }
            assertEquals(0, queue.used());
        }
    }

    private int fill(long value) {
        int slot = queue.takeSlot();
        packet.words[0] = value;
        packet.length = BYTES;
        queue.write(slot, packet);
        return slot;
    }
}
