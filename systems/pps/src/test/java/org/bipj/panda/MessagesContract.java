package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One-way messages and broadcasts: what Panda does on every fabric. */
public class MessagesContract extends PandaSuite {
    private static final int MANY = 500;

    /** More bytes than the packets that may be held have. */
    private static final int LONG = 200_000;

    @Test
    void aMessageHasValuesAndPiecesOfArrays() {
        run(2, panda -> {
            boolean[] got = new boolean[1];
            Messages messages = panda.messages(SERVICE, message -> {
                assertEquals(1 - panda.rank(), message.source());
                assertNull(message.group());
                assertEquals(1 + 4 + 8 + 4 + 8 + 3 + 8 + 16 + 8 + 16 + 5, message.length());
                assertEquals(7, message.getByte());
                assertEquals(42, message.getInt());
                assertEquals(1L << 40, message.getLong());
                assertEquals(0.5f, message.getFloat());
                assertEquals(Math.PI, message.getDouble());
                byte[] bytes = new byte[5];
                message.get(bytes, 1, 3);
                assertArrayEquals(new byte[] {0, 2, 3, 4, 0}, bytes);
                int[] ints = new int[2];
                message.get(ints, 0, 2);
                assertArrayEquals(new int[] {20, 30}, ints);
                long[] longs = new long[2];
                message.get(longs, 0, 2);
                assertArrayEquals(new long[] {-1, -2}, longs);
                float[] floats = new float[2];
                message.get(floats, 0, 2);
                assertArrayEquals(new float[] {1.5f, 2.5f}, floats);
                double[] doubles = new double[2];
                message.get(doubles, 0, 2);
                assertArrayEquals(new double[] {1e10, 2e10}, doubles);
                assertEquals(5, message.remaining());
                message.skip(2);
                MemorySegment rest = MemorySegment.ofArray(new byte[3]);
                message.get(rest);
                assertArrayEquals(new byte[] {3, 4, 5}, rest.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
                assertEquals(0, message.remaining());
                got[0] = true;
            });
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment =
                        arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_BYTE, bytes(1, 2, 3, 4, 5));
                messages.send(
                        1 - panda.rank(),
                        new Gather()
                                .putByte(7)
                                .putInt(42)
                                .putLong(1L << 40)
                                .putFloat(0.5f)
                                .putDouble(Math.PI)
                                .add(bytes(1, 2, 3, 4), 1, 3)
                                .add(new int[] {10, 20, 30, 40}, 1, 2)
                                .add(new long[] {-1, -2}, 0, 2)
                                .add(new float[] {1.5f, 2.5f}, 0, 2)
                                .add(new double[] {1e10, 2e10}, 0, 2)
                                .add(segment));
            }
            until(panda, () -> got[0]);
        });
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void messagesOfAllLengthsArriveCompleteOrBegun() {
        for (Delivery delivery : Delivery.values()) {
            run(2, panda -> {
                int packet = panda.lci().payload();
                int[] lengths = {
                    0, 1, 7, packet - 17, packet - 16, packet - 15, 2 * packet - 24, 2 * packet, 10 * packet + 3, LONG
                };
                List<byte[]> got = new ArrayList<>();
                Messages messages = panda.messages(SERVICE, delivery, message -> {
                    assertTrue(delivery == Delivery.BEGUN || message.isComplete());
                    byte[] bytes = new byte[message.remaining()];
                    message.into(bytes, 0, bytes.length, whole -> got.add(bytes));
                });
                if (panda.rank() == 0) {
                    for (int length : lengths) {
                        messages.send(1, new Gather().add(bytes(length, length), 0, length));
                    }
                } else {
                    until(panda, () -> got.size() == lengths.length);
                    for (int i = 0; i < lengths.length; i++) {
                        assertArrayEquals(bytes(lengths[i], lengths[i]), got.get(i));
                    }
                }
            });
        }
    }

    @Test
    void piecesAndPacketsNeedNotMeet() {
        run(2, panda -> {
            boolean[] got = new boolean[1];
            Messages messages = panda.messages(SERVICE, message -> {
                for (int i = 0; i < MANY; i++) {
                    assertEquals(i, message.getByte() & 0x7f | i & ~0x7f);
                    assertEquals(i * 1_000_003, message.getInt());
                    assertEquals(i * 1_000_000_007L, message.getLong());
                    double[] pair = new double[3];
                    message.get(pair, 1, 2);
                    assertArrayEquals(new double[] {0, i, -i}, pair);
                }
                got[0] = true;
            });
            Gather gather = new Gather();
            for (int i = 0; i < MANY; i++) {
                gather.putByte(i & 0x7f).putInt(i * 1_000_003).putLong(i * 1_000_000_007L);
                gather.add(new double[] {i, -i}, 0, 2);
            }
            messages.send(1 - panda.rank(), gather);
            until(panda, () -> got[0]);
        });
    }

