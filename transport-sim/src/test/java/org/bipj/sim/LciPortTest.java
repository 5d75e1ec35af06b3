package org.bipj.sim;

import static org.bipj.testkit.RankSuite.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The facet of packets over LCI's boards. */
class LciPortTest {
    private static final byte[] NONE = {};

    /** Also to oneself. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void packetsCarryTheirBytesInOrder(int to) {
        int[] sizes = {0, 1, 7, 8, 1000, 1024};
        LciRig.run(2, host -> {
            if (host.rank() == 0) {
                for (int size : sizes) {
                    host.unicast(to, 40_000 + size, bytes(size, size));
                }
            }
            if (host.rank() == to) {
                host.receive(sizes.length);
                for (int i = 0; i < sizes.length; i++) {
                    LciRig.Packet packet = host.received.get(i);
                    assertEquals(0, packet.source());
                    assertEquals(PacketUpcalls.UNICAST, packet.group());
                    assertEquals(40_000 + sizes[i], packet.client());
                    assertArrayEquals(bytes(sizes[i], sizes[i]), packet.data());
                }
            }
        });
    }

    /** Host and board forward alike: everybody but the sender gets each packet once, in the sender's order. */
    @ParameterizedTest
    @ValueSource(strings = {"ni", "host"})
    void multicastReachesAllMembersButTheSender(String forwarder) {
        int ranks = 7;
        int each = 20;
        LciRig.run(
                ranks,
                host -> {
                    host.groupOfAll(3);
                    for (int i = 0; i < each; i++) {
                        host.multicast(3, i, bytes(100 * host.rank() + i, i));
                    }
                    host.receive((ranks - 1) * each);
                    assertEquals((ranks - 1) * each, host.received.size());
                    for (int sender = 0; sender < ranks; sender++) {
                        int from = sender;
                        List<LciRig.Packet> packets = host.received.stream()
                                .filter(packet -> packet.source() == from)
                                .toList();
                        assertEquals(from == host.rank() ? 0 : each, packets.size());
                        for (int i = 0; i < packets.size(); i++) {
                            assertEquals(3, packets.get(i).group());
                            assertEquals(i, packets.get(i).client());
                            assertArrayEquals(
                                    bytes(100 * from + i, i), packets.get(i).data());
                        }
                    }
                },
                "lci.multicast=" + forwarder);
    }

