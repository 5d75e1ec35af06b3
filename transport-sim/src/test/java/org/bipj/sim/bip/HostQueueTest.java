package org.bipj.sim.bip;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Platform;
import org.junit.jupiter.api.Test;

class HostQueueTest {
    private static final int SLOTS = 37;

    private final BipNetwork network = new BipNetwork(
            new Kernel(), Platform.load("bip-ppro200", List.of()).constants(), 2, (from, to) -> new byte[0]);
    private final HostQueue queue = new HostQueue(network, null, SLOTS);

    @Test
    void aKeptPacketStaysReadableWhereItWasDelivered() {
        ShortMessage first = arrived(1000);
        int kept = queue.freePosition();
        MemorySegment delivered = HostQueue.memory(first, kept);
        long offset = HostQueue.offset(kept);
        queue.keep(kept);
        for (int i = 1; i < SLOTS; i++) {
            ShortMessage packet = arrived(1000 + i);
            int position = queue.freePosition();
            assertNotEquals(offset, HostQueue.offset(position));
            assertEquals(1000 + i, HostQueue.memory(packet, position).get(JAVA_LONG, HostQueue.offset(position)));
            network.recycle(packet);
        }
        assertEquals(1000, delivered.get(JAVA_LONG, offset));
        assertEquals(SLOTS, queue.used());
        queue.release(offset);
        assertEquals(SLOTS - 1, queue.used());
        assertThrows(IllegalArgumentException.class, () -> queue.release(offset));
    }

    @Test
    void hasAsManySlotsAsItSays() {
        for (int i = 0; i < SLOTS; i++) {
            assertEquals(i, queue.used());
            assertTrue(queue.takeSlot());
        }
        assertFalse(queue.takeSlot());
    }

    @Test
    void controlGoesBeforeDataAndEachInItsOrder() {
        MessageQueue lanes = new MessageQueue() {};
        ShortMessage[] packets = new ShortMessage[6];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = network.newPacket();
        }
        lanes.add(packets[3]);
        lanes.addBehind(null, packets[0]);
        lanes.add(packets[4]);
        lanes.addBehind(packets[0], packets[1]);
        lanes.addBehind(packets[1], packets[2]);
        lanes.add(packets[5]);
        for (ShortMessage packet : packets) {
            assertEquals(packet, lanes.remove());
        }
        assertTrue(lanes.isEmpty());
        lanes.addBehind(null, packets[0]);
        lanes.addBehind(packets[0], packets[1]);
        lanes.add(packets[2]);
        for (int i = 0; i < 3; i++) {
            assertEquals(packets[i], lanes.remove());
        }
    }

    private ShortMessage arrived(long value) {
        assertTrue(queue.takeSlot());
        ShortMessage packet = network.newPacket();
        packet.memory.set(JAVA_LONG, 0, value);
        packet.length = Long.BYTES;
        return packet;
    }
}
