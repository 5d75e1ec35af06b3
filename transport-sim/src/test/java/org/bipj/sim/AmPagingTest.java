package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More endpoints than the board has frames: faults, the segment driver, and how endpoints leave the board. */
class AmPagingTest {
    private static final byte[] NONE = {};
    private static final double QUANTUM_US = 15_000;

    /** An endpoint's page goes out by host DMA, another one comes in, each with an interrupt of 40 us and a remap. */
    private static final double MOVE_US = 400;

    private static AmRig.Box[] open(AmRig.Host host, int count) {
        AmRig.Box[] boxes = new AmRig.Box[count];
        boxes[0] = host.first;
        for (int i = 1; i < count; i++) {
            boxes[i] = host.open(host.first.group);
        }
        return boxes;
    }

    private static long name(int rank, int endpoint) {
        return new EndpointName(rank, endpoint, 0).packed();
    }

    private static void send(AmRig.Host host, AmRig.Box from, int rank, int endpoint, long header, byte[] data) {
        host.send(from, REQUEST, name(rank, endpoint), AmRig.TAG, header, 1, data);
    }

    private static String state(SimCluster cluster, int rank) {
        return cluster.port(rank).state();
    }

    @Test
    void whatFitsIntoTheFramesHasNoFaults() {
        SimCluster cluster = AmRig.play(2, "", host -> {
            AmRig.Box[] boxes = open(host, 7);
            host.compute(10);
            for (int i = 0; i < boxes.length; i++) {
                send(host, boxes[i], 1 - host.rank(), i, i, new byte[4096]);
            }
            for (AmRig.Box box : boxes) {
                host.poll(host.first.group, () -> box.received.size() == 1);
            }
            host.compute(100_000);
        });
        assertTrue(state(cluster, 0).contains("segment driver: IDLE, 0 faults wait, 0 served"), state(cluster, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 20, 84})
    void eachOfManyEndpointsAnswers(int endpoints) {
        AmRig.run(2, host -> {
            AmRig.Box[] boxes = host.rank() == 0 ? open(host, 1) : open(host, endpoints);
            host.compute(2000);
            if (host.rank() == 0) {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < endpoints; i++) {
                        send(host, host.first, 1, i, round * endpoints + i, NONE);
                    }
                }
                host.receive(3 * endpoints);
                assertEquals(
                        3 * endpoints,
                        host.first.received.stream()
                                .mapToLong(AmRig.Message::header)
                                .distinct()
                                .count());
            } else {
                answer(host, boxes, 3 * endpoints);
                host.compute(500_000);
            }
        });
    }

    /** Answers so many requests, each from the endpoint to which it came. */
    private static void answer(AmRig.Host host, AmRig.Box[] boxes, int count) {
        int[] answered = new int[1];
        host.poll(host.first.group, () -> {
            for (AmRig.Box box : boxes) {
                for (AmRig.Message request : List.copyOf(box.received)) {
                    box.received.remove(request);
                    answered[0]++;
                    host.send(box, REPLY, request.other(), AmRig.TAG, request.header(), 0, NONE);
                }
            }
            return answered[0] == count;
        });
    }

    /** The program is suspended until the page that it has written to is in a frame. */
    @Test
    void aWriteToAnEndpointThatIsNotResidentSuspendsTheProgram() {
        AmRig.run(2, host -> {
            AmRig.Box[] boxes = open(host, host.rank() == 0 ? 8 : 1);
            host.compute(10);
            if (host.rank() == 0) {
                double start = host.us();
                send(host, boxes[6], 1, 0, 6, NONE);
                assertTrue(host.us() - start < 10, "resident: " + (host.us() - start));
                start = host.us();
                send(host, boxes[7], 1, 0, 7, NONE);
                assertEquals(MOVE_US, host.us() - start, 0.3 * MOVE_US, "not resident");
                start = host.us();
                send(host, boxes[7], 1, 0, 8, NONE);
                assertTrue(host.us() - start < 10, "resident now: " + (host.us() - start));
            } else {
                host.receive(3);
            }
        });
    }

    /** It is refused, the endpoint is loaded, and the scan sends it again. */
    @Test
    void aMessageForAnEndpointThatIsNotResidentLoadsIt() {
        double[] us = new double[2];
        AmRig.run(2, host -> {
            AmRig.Box[] boxes = open(host, host.rank() == 1 ? 8 : 1);
            host.compute(100);
            if (host.rank() == 0) {
                us[0] = host.us();
                send(host, host.first, 1, 7, 7, NONE);
                host.compute(4 * QUANTUM_US);
            } else {
                host.poll(host.first.group, () -> boxes[7].received.size() == 1);
                us[1] = host.us();
                host.compute(4 * QUANTUM_US);
            }
        });
        assertTrue(us[1] - us[0] > QUANTUM_US && us[1] - us[0] < 2 * QUANTUM_US + 1000, "took " + (us[1] - us[0]));
    }

    /** An endpoint that was loaded again has no staging area that the board can use: a fault in either direction. */
    @Test
    void stagingMemoryIsMappedForTheFirstMessageThatNeedsIt() {
        byte[] data = new byte[3000];
        data[2999] = 9;
        SimCluster cluster = AmRig.play(2, "", host -> {
            AmRig.Box[] boxes = open(host, 8);
            host.compute(10);
            send(host, boxes[7], 1 - host.rank(), 7, 1, data);
            host.poll(host.first.group, () -> boxes[7].received.size() == 1);
            assertArrayEquals(data, boxes[7].received.get(0).data());
            host.compute(4 * QUANTUM_US);
        });
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(state(cluster, rank).contains("0 faults wait, 2 served"), state(cluster, rank));
        }
    }

    /** It is unmapped with its endpoint: two others come, it comes back, and its data are a fault, which they were not before. */
    @Test
    void anEndpointThatLeavesLosesItsStagingMemory() {
        SimCluster cluster = AmRig.play(
                2,
                "",
                host -> {
                    AmRig.Box[] boxes = open(host, host.rank() == 0 ? 4 : 1);
                    host.compute(10);
                    if (host.rank() == 0) {
                        for (int i : new int[] {0, 2, 3, 0}) {
                            send(host, boxes[i], 1, 0, i, i == 0 ? new byte[100] : NONE);
                            host.compute(10 * QUANTUM_US);
                        }
                    } else {
                        host.receive(4);
                    }
                },
                "am.frames=2");
        assertTrue(state(cluster, 0).contains("0 faults wait, 4 served"), state(cluster, 0));
    }

    /** A peer that refuses for ever does not keep an endpoint on the board: the latest NACK settles its packets. */
    @Test
    void refusedMessagesLeaveTheBoardWithTheirEndpointAndAreSentLater() {
        int messages = 20;
        AmRig.run(
                2,
                host -> {
                    AmRig.Box[] boxes = open(host, host.rank() == 0 ? 4 : 1);
                    host.compute(10);
                    if (host.rank() == 0) {
                        for (int i = 0; i < messages; i++) {
                            send(host, boxes[0], 1, 0, i, NONE);
                        }
                        host.compute(1000);
                        // Both other frames and then the first one are needed.
                        for (int i = 1; i < boxes.length; i++) {
                            double start = host.us();
                            send(host, boxes[i], 0, i, 100 + i, NONE);
                            host.poll(host.first.group, received(boxes[i], 1));
                            assertTrue(host.us() - start < 10 * QUANTUM_US, "endpoint " + i + " waits for the refused");
                        }
                    } else {
                        host.compute(40 * QUANTUM_US);
                        host.receive(messages);
                        assertEquals(
                                messages,
                                host.first.received.stream()
                                        .mapToLong(AmRig.Message::header)
                                        .distinct()
                                        .count());
                    }
                },
                "am.frames=2");
    }

    private static BooleanSupplier received(AmRig.Box box, int count) {
        return () -> box.received.size() >= count;
    }

    /** What is not answered may be delivered: the endpoint stays until its peer is known to be unreachable. */
    @Test
    void anEndpointWithAnUnansweredPacketStaysUntilItIsAnswered() {
        double[] us = new double[2];
        AmRig.play(
                2,
                "dead@host1:at=1ms",
                host -> {
                    if (host.rank() == 1) {
                        return;
                    }
                    AmRig.Box[] boxes = open(host, 3);
                    host.compute(2000);
                    double start = host.us();
                    send(host, boxes[0], 1, 0, 0, NONE);
                    send(host, boxes[1], 0, 0, 1, NONE);
                    host.compute(1000);
                    // The second one leaves at once, although it was loaded later.
                    send(host, boxes[2], 0, 2, 2, NONE);
                    us[0] = host.us() - start;
                    // Both have something that is not answered.
                    send(host, boxes[2], 1, 0, 3, NONE);
                    host.compute(1000);
                    send(host, boxes[1], 0, 2, 4, NONE);
                    us[1] = host.us() - start;
                    host.poll(host.first.group, () -> boxes[0].returned.size() + boxes[2].returned.size() == 2);
                    assertEquals(Endpoints.UNREACHABLE, boxes[0].returned.get(0).reason());
                },
                "am.frames=2");
        assertTrue(us[0] < 2000, "settled: " + us[0]);
        assertEquals(256 * QUANTUM_US, us[1], 2 * QUANTUM_US, "not settled");
    }

    @Test
    void whatWaitsInAClosedEndpointThatIsNotResidentGoesBack() {
        AmRig.run(
                2,
                host -> {
                    AmRig.Box[] boxes = open(host, host.rank() == 1 ? 4 : 1);
                    host.compute(100);
                    if (host.rank() == 0) {
                        for (int i = 0; i < 4; i++) {
                            send(host, host.first, 1, 0, i, NONE);
                        }
                        host.awaitReturned(4);
                        host.first.returned.forEach(message -> assertEquals(Endpoints.NO_ENDPOINT, message.reason()));
                    } else {
                        host.compute(1000);
                        // They take the frames.
                        send(host, boxes[2], 1, 2, 2, NONE);
                        send(host, boxes[3], 1, 3, 3, NONE);
                        boxes[0].endpoint.close();
                        boxes[1].endpoint.close();
                        host.poll(host.first.group, received(boxes[3], 1));
                        host.compute(20 * QUANTUM_US);
                    }
                },
                "am.frames=2");
    }

    /** Two endpoints of one board that are never resident together by themselves, and more that want the frames. */
    @Test
    void endpointsOfOneBoardReachEachOtherInTwoFrames() {
        AmRig.run(
                1,
                host -> {
                    AmRig.Box[] boxes = open(host, 5);
                    host.compute(10);
                    for (int round = 0; round < 3; round++) {
                        for (int i = 0; i < boxes.length; i++) {
                            send(host, boxes[i], 0, (i + 1 + round) % boxes.length, i, new byte[i * 100]);
                        }
                    }
                    List<AmRig.Message> all = new ArrayList<>();
                    host.poll(host.first.group, () -> {
                        all.clear();
                        List.of(boxes).forEach(box -> all.addAll(box.received));
                        return all.size() == 3 * boxes.length;
                    });
                    host.compute(10 * QUANTUM_US);
                },
                "am.frames=2");
    }
}
