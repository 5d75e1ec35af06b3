package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.bipj.testkit.RankSuite.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bipj.bip.Bip;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facet of endpoints over Active Messages II's firmware. */
class AmEndpointTest {
    private static final byte[] NONE = {};

    private static List<Integer> words(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    @Test
    void shortRequestIsAnswered() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 500, 16, NONE);
                host.receive(1);
                assertEquals(REPLY, host.first.received.get(0).kind());
                assertEquals(words(900, 4), host.first.received.get(0).words());
                assertEquals(EndpointName.of(host.first.received.get(0).other()), new EndpointName(1, 0, 1));
            } else {
                host.receive(1);
                AmRig.Message request = host.first.received.get(0);
                assertEquals(REQUEST, request.kind());
                assertEquals(500, request.header());
                assertEquals(words(500, 16), request.words());
                host.send(REPLY, 0, 900, 4, NONE);
            }
        });
    }

    /** Also to an endpoint of the same rank. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void mediumMessagesCarryTheirBytes(int to) {
        int[] sizes = {1, 7, 8, 1000, 4096, 8192};
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                for (int size : sizes) {
                    host.send(REQUEST, to, size, 2, bytes(size, size));
                }
            }
            if (host.rank() == to) {
                host.receive(sizes.length);
                for (AmRig.Message message : host.first.received) {
                    assertArrayEquals(bytes((int) message.header(), (int) message.header()), message.data());
                    assertEquals(words((int) message.header(), 2), message.words());
                }
            } else if (host.rank() == 0) {
                host.compute(5000);
            }
        });
    }

    /** A bulk transfer is mediums, which may arrive in any order. */
    @Test
    void bulkTransferByMediums() {
        int fragments = 40;
        AmRig.run(2, host -> {
            int other = 1 - host.rank();
            for (int i = 0; i < fragments; i++) {
                host.send(REQUEST, other, i, 1, bytes(8192, i + host.rank()));
            }
            host.receive(fragments);
            Set<Long> seen = new HashSet<>();
            for (AmRig.Message message : host.first.received) {
                assertTrue(seen.add(message.header()), "twice");
                assertArrayEquals(bytes(8192, (int) message.header() + other), message.data());
            }
        });
    }

    @Test
    void aFullQueueRefusesForTheTimeBeingAndNothingIsLost() {
        int messages = 100;
        AmRig.run(3, host -> {
            if (host.rank() < 2) {
                for (int i = 0; i < messages; i++) {
                    host.send(REQUEST, 2, 1000 * host.rank() + i, 1, NONE);
                }
            } else {
                // Long enough for some scans.
                host.compute(100_000);
                host.receive(2 * messages);
                Set<Long> seen = new HashSet<>();
                host.first.received.forEach(message -> assertTrue(seen.add(message.header()), "twice"));
            }
        });
    }

    /** An endpoint that nobody polls holds up neither another one nor replies. */
    @Test
    void endpointsDoNotBlockEachOther() {
        AmRig.run(2, host -> {
            AmRig.Box other = host.open(host.endpoints.group());
            host.compute(10);
            if (host.rank() == 0) {
                for (int i = 0; i < 16; i++) {
                    host.send(REQUEST, 1, i, 0, NONE);
                }
                for (int i = 0; i < 4; i++) {
                    host.send(other, REQUEST, new EndpointName(1, 1, 1).packed(), AmRig.TAG, 100 + i, 0, NONE);
                    host.poll(other.group, () -> !other.received.isEmpty());
                    assertEquals(REPLY, other.received.remove(0).kind());
                }
            } else {
                for (int i = 0; i < 4; i++) {
                    host.poll(other.group, () -> !other.received.isEmpty());
                    AmRig.Message request = other.received.remove(0);
                    assertEquals(100 + i, request.header());
                    host.send(other, REPLY, request.other(), AmRig.TAG, 0, 0, NONE);
                }
                host.receive(16);
            }
        });
    }

    @Test
    void aWrongTagOrNameComesBack() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                long there = EndpointName.first(1).packed();
                host.send(host.first, REQUEST, there, AmRig.TAG + 1, 1, 3, bytes(100, 1));
                host.send(host.first, REPLY, new EndpointName(1, 5, 1).packed(), AmRig.TAG, 2, 0, NONE);
                host.send(host.first, REPLY, new EndpointName(1, 0, 2).packed(), AmRig.TAG, 3, 0, NONE);
                host.send(host.first, REQUEST, EndpointName.first(2).packed(), AmRig.TAG, 4, 0, NONE);
                host.awaitReturned(4);
                host.first.returned.sort((a, b) -> Long.compare(a.header(), b.header()));
                assertEquals(
                        List.of(
                                Endpoints.WRONG_TAG,
                                Endpoints.NO_ENDPOINT,
                                Endpoints.NO_ENDPOINT,
                                Endpoints.NO_ENDPOINT),
                        host.first.returned.stream().map(AmRig.Message::reason).toList());
                AmRig.Message first = host.first.returned.get(0);
                assertEquals(REQUEST, first.kind());
                assertEquals(there, first.other());
                assertEquals(words(1, 3), first.words());
                assertArrayEquals(bytes(100, 1), first.data());
            } else {
                host.compute(1000);
                assertEquals(0, host.first.group.poll(10));
            }
        });
    }

    @Test
    void anEndpointOfAnyTagAcceptsAll() {
        AmRig.run(2, host -> {
            host.first.endpoint.setTag(Endpoints.ANY_TAG);
            host.compute(10);
            if (host.rank() == 0) {
                host.send(host.first, REQUEST, EndpointName.first(1).packed(), 12345, 1, 0, NONE);
            } else {
                host.receive(1);
            }
        });
    }

    @Test
    void whatTheLibraryRefusesGoesBackWithItsReason() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 9, 2, bytes(3000, 9));
                host.awaitReturned(1);
                AmRig.Message message = host.first.returned.get(0);
                assertEquals(Endpoints.FIRST_OWN_REASON + 3, message.reason());
                assertEquals(REQUEST, message.kind());
                assertEquals(EndpointName.first(1), EndpointName.of(message.other()), "the name that it was sent to");
                assertEquals(words(9, 2), message.words());
                assertArrayEquals(bytes(3000, 9), message.data());
            } else {
                host.first.verdict = ~(Endpoints.FIRST_OWN_REASON + 3);
                host.poll(host.first.group, () -> host.us() > 2000 || host.first.group.poll(1) > 0);
            }
        });
    }

    /** A request that cannot be taken now waits, and keeps no reply. */
    @Test
    void whatTheSinkDoesNotTakeNowIsHandedOverAgain() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                for (int i = 0; i < 20; i++) {
                    host.send(REQUEST, 1, i, 1, bytes(64, i));
                }
                host.send(REPLY, 1, 20, 1, NONE);
            } else {
                host.first.verdict = EndpointSink.NOT_NOW;
                host.compute(50_000);
                assertEquals(0, host.first.group.poll(100));
                assertTrue(host.first.group.hasArrived());
                assertEquals(1, host.first.group.arrivals());
                host.first.verdict = EndpointSink.DONE;
                host.receive(21);
                assertEquals(REPLY, host.first.received.get(0).kind());
                assertEquals(0, host.first.received.get(1).header());
            }
        });
    }

    @Test
    void anEndpointThatChangesItsGroupTakesItsMessagesAlong() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 1, 0, NONE);
            } else {
                host.compute(1000);
                assertTrue(host.first.group.hasArrived());
                EndpointGroup other = host.endpoints.group();
                assertEquals(0, other.arrivals());
                other.add(host.first.endpoint);
                assertEquals(1, other.arrivals());
                assertEquals(0, host.first.group.poll(1));
                assertEquals(1, other.poll(1));
            }
        });
    }

    @Test
    void whatComesForAClosedEndpointGoesBack() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                for (int i = 0; i < 10; i++) {
                    host.send(REQUEST, 1, i, 1, NONE);
                }
                host.compute(1500);
                host.send(host.first, REQUEST, new EndpointName(1, 0, 1).packed(), AmRig.TAG, 10, 1, NONE);
                host.awaitReturned(11);
                host.first.returned.forEach(message -> assertEquals(Endpoints.NO_ENDPOINT, message.reason()));
            } else {
                host.compute(1000);
                assertTrue(host.first.group.hasArrived());
                host.first.endpoint.close();
                assertEquals(0, host.first.group.poll(100));
                assertThrows(IllegalStateException.class, () -> host.first.endpoint.claim(REQUEST, 0, 0, 0));
                Endpoint next = new AmRig.Box(host.endpoints, host.first.group).endpoint;
                assertEquals(new EndpointName(1, 0, 2), EndpointName.of(next.name()), "its number is free at once");
                host.compute(2000);
            }
        });
    }

    @Test
    void aDeadPeerIsUnreachableAfterTheSilentTries() {
        double[] us = new double[1];
        AmRig.play(2, "dead@host1:at=1ms", host -> {
            if (host.rank() == 0) {
                host.compute(2000);
                double start = host.us();
                host.send(REQUEST, 1, 5, 1, bytes(10, 5));
                host.awaitReturned(1);
                us[0] = host.us() - start;
                assertEquals(Endpoints.UNREACHABLE, host.first.returned.get(0).reason());
            }
        });
        assertEquals(256 * 15_000, us[0], 15_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop:rate=0.1", "flip:rate=1e-4", "truncate:rate=0.1"})
    void lossIsRepaired(String faults) {
        int messages = 30;
        AmRig.run(2, faults, host -> {
            int other = 1 - host.rank();
            for (int i = 0; i < messages; i++) {
                host.send(REQUEST, other, i, 1, bytes(100 * i, i));
            }
            host.receive(messages);
            Set<Long> seen = new HashSet<>();
            for (AmRig.Message message : host.first.received) {
                assertTrue(seen.add(message.header()), "twice");
                assertArrayEquals(bytes(message.data().length, (int) message.header()), message.data());
            }
            // The other's messages are acknowledged before this one's endpoint closes.
            host.compute(2_000_000);
        });
    }

    @Test
    void wrongCallsAreRefused() {
        AmRig.run(1, host -> {
            Endpoint one = host.first.endpoint;
            long to = one.name();
            assertMessage(() -> one.claim(2, to, 0, 0), "rank 0: kind 2; expected Endpoints.REQUEST");
            assertMessage(() -> one.claim(REQUEST, to, 0, 8193), "a message of 8193 bytes; expected 0 to 8192");
            assertMessage(() -> one.claim(REQUEST, to, 17, 0), "17 words; expected 0 to 16");
            long entry = one.claim(REPLY, to, 1, 8);
            assertMessage(() -> one.commit(entry + 1, AmRig.TAG, 0), "expected one that is CLAIMED, it is FREE");
            one.abort(entry);
            for (int i = 1; i < host.endpoints.limits().endpoints(); i++) {
                host.open(host.first.group);
            }
            PortException full = assertThrows(PortException.class, () -> host.open(host.first.group));
            assertTrue(full.getMessage().contains("room for 1024 endpoints (am.endpoints)"), full.getMessage());
            host.first.verdict = ~3;
            host.send(REQUEST, 0, 1, 0, NONE);
            assertMessage(() -> host.poll(host.first.group, () -> false), "a sink returns -4; expected DONE, NOT_NOW");
            host.first.verdict = EndpointSink.DONE;
            host.receive(1);
        });
    }

    private static void assertMessage(Runnable call, String expected) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }

    @Test
    void mpiAndBipSayThatTheseBoardsCarryNoPackets() {
        SimOptions options = SimOptions.of("now100").with("nic.firmware=am2");
        try (SimSession session = SimSession.open(1, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                PortException e = assertThrows(PortException.class, Bip::init);
                assertTrue(
                        e.getMessage().contains("nic.firmware = am2), which carries no messages of MPI or BIP"),
                        e.getMessage());
            });
        }
    }

    @Test
    void constantsThatDoNotFitAreRefused() {
        refuses("nic.firmware=gm", "expected bip, am2, gam or lci");
        refuses("am.entries=32", "expected one frame at most (am.frame), 8192 bytes");
        refuses("am.frames=40", "its memory (sram.size) has 262144");
        refuses("am.frames=1", "expected 2 or more: endpoints of one board exchange messages");
        refuses("am.endpoints=6", "expected 7 (am.frames) to");
        refuses("am.hold=1", "expected 2 or more: a refused message comes again within two quanta");
        refuses("am.peers=1", "expected 2 or more, one for each rank");
        refuses("am.route=1", "does not fit an entry of the board's table");
    }

    private static void refuses(String change, String expected) {
        SimOptions options = SimOptions.of("now100").with("nic.firmware=am2", change);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new SimCluster(2, options).close());
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }
}
