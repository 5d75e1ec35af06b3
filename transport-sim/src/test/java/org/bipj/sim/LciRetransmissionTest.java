package org.bipj.sim;

import static org.bipj.testkit.RankSuite.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.sim.kernel.FiberException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Retransmission by boards and by hosts, with multicast by boards and by hosts. */
class LciRetransmissionTest {
    static Stream<List<String>> placements() {
        return Stream.of(placement("ni", "ni"), placement("ni", "host"), placement("host", "host"));
    }

    static List<String> placement(String retransmission, String multicast) {
        return List.of("lci.retransmission=" + retransmission, "lci.multicast=" + multicast);
    }

    static String[] with(List<String> placement, String... changes) {
        List<String> all = new ArrayList<>(placement);
        all.addAll(Arrays.asList(changes));
        return all.toArray(String[]::new);
    }

    /** Also to oneself. */
    @ParameterizedTest
    @MethodSource("placements")
    void packetsCarryTheirBytesInOrder(List<String> placement) {
        int[] sizes = {0, 1, 7, 8, 1000, 1024};
        LciRig.run(
                2,
                host -> {
                    for (int to = 0; to < 2; to++) {
                        for (int size : sizes) {
                            host.unicast(to, size, bytes(size, size));
                        }
                    }
                    host.receive(2 * sizes.length);
                    for (int from = 0; from < 2; from++) {
                        List<LciRig.Packet> packets = from(host, from);
                        for (int i = 0; i < sizes.length; i++) {
                            assertArrayEquals(
                                    bytes(sizes[i], sizes[i]), packets.get(i).data());
                        }
                    }
                },
                with(placement));
    }

    private static List<LciRig.Packet> from(LciRig.Host host, int source) {
        return host.received.stream()
                .filter(packet -> packet.source() == source)
                .toList();
    }

    /** Everybody multicasts at once. */
    @ParameterizedTest
    @MethodSource("placements")
    void multicastReachesAllMembersButTheSender(List<String> placement) {
        int ranks = 7;
        int each = 30;
        LciRig.run(
                ranks,
                host -> {
                    host.groupOfAll(3);
                    for (int i = 0; i < each; i++) {
                        host.multicast(3, i, bytes(8, 100 * host.rank() + i));
                    }
                    host.receive((ranks - 1) * each);
                    for (int sender = 0; sender < ranks; sender++) {
                        List<LciRig.Packet> packets = from(host, sender);
                        assertEquals(sender == host.rank() ? 0 : each, packets.size());
                        for (int i = 0; i < packets.size(); i++) {
                            assertEquals(3, packets.get(i).group());
                            assertArrayEquals(
                                    bytes(8, 100 * sender + i), packets.get(i).data());
                        }
                    }
                },
                with(placement));
    }

    /** Also on the own board or host. */
    @ParameterizedTest
    @MethodSource("placements")
    void countersAddOnceForEachCall(List<String> placement) {
        int ranks = 5;
        LciRig.run(
                ranks,
                host -> {
                    Set<Long> seen = new HashSet<>();
                    for (int i = 0; i < 10; i++) {
                        assertTrue(seen.add(host.add(2, 7, 1)), "twice");
                    }
                    host.unicast(2, 0, new byte[0]);
                    if (host.rank() == 2) {
                        host.receive(ranks);
                        assertEquals(10 * ranks, host.add(2, 7, -3));
                        assertEquals(10 * ranks - 3, host.add(2, 7, 0));
                        for (int to = 0; to < ranks; to++) {
                            host.unicast(to, 0, new byte[0]);
                        }
                    }
                    host.receive(host.rank() == 2 ? ranks + 1 : 1);
                },
                with(placement));
    }

    /** A receiver that does not poll: boards and windows fill up, and nothing is lost. */
    @ParameterizedTest
    @MethodSource("placements")
    void aReceiverThatComputesGetsAllInOrder(List<String> placement) {
        LciRig.run(
                3,
                LciRig::manyToTwoThatCompute,
                with(placement, "lci.host-packets=10", "lci.memory.receive.retransmission=4KiB"));
    }

    /**
     * A rank asks for a counter while as many packets as its window holds are on their way to it, so that the answer waits. The
     * board of the counter has packets for so many others that their time-outs never leave it without work: it takes in
     * acknowledgements all the same.
     */
    @ParameterizedTest
    @MethodSource("placements")
    @Timeout(120)
    void anAnswerThatWaitsDoesNotKeepAcknowledgementsOut(List<String> placement) {
        int ranks = 8;
        int each = 40;
        LciRig.run(
                ranks,
                host -> {
                    host.pollsForRoom = true;
                    if (host.rank() == 0) {
                        for (int i = 0; i < each * (ranks - 1); i++) {
                            host.unicast(1 + i % (ranks - 1), i, bytes(1024, i));
                        }
                    } else {
                        for (int i = 0; i < 10; i++) {
                            host.add(0, 1, 1);
                        }
                        host.receive(each);
                    }
                },
                with(placement, "lci.timeout=200 us", "lci.acknowledge=50 us"));
    }

    /** One worm of the run is lost or damaged: the packet arrives after the time-out. */
    @ParameterizedTest
    @MethodSource("placements")
    void whatIsLostIsSentAgain(List<String> placement) {
        for (String fault : List.of("drop:worm=3", "flip:worm=3", "truncate:worm=3")) {
            SimCluster cluster = LciRig.play(
                    2,
                    fault,
                    host -> {
                        for (int i = 0; i < 6; i++) {
                            host.unicast(1 - host.rank(), i, bytes(8, i));
                        }
                        host.receive(6);
                        for (int i = 0; i < 6; i++) {
                            assertEquals(i, host.received.get(i).client());
                        }
                        assertTrue(host.us() < 7_000, fault + ": " + host.us() + " us");
                    },
                    with(placement));
            for (int rank = 0; rank < 2; rank++) {
                assertTrue(
                        cluster.port(rank).isIdle(),
                        "left: " + cluster.port(rank).state());
            }
        }
    }

    /** The board of rank 1 dies. */
    @ParameterizedTest
    @MethodSource("placements")
    void aDeadPeerIsReportedByName(List<String> placement) {
        FiberException reported = assertThrows(
                FiberException.class,
                () -> LciRig.play(
                        2,
                        "dead@host1:at=200us",
                        host -> {
                            if (host.rank() == 0) {
                                host.compute(300);
                                host.unicast(1, 0, new byte[0]);
                                host.receive(1);
                            }
                        },
                        with(placement, "lci.tries=5")));
        assertEquals(
                "rank 1: it has not answered 5 times (lci.tries)",
                reported.getCause().getMessage());
    }

    @Test
    void multicastByTheBoardNeedsItsSequenceNumbers() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> LciRig.run(2, host -> {}, with(placement("host", "ni"))));
        assertTrue(refused.getMessage().contains("share the administration of sequence numbers"), refused.getMessage());
    }
}
