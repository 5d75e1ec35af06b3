package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bipj.lci.Group;
import org.junit.jupiter.api.Test;

/** Totally ordered broadcasts. */
public class OrderedContract extends PandaSuite {
    /** More bytes than the packets of a rank hold. */
    private static final int MUCH = 8_000_000;

    /** What a rank has received, and what it compares with the others'. */
    private static final class Log {
        final List<Long> entries = new ArrayList<>();
        int bytes;

        void add(Incoming message) {
            assertEquals(entries.size(), message.ordinal());
            entries.add((long) message.source() << 32 | message.getInt());
            byte[] data = new byte[message.remaining()];
            message.get(data, 0, data.length);
            assertArrayEquals(bytes(data.length, message.source()), data);
            bytes += data.length;
        }

        /** Compares with rank 0, to which all send what they have. */
        void compare(Panda panda, int service) {
            int[] alike = new int[1];
            long hash = entries.hashCode();
            Messages messages = panda.messages(service, message -> {
                assertEquals(hash, message.getLong(), "the order at rank " + message.source());
                alike[0]++;
            });
            messages.send(0, new Gather().putLong(hash));
            if (panda.rank() == 0) {
                until(panda, () -> alike[0] == panda.size());
            }
            panda.barrier();
        }
    }

    @Test
    void allMembersReceiveAllMessagesInOneOrder() {
        run(4, panda -> {
            int each = 60;
            Log log = new Log();
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), log::add);
            Random draw = new Random(panda.rank());
            Gather gather = new Gather();
            int polled = 0;
            for (int i = 0; i < each; i++) {
                int length = draw.nextInt(4) == 0 ? draw.nextInt(5000) : draw.nextInt(100);
                long number = broadcast.send(gather.clear().putInt(i).add(bytes(length, panda.rank()), 0, length));
                assertTrue(number >= i && number < 4 * each);
                polled += draw.nextInt(3) == 0 ? panda.poll() : 0;
            }
            until(panda, () -> log.entries.size() == 4 * each);
            log.compare(panda, SERVICE + 1);
            broadcast.close();
            assertTrue(polled >= 0);
        });
    }

    @Test
    void packetsBehindAGapAreCopiedOutBeyondTheLimit() {
        runRanks(3, () -> {
            try (Panda panda = setup().held(8).init()) {
                ready();
                int behind = 100;
                int[] got = new int[1];
                OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                    assertEquals(got[0]++, message.ordinal());
                    assertEquals(message.ordinal() == 0 ? 0 : 1, message.source());
                    message.skip(1500);
                });
                panda.barrier();
                if (panda.rank() == 0) {
                    // Takes number 0 and is late with its message.
                    long first =
                            panda.lci().counter(0, panda.lci().counters() - 1).getAndAdd(1);
                    panda.barrier();
                    panda.barrier();
                    int head = PandaHeader.head(SERVICE, PandaHeader.ORDERED);
                    panda.sender().send(-1, panda.group(), head, 0, 0, new Gather().add(new byte[1500], 0, 1500));
                    assertTrue(first >= 0);
                } else {
                    panda.barrier();
                    for (int i = 0; i < behind && panda.rank() == 1; i++) {
                        assertEquals(1 + i, broadcast.send(new Gather().add(new byte[1500], 0, 1500)));
                    }
                    panda.barrier();
                    until(panda, () -> got[0] == 1 + behind);
                    assertEquals(panda.rank() == 1, panda.copiedOut() == 0, panda.copiedOut() + " copied out");
                }
                panda.barrier();
                // Rank 0 has nothing of its own at number 0, so all others' wait there.
                assertTrue(panda.held() <= 8, panda.held() + " held");
            }
        });
    }

    @Test
    void ordersOfSeveralGroupsAndServicesAreIndependent() {
        run(4, panda -> {
            Group all = panda.group();
            Group half = panda.rank() < 2 ? panda.group(0, 1) : panda.group(2, 3);
            Log inAll = new Log();
            Log inHalf = new Log();
            OrderedBroadcast wide = panda.orderedBroadcast(SERVICE, all, inAll::add);
            OrderedBroadcast narrow = panda.orderedBroadcast(SERVICE + 1, half, inHalf::add);
            for (int i = 0; i < 20; i++) {
                wide.send(new Gather().putInt(i));
                narrow.send(new Gather().putInt(i));
            }
            until(panda, () -> inAll.entries.size() == 80 && inHalf.entries.size() == 40);
            inAll.compare(panda, SERVICE + 2);
            narrow.close();
            wide.close();
            panda.barrier();
            // The counters go on from where they were.
            Log again = new Log();
            OrderedBroadcast other = panda.orderedBroadcast(SERVICE, all, again::add);
            other.send(new Gather().putInt(1));
            until(panda, () -> again.entries.size() == 4);
        });
    }

    @Test
    void aGroupOfOneReceivesItsOwn() {
        run(2, panda -> {
            int[] got = new int[1];
            OrderedBroadcast alone = panda.orderedBroadcast(SERVICE, panda.group(panda.rank()), message -> {
                assertEquals(panda.rank(), message.source());
                got[0] += message.getInt();
            });
            Gather message = new Gather().putInt(1);
            assertEquals(0, alone.send(message));
            assertEquals(1, alone.send(message.clear().putInt(10)));
            until(panda, () -> got[0] == 11);
        });
    }

    @Test
    void anExceptionOfTheReceiverLosesNoOtherMessage() {
        run(2, panda -> {
            int[] got = new int[1];
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                got[0]++;
                if (message.ordinal() == 1) {
                    throw new IllegalStateException("the second one");
                }
            });
            int[] thrown = new int[1];
            for (int i = 0; i < 3; i++) {
                try {
                    broadcast.send(new Gather().add(new byte[3000], 0, 3000));
                } catch (IllegalStateException e) {
                    thrown[0]++;
                    i--;
                }
            }
            while (got[0] < 6) {
                try {
                    panda.pollOrIdle();
                } catch (IllegalStateException e) {
                    assertEquals("the second one", e.getMessage());
                    thrown[0]++;
                }
            }
            assertEquals(1, thrown[0]);
            assertThrows(NullPointerException.class, () -> panda.orderedBroadcast(9, null, message -> {}));
        });
    }

    @Test
    void aBroadcastIsRefusedInsideAnUpcall() {
        run(2, panda -> {
            int[] got = new int[1];
            OrderedBroadcast[] broadcast = new OrderedBroadcast[1];
            broadcast[0] = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                fails("inside an upcall", () -> broadcast[0].send(new Gather()));
                got[0]++;
            });
            broadcast[0].send(new Gather());
            until(panda, () -> got[0] == 2);
        });
    }

    @Test
    void allMembersSendAtOnceMoreThanTheirBuffersHold() {
        run(2, panda -> {
            long[] got = new long[2];
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                byte[] data = new byte[message.remaining()];
                message.get(data, 0, data.length);
                for (byte each : data) {
                    got[1] += each == 1 + message.source() ? 1 : 0;
                }
                got[0]++;
            });
            byte[] mine = new byte[MUCH];
            Arrays.fill(mine, (byte) (1 + panda.rank()));
            panda.lci().barrier();
            broadcast.send(new Gather().add(mine, 0, MUCH));
            until(panda, () -> got[0] == 2);
            assertEquals(2L * MUCH, got[1]);
        });
    }
}
