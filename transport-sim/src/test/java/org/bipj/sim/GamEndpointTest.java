package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.bip.Bip;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.PortException;
import org.bipj.sim.kernel.DeadlockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint of boards that run Generic Active Messages. */
class GamEndpointTest {
    private static final String GAM = "nic.firmware=gam";
    private static final byte[] NONE = {};
    private static final int PACKET = 4096;

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (31 * seed + i * i);
        }
        return bytes;
    }

    /** Runs a program, lets all end that is under way, and checks that nothing is left. */
    private static void run(int ranks, AmRig.Program program, String... changes) {
        String[] all = new String[changes.length + 1];
        all[0] = GAM;
        System.arraycopy(changes, 0, all, 1, changes.length);
        SimCluster cluster = AmRig.play(ranks, "", program, all);
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(
                    cluster.port(rank).isIdle(), "left: " + cluster.port(rank).state());
        }
    }

    @Test
    void aShortRequestIsAnswered() {
        run(2, host -> {
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 500, 5, NONE);
                host.receive(1);
                AmRig.Message reply = host.first.received.get(0);
                assertEquals(REPLY, reply.kind());
                assertEquals(List.of(900, 901, 902, 903), reply.words());
                assertEquals(new EndpointName(1, 0, 1), EndpointName.of(reply.other()));
            } else {
                host.receive(1);
                AmRig.Message request = host.first.received.get(0);
                assertEquals(500, request.header());
                assertEquals(IntStream.range(500, 505).boxed().toList(), request.words());
                host.send(REPLY, 0, 900, 4, NONE);
            }
        });
    }

    /** Also to the own rank; with one or two buffers on either board. */
    @ParameterizedTest
    @CsvSource({"0,1,1", "0,2,2", "1,1,1", "1,1,2", "1,2,1", "1,2,2"})
    void bulkPacketsArriveInTheirOrder(int to, int sendBuffers, int receiveBuffers) {
        int[] sizes = {1, 0, 4000, 8, 0, PACKET, PACKET, 7, PACKET, 0, 100};
        run(
                2,
                host -> {
                    if (host.rank() == 0) {
                        for (int i = 0; i < sizes.length; i++) {
                            host.send(REQUEST, to, i, 2, bytes(sizes[i], i));
                            if (to == 0) {
                                host.receive(host.first.received.size() + 1);
                                host.send(REPLY, 0, -1, 0, NONE);
                                host.receive(host.first.received.size() + 1);
                            }
                        }
                        host.poll(host.first.group, () -> answers(host) == sizes.length);
                    }
                    for (int i = 0; host.rank() == 1 && to == 1 && i < sizes.length; i++) {
                        host.receive(i + 1);
                        host.send(REPLY, 0, -1, 0, NONE);
                    }
                    if (host.rank() == to) {
                        List<AmRig.Message> requests = host.first.received.stream()
                                .filter(message -> message.kind() == REQUEST)
                                .toList();
                        assertEquals(sizes.length, requests.size());
                        for (int i = 0; i < sizes.length; i++) {
                            assertEquals(i, requests.get(i).header());
                            assertArrayEquals(
                                    bytes(sizes[i], i), requests.get(i).data());
                        }
                    }
                },
                "gam.buffers.send=" + sendBuffers,
                "gam.buffers.receive=" + receiveBuffers);
    }

    private static long answers(AmRig.Host host) {
        return host.first.received.stream()
                .filter(message -> message.kind() == REPLY)
                .count();
    }

    @Test
    void aFifthRequestToARankWaitsForTheReplyToOneBefore() {
        run(3, host -> {
            long first = EndpointName.first(1).packed();
            if (host.rank() == 0) {
                for (int i = 0; i < 4; i++) {
                    host.send(REQUEST, 1, i, 0, NONE);
                }
                assertEquals(Endpoint.BACK_PRESSURED, host.first.endpoint.claim(REQUEST, first, 0, 0));
                host.send(REQUEST, 2, 9, 0, NONE);
                host.receive(2);
                long entry = host.first.endpoint.claim(REQUEST, first, 0, 0);
                assertEquals(0, entry);
                host.first.endpoint.abort(entry);
            } else if (host.rank() == 1) {
                host.compute(100);
                host.receive(4);
                host.send(REPLY, 0, 0, 0, NONE);
            } else {
                host.receive(1);
                host.send(REPLY, 0, 0, 0, NONE);
            }
        });
    }

    @Test
    void aFullRingDropsAndCounts() {
        SimCluster cluster = AmRig.play(
                4,
                "",
                host -> {
                    if (host.rank() > 0) {
                        // Replies take no credit, so that nothing keeps a sender from filling the ring.
                        for (int i = 0; i < 20; i++) {
                            host.send(REPLY, 0, i, 0, NONE);
                        }
                    } else {
                        host.compute(10_000);
                    }
                },
                GAM,
                "gam.peers=4");
        assertTrue(
                cluster.port(0).state().contains("28 packets found its ring full, the first a reply from rank"),
                cluster.port(0).state());
        assertTrue(
                cluster.port(0).state().contains("32 packets received"),
                cluster.port(0).state());
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop@host0:worm=1", "truncate@host0:worm=1"})
    void theReportOfADeadlockNamesALostPacket(String fault) {
        try (SimSession session =
                SimSession.open(2, new SimOptions("now100", 1, fault, "", List.of(GAM)), SimSession.Listener.NONE)) {
            DeadlockException e = assertThrows(
                    DeadlockException.class, () -> session.run(rank -> oneRequest(new AmRig.Host(session.job(rank)))));
            assertTrue(session.explain(e).contains("request from rank 0 to rank 1, "), session.explain(e));
        }
    }

    /** A packet that arrives damaged is not sent again: the receiver's board has counted it. */
    @Test
    void theReportOfADeadlockNamesTheBoardThatHasCountedADamagedPacket() {
        DeadlockException e = assertThrows(
                DeadlockException.class, () -> AmRig.play(2, "flip:rate=0.05", GamEndpointTest::oneRequest, GAM));
        assertTrue(SimSession.describe(e).contains("on its board 1 packets arrived damaged"), SimSession.describe(e));
    }

    private static void oneRequest(AmRig.Host host) {
        if (host.rank() == 0) {
            host.send(REQUEST, 1, 0, 5, NONE);
        }
        host.receive(1);
    }

    @Test
    void whatThereIsNotIsRefused() {
        run(2, host -> {
            Endpoint endpoint = host.first.endpoint;
            long other = EndpointName.first(1 - host.rank()).packed();
            refused(PortException.class, "a second endpoint", () -> host.open(host.endpoints.group()));
            refused(IllegalArgumentException.class, "GAM has no tags", () -> endpoint.setTag(77));
            refused(IllegalArgumentException.class, "6 argument words", () -> endpoint.claim(REQUEST, other, 6, 0));
            refused(IllegalArgumentException.class, "4097 bytes", () -> endpoint.claim(REQUEST, other, 0, PACKET + 1));
            refused(
                    IllegalArgumentException.class,
                    "one endpoint for each board",
                    () -> endpoint.claim(REQUEST, new EndpointName(1, 3, 0).packed(), 0, 0));
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 0, 0, NONE);
                host.receive(1);
                return;
            }
            host.first.verdict = ~20;
            refused(PortException.class, "returns no messages", () -> host.receive(1));
            host.first.verdict = EndpointSink.DONE;
            host.send(REPLY, 0, 0, 0, NONE);
        });
    }

    @Test
    void packetsOfBipAreRefused() {
        run(1, host -> refused(PortException.class, "nic.firmware = bip", Bip::init));
    }

    private static void refused(Class<? extends Exception> type, String named, Executable call) {
        Exception e = assertThrows(type, call);
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }
}