    @Test
    void theMessagesOfAPairKeepTheirOrder() {
        run(3, panda -> {
            int[] next = new int[3];
            Messages messages = panda.messages(SERVICE, message -> {
                assertEquals(next[message.source()]++, message.getInt());
            });
            Gather gather = new Gather();
            int polled = 0;
            for (int i = 0; i < MANY; i++) {
                for (int to = 0; to < 3; to++) {
                    gather.clear().putInt(i);
                    messages.send(to, i % 7 == 0 ? gather.add(new byte[3000], 0, 3000) : gather);
                }
                if (i % 50 == panda.rank()) {
                    polled += panda.poll();
                }
            }
            until(panda, () -> next[0] == MANY && next[1] == MANY && next[2] == MANY);
            assertTrue(polled >= 0);
        });
    }

    @Test
    void packetsWaitUntilTheClientNamesTheDestination() {
        run(2, panda -> {
            Incoming[] waits = new Incoming[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> waits[0] = message.keep());
            if (panda.rank() == 0) {
                messages.send(1, new Gather().putInt(9).add(bytes(LONG, 1), 0, LONG));
            } else {
                until(panda, () -> waits[0] != null);
                Incoming message = waits[0];
                assertEquals(9, message.getInt());
                until(panda, message::isComplete);
                assertTrue(panda.held() > 0);
                byte[] into = new byte[LONG];
                boolean[] there = new boolean[1];
                message.into(into, 0, LONG, whole -> there[0] = true);
                assertTrue(there[0]);
                assertArrayEquals(bytes(LONG, 1), into);
            }
        });
    }

    @Test
    void aDestinationIsFilledAsPacketsArrive() {
        run(2, panda -> {
            byte[] into = new byte[LONG];
            int[] state = new int[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> {
                state[0] = message.getInt();
                message.into(into, 0, LONG, whole -> state[0]++);
            });
            // Packets that come before the receiver is there are kept, and copied out when they are many.
            panda.barrier();
            if (panda.rank() == 0) {
                messages.send(1, new Gather().putInt(4).add(bytes(LONG, 2), 0, LONG));
            } else {
                until(panda, () -> state[0] == 5);
                assertArrayEquals(bytes(LONG, 2), into);
                assertEquals(0, panda.copiedOut());
            }
        });
    }

    @Test
    void aKeptMessageIsReadOutsideUpcallsEvenIfItIsNotComplete() {
        run(2, panda -> {
            Incoming[] waits = new Incoming[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> waits[0] = message.keep());
            if (panda.rank() == 0) {
                messages.send(1, new Gather().add(bytes(LONG, 3), 0, LONG));
            } else {
                until(panda, () -> waits[0] != null);
                byte[] into = new byte[LONG];
                try (Incoming message = waits[0]) {
                    message.get(into, 0, LONG);
                }
                assertArrayEquals(bytes(LONG, 3), into);
            }
        });
    }

    @Test
    void whatAReceiverLeavesIsDropped() {
        run(2, panda -> {
            int[] got = new int[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> got[0] += message.getInt());
            if (panda.rank() == 0) {
                for (int i = 0; i < 20; i++) {
                    messages.send(1, new Gather().putInt(1).add(new byte[LONG / 20], 0, LONG / 20));
                }
            } else {
                until(panda, () -> got[0] == 20);
            }
        });
    }

    @Test
    void manyKeptMessagesAreCopiedOutAndUseUpNoBuffers() {
        run(2, panda -> {
            int count = 300;
            ArrayDeque<Incoming> kept = new ArrayDeque<>();
            Messages messages = panda.messages(SERVICE, message -> kept.add(message.keep()));
            if (panda.rank() == 0) {
                for (int i = 0; i < count; i++) {
                    messages.send(1, new Gather().putInt(i).add(bytes(600, i), 0, 600));
                }
            } else {
                until(panda, () -> kept.size() == count);
                assertEquals(64, panda.held());
                assertEquals(count - 64, panda.copiedOut());
                for (int i = 0; i < count; i++) {
                    try (Incoming message = kept.remove()) {
                        assertEquals(i, message.getInt());
                        byte[] data = new byte[600];
                        message.get(data, 0, 600);
                        assertArrayEquals(bytes(600, i), data);
                    }
                }
            }
        });
    }

    @Test
    void messagesForAServiceThatIsNotOpenWaitAndKeepTheirOrder() {
        run(2, panda -> {
            int count = 200;
            int[] next = new int[1];
            Receiver receiver = message -> assertEquals(next[0]++, message.getInt());
            if (panda.rank() == 0) {
                Messages messages = panda.messages(SERVICE, receiver);
                for (int i = 0; i < count / 2; i++) {
                    messages.send(1, new Gather().putInt(i).add(new byte[i * 20], 0, i * 20));
                }
                panda.barrier();
                for (int i = count / 2; i < count; i++) {
                    messages.send(1, new Gather().putInt(i));
                }
            } else {
                panda.barrier();
                Messages messages = panda.messages(SERVICE, receiver);
                assertTrue(panda.isMultithreaded() || next[0] == 0, "a service is opened without upcalls");
                fails("service 3 is open", () -> panda.messages(SERVICE, receiver));
                until(panda, () -> next[0] == count);
                messages.close();
            }
        });
    }

