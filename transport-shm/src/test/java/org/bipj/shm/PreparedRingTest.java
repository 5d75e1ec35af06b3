package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Test;

/**
 * A sender that polls writes to the lines of its next packets beforehand. No byte of a packet may be touched by that.
 */
class PreparedRingTest {
    private static final PacketSink NOTHING = new NoPackets();

    /** Expects the packets of {@link #sendSome} in order. */
    private static final class Reader implements PacketSink {
        private int got;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            assertEquals(got++, immediate);
            assertArrayEquals(bytes(immediate), memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            throw new AssertionError("completion " + cookie);
        }
    }

    private static byte[] bytes(int number) {
        Random random = new Random(number);
        byte[] data = new byte[random.nextInt(20) == 0 ? random.nextInt(5000) : random.nextInt(200)];
        random.nextBytes(data);
        return data;
    }

    private static void pollOrPeek(NicPort port, Random random) {
        if (random.nextBoolean()) {
            port.poll(NOTHING, 1);
        } else {
            assertEquals(0, port.lookAhead().peek(1));
        }
    }

    /**
     * Sends up to so many packets, polling between claim and commit and after it as chance has it; returns their
     * number.
     */
    private static int sendSome(NicPort port, int most, int first, Random random) {
        for (int i = 0; i < most; i++) {
            byte[] data = bytes(first + i);
            long at = port.claim(1, NicPort.DATA, data.length);
            if (at < 0) {
                return i;
            }
            MemorySegment.copy(MemorySegment.ofArray(data), 0, port.memory(1, NicPort.DATA), at, data.length);
            if (random.nextInt(3) == 0) {
                pollOrPeek(port, random);
            }
            port.commit(1, NicPort.DATA, at, data.length, first + i);
            if (random.nextInt(3) == 0) {
                pollOrPeek(port, random);
            }
        }
        return most;
    }

    private static void sendAndReceive(Fabric fabric, long seed) {
        try (fabric) {
            NicPort sender = fabric.port(0);
            NicPort receiver = fabric.port(1);
            // The sender has a ring to look at, too.
            byte[] first = bytes(0);
            long at = receiver.claim(0, NicPort.DATA, first.length);
            MemorySegment.copy(MemorySegment.ofArray(first), 0, receiver.memory(0, NicPort.DATA), at, first.length);
            receiver.commit(0, NicPort.DATA, at, first.length, 0);
            Reader answers = new Reader();
            while (answers.got == 0) {
                sender.poll(answers, 1);
            }
            Random random = new Random(seed);
            Reader reader = new Reader();
            int sent = 0;
            int full = 0;
            for (int round = 0; round < 3000; round++) {
                int most = random.nextInt(100);
                int now = sendSome(sender, most, sent, random);
                full += now < most ? 1 : 0;
                sent += now;
                receiver.poll(reader, random.nextInt(80));
            }
            for (int empty = 0; empty < 10; empty++) {
                empty = receiver.poll(reader, 1000) > 0 ? 0 : empty;
            }
            assertEquals(sent, reader.got, "seed " + seed);
            assertTrue(full > 0, "the ring was never full");
        }
    }

    @Test
    void packetsAreUnharmedBetweenThreads() {
        sendAndReceive(ShmFabric.local(2), 1);
    }

    @Test
    void packetsAreUnharmedOverFiles() {
        sendAndReceive(ShmFabric.files(2), 2);
    }
}