    /** Also on the own board. */
    @Test
    void countersAddOnceForEachCall() {
        int ranks = 5;
        LciRig.run(ranks, host -> {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 10; i++) {
                assertTrue(seen.add(host.add(2, 7, 1)), "twice");
            }
            host.unicast(0, 0, NONE);
            if (host.rank() == 0) {
                host.receive(ranks);
                assertEquals(10 * ranks, host.add(2, 7, -3));
                assertEquals(10 * ranks - 3, host.add(2, 7, 0));
                assertEquals(0, host.add(2, 6, 0));
            }
        });
    }

    /** More packets than windows, pools and the blocked queue's receiver have room for. */
    @Test
    void packetsWaitForCreditsInTheirOrder() {
        LciRig.run(3, LciRig::manyToTwoThatCompute, "lci.window=2", "lci.host-packets=10");
    }

    /** Packets of MPI's port: a host that retransmits does not take what it would have to keep (LCI paper, section 6.7). */
    @ParameterizedTest
    @CsvSource({"none, 3", "ni, 3", "host, 2"})
    void claimsStallWhereTheHostsWindowIsClosed(String retransmission, int accepted) {
        int packets = 3;
        LciRig.run(
                2,
                host -> {
                    if (host.rank() == 0) {
                        int sent = 0;
                        while (sent < packets && send(host.port, NicPort.DATA)) {
                            sent++;
                        }
                        assertEquals(accepted, sent);
                        assertTrue(send(host.port, NicPort.CONTROL), "answers may leave");
                        for (; sent < packets; sent++) {
                            host.poll(() -> send(host.port, NicPort.DATA));
                        }
                    } else {
                        host.compute(1000);
                        PacketCounter counter = new PacketCounter();
                        for (int fruitless = 1; counter.packets <= packets; fruitless++) {
                            host.port.pollOrIdle(counter, Integer.MAX_VALUE, fruitless);
                        }
                    }
                },
                "lci.retransmission=" + retransmission,
                "lci.multicast=host",
                "lci.window=2");
    }

    private static final class PacketCounter implements PacketSink {
        int packets;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            packets++;
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            throw new IllegalStateException("a completion");
        }
    }

    private static boolean send(NicPort port, int lane) {
        long claim = port.claim(1, lane, 8);
        if (claim >= 0) {
            port.commit(1, lane, claim, 8, 0);
        }
        return claim >= 0;
    }

    @Test
    void keptPacketsKeepTheirBytes() {
        LciRig.run(2, host -> {
            if (host.rank() == 0) {
                for (int i = 0; i < 40; i++) {
                    host.unicast(1, i, bytes(64, i));
                }
            } else {
                host.keeps = true;
                host.receive(20);
                host.keeps = false;
                host.receive(40);
                for (int i = 0; i < host.kept.size(); i++) {
                    int packet = host.kept.get(i);
                    assertArrayEquals(
                            bytes(64, i),
                            host.lci.receiveBuffer(packet).asSlice(0, 64).toArray(ValueLayout.JAVA_BYTE));
                    host.lci.release(packet);
                    assertThrows(IllegalArgumentException.class, () -> host.lci.release(packet));
                }
            }
        });
    }

    @Test
    void aSendPacketIsGivenAwayOnce() {
        LciRig.run(2, host -> {
            if (host.rank() == 0) {
                int packet = host.fill(NONE);
                host.lci.unicast(1, packet, 0, 0);
                assertThrows(IllegalArgumentException.class, () -> host.lci.unicast(1, packet, 0, 0));
                host.lci.free(host.fill(NONE));
            } else {
                host.receive(1);
            }
        });
    }

    /** LCI paper, table 3, and what remains of it on smaller boards. */
    @Test
    void poolsFitIntoTheBoard() {
        limits(128, "lci.packet=1024");
        limits(64, "lci.packet=2048");
        LciRig.run(
                2,
                host -> {
                    int packets = host.lci.limits().sendPackets();
                    assertTrue(packets > 40 && packets < 50, packets + " send packets in 256 KB");
                },
                "sram.size=256KiB");
    }

    private static void limits(int sendPackets, String change) {
        LciRig.run(
                2,
                host -> {
                    assertEquals(sendPackets, host.lci.limits().sendPackets());
                    assertEquals(4096, host.lci.limits().receivePackets());
                },
                change);
    }

    @Test
    void badSettingsAreRefusedByName() {
        refuses(2, "lci.multicast", "expected ni or host", "lci.multicast=both");
        refuses(2, "lci.retransmission", "expected none, ni or host", "lci.retransmission=some");
        refuses(2, "sram.size", "expected room for send and receive buffers", "sram.size=2KiB");
        refuses(
                64,
                "lci.memory.receive.none",
                "expected a receive buffer for each of 64 senders",
                "lci.memory.receive.none=32KiB");
    }

    private static void refuses(int ranks, String key, String expected, String change) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> LciRig.run(ranks, host -> {}, change));
        assertTrue(refused.getMessage().contains(key), refused.getMessage());
        assertTrue(refused.getMessage().contains(expected), refused.getMessage());
    }

    /** Losses cannot be repaired on these boards; a damaged packet ends the run. */
    @Test
    void aDamagedPacketEndsTheRun() {
        PortException damaged = assertThrows(
                PortException.class,
                () -> LciRig.play(2, "flip:worm=1", host -> {
                    if (host.rank() == 0) {
                        host.unicast(1, 0, NONE);
                    } else {
                        host.receive(1);
                    }
                }));
        assertTrue(damaged.getMessage().contains("rank 1: a packet from rank 0"), damaged.getMessage());
    }

    /** Nobody waits for the packet that is missing: the run fails at its end. */
    @Test
    void aLostPacketIsNamedAtTheEnd() {
        PortException lost = assertThrows(
                PortException.class,
                () -> LciRig.play(2, "drop:worm=1", host -> {
                    if (host.rank() == 0) {
                        host.unicast(1, 0, NONE);
                    } else {
                        host.compute(1000);
                    }
                }));
        assertTrue(lost.getMessage().contains("do not retransmit"), lost.getMessage());
        assertTrue(lost.getMessage().contains("1 worms did not arrive whole"), lost.getMessage());
    }
}