    @Test
    void receiversSendEvenWithoutSendPackets() {
        run(2, panda -> {
            int[] got = new int[1];
            Messages[] messages = new Messages[1];
            messages[0] = panda.messages(SERVICE, message -> {
                int wanted = message.getInt();
                for (int i = 0; i < wanted; i++) {
                    // Each asks for more packets than a rank has.
                    messages[0].send(
                            message.source(), new Gather().putInt(0).putInt(i).add(bytes(5000, i), 0, 5000));
                }
                if (wanted == 0) {
                    assertEquals(got[0]++, message.getInt());
                    byte[] data = new byte[5000];
                    message.get(data, 0, 5000);
                    assertArrayEquals(bytes(5000, got[0] - 1), data);
                }
            });
            messages[0].send(1 - panda.rank(), new Gather().putInt(MANY));
            until(panda, () -> got[0] == MANY);
        });
    }

    @Test
    void aBroadcastReachesTheOtherMembers() {
        run(4, panda -> {
            var all = panda.group();
            assertSame(all, panda.group());
            int[] sums = new int[4];
            Broadcast broadcast = panda.broadcast(SERVICE, all, Delivery.COMPLETE, message -> {
                assertSame(all, message.group());
                assertEquals(sums[message.source()]++, message.getInt());
                byte[] data = new byte[message.remaining()];
                message.get(data, 0, data.length);
                assertArrayEquals(bytes(data.length, 5), data);
            });
            for (int i = 0; i < 30; i++) {
                int length = i % 3 == 0 ? 4000 : 10;
                broadcast.send(new Gather().putInt(i).add(bytes(length, 5), 0, length));
            }
            until(panda, () -> {
                int full = 0;
                for (int sum : sums) {
                    full += sum == 30 ? 1 : 0;
                }
                return full == 3;
            });
            assertEquals(0, sums[panda.rank()]);
            panda.barrier();
            broadcast.close();
            if (panda.rank() < 2) {
                var pair = panda.group(0, 1);
                int[] got = new int[1];
                Broadcast inPair = panda.broadcast(SERVICE, pair, Delivery.BEGUN, message -> got[0] = message.getInt());
                inPair.send(new Gather().putInt(6));
                until(panda, () -> got[0] == 6);
            }
        });
    }

    @Test
    void anExceptionOfAReceiverReachesThePollAndNothingElseIsLost() {
        run(2, panda -> {
            int[] got = new int[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> {
                if (++got[0] == 2) {
                    throw new IllegalStateException("the second one");
                }
            });
            if (panda.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    messages.send(1, new Gather().add(new byte[3000], 0, 3000));
                }
            } else {
                IllegalStateException e =
                        assertThrows(IllegalStateException.class, () -> until(panda, () -> got[0] == 4));
                assertEquals("the second one", e.getMessage());
                until(panda, () -> got[0] == 3);
            }
        });
    }

    @Test
    void badCallsNameWhatIsWrong() {
        run(2, panda -> {
            Incoming[] old = new Incoming[1];
            int[] got = new int[1];
            Messages messages = panda.messages(SERVICE, Delivery.BEGUN, message -> {
                old[0] = message;
                fails("5 bytes are read of a message of 4", () -> message.get(new byte[5], 0, 5));
                fails("a destination of 3 bytes; expected 4", () -> message.into(new byte[3], 0, 3, whole -> {}));
                fails("skip(-1)", () -> message.skip(-1));
                assertThrows(IndexOutOfBoundsException.class, () -> message.get(new byte[2], 1, 3));
                got[0]++;
            });
            fails("destination 2", () -> messages.send(2, new Gather()));
            fails("service 256", () -> panda.messages(256, message -> {}));
            fails("service -1", () -> panda.messages(-1, message -> {}));
            assertThrows(IndexOutOfBoundsException.class, () -> new Gather().add(new int[3], 2, 2));
            assertThrows(IllegalArgumentException.class, () -> Panda.setup().held(-1));
            messages.send(1 - panda.rank(), new Gather().putInt(1));
            until(panda, () -> got[0] == 1);
            fails("after its receiver has returned", () -> old[0].getInt());
            assertFalse(panda.isMultithreaded() && panda.lci().isInUpcall());
            panda.barrier();
        });
    }

    @Test
    void severalClientsSharePanda() {
        run(1, panda -> {
            try (Panda again = setup().init()) {
                assertSame(panda, again);
            }
            int[] got = new int[1];
            Messages messages = panda.messages(SERVICE, message -> got[0]++);
            messages.send(0, new Gather());
            until(panda, () -> got[0] == 1);
        });
    }
}
