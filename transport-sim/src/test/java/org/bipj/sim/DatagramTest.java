package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.bipj.sim.ip.UdpPacket;
import org.bipj.sim.ip.UdpSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagrams between hosts, their losses, and hosts that pause. */
@Timeout(60)
class DatagramTest {
    private static final int PORT = 5000;
    private static final int MANY = 200;
    private static final long MS = 1_000_000;
    private static final long PATIENCE = 50 * MS;

    /** The numbers of datagrams in the order in which they arrive at the other host. */
    private static List<Integer> arrivals(long seed, String... changes) {
        List<Integer> arrived = new ArrayList<>();
        IpRig.run(
                IpRig.options("", seed, changes),
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    socket.bind(rank.host().address(), PORT);
                    UdpPacket packet = socket.receive(PATIENCE, true);
                    while (packet != null) {
                        arrived.add(ByteBuffer.wrap(packet.data()).getInt());
                        packet = socket.receive(PATIENCE, true);
                    }
                },
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    for (int i = 0; i < MANY; i++) {
                        socket.send(
                                ByteBuffer.allocate(4).putInt(i).array(),
                                new InetSocketAddress(rank.host().names().address(0), PORT));
                    }
                });
        return arrived;
    }

    private static List<Integer> sent() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(i);
        }
        return all;
    }

    @Test
    void allArriveInTheirOrderUnlessTheSettingsSayOtherwise() {
        assertEquals(sent(), arrivals(1));
    }

    @Test
    void someAreLostAsTheSeedSays() {
        List<Integer> arrived = arrivals(1, "ip.loss=0.2");
        assertTrue(arrived.size() > MANY / 2 && arrived.size() < MANY, () -> arrived.size() + " arrived");
        assertEquals(new ArrayList<>(new TreeSet<>(arrived)), arrived);
        assertEquals(arrived, arrivals(1, "ip.loss=0.2"));
        assertNotEquals(arrived, arrivals(2, "ip.loss=0.2"));
    }

    @Test
    void someComeTwice() {
        List<Integer> arrived = arrivals(1, "ip.duplicates=0.2");
        assertTrue(arrived.size() > MANY && arrived.size() < 2 * MANY, () -> arrived.size() + " arrived");
        assertEquals(new HashSet<>(sent()), new HashSet<>(arrived));
    }

    @Test
    void someAreOvertaken() {
        List<Integer> arrived = arrivals(1, "ip.reordered=0.2");
        assertNotEquals(sent(), arrived);
        assertEquals(sent(), new ArrayList<>(new TreeSet<>(arrived)));
    }

    @Test
    void aProbabilityIsOne() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> arrivals(1, "ip.loss=2"))
                .getMessage()
                .contains("ip.loss = 2: expected 0 to 1"));
    }

    @Test
    void aDatagramOfSeveralPacketsArrivesWhole() {
        byte[] much = IpRig.bytes(60_000, 3);
        IpRig.run(
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    socket.bind(rank.host().address(), PORT);
                    assertArrayEquals(much, socket.receive(-1, true).data());
                },
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    socket.connect(new InetSocketAddress(rank.host().names().address(0), PORT));
                    socket.send(much, null);
                    assertThrows(SocketException.class, () -> socket.send(new byte[70_000], null));
                });
    }

    @Test
    void aHostSaysThatNobodyHasThePort() {
        IpRig.run(rank -> {}, rank -> {
            UdpSocket socket = rank.host().datagrams();
            socket.connect(new InetSocketAddress(rank.host().names().address(0), PORT));
            socket.send(new byte[1], null);
            assertThrows(PortUnreachableException.class, () -> socket.receive(-1, true));
            assertNull(socket.receive(PATIENCE, true));
        });
    }

    /** A query for the address of a name. */
    private static byte[] query(String name) {
        ByteBuffer query = ByteBuffer.allocate(100);
        query.putShort((short) 77)
                .putShort((short) 0x100)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0);
        for (String label : name.split("\\.")) {
            query.put((byte) label.length()).put(label.getBytes());
        }
        query.put((byte) 0).putShort((short) 1).putShort((short) 1);
        byte[] bytes = new byte[query.position()];
        query.flip().get(bytes);
        return bytes;
    }

    @Test
    void aServerOfNamesAnswersAtAnyAddress() {
        IpRig.run(
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    InetSocketAddress server = new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 53);
                    socket.send(query("node1"), server);
                    UdpPacket packet = socket.receive(-1, true);
                    assertEquals(server, packet.from());
                    ByteBuffer answer = ByteBuffer.wrap(packet.data());
                    assertEquals(77, answer.getShort(0));
                    assertEquals((short) 0x8180, answer.getShort(2));
                    byte[] address = new byte[4];
                    answer.get(answer.limit() - 4, address);
                    assertArrayEquals(new byte[] {10, 0, 0, 2}, address);
                    socket.send(query("node1.example.org"), server);
                    assertEquals(
                            (short) 0x8183,
                            ByteBuffer.wrap(socket.receive(-1, true).data()).getShort(2));
                },
                rank -> {});
    }

    @Test
    void aHostThatPausesDoesNothingMeanwhile() {
        List<Long> times = new ArrayList<>();
        IpRig.run(
                IpRig.options("pause@host0:at=20ms:for=30ms", 1),
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    socket.bind(rank.host().address(), PORT);
                    for (int i = 0; i < 3; i++) {
                        UdpPacket packet = socket.receive(-1, true);
                        socket.send(packet.data(), packet.from());
                    }
                },
                rank -> {
                    UdpSocket socket = rank.host().datagrams();
                    for (long at : new long[] {10, 25, 60}) {
                        rank.sleep(at * MS - (long) (rank.us() * 1000));
                        socket.send(
                                new byte[1],
                                new InetSocketAddress(rank.host().names().address(0), PORT));
                        socket.receive(-1, true);
                        times.add((long) rank.us() / 1000);
                    }
                });
        assertEquals(List.of(10L, 50L, 60L), times);
    }
}
