package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.EndpointName;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;
import org.junit.jupiter.api.Test;

/** A thread for each endpoint, which waits for its messages (virtual networks paper, section 5.4). */
class AmThreadsTest {
    private static final byte[] NONE = {};
    /** An endpoint's page goes out and another one comes in. */
    private static final double MOVE_US = 400;

    private static long name(int rank, int endpoint) {
        return new EndpointName(rank, endpoint, 0).packed();
    }

    private static Fiber spawn(String name, Runnable body) {
        return Fiber.current().processor().spawn(name, Processor.Priority.NORMAL, body);
    }

    /** Opens endpoints, each in a group of its own. */
    private static List<AmRig.Box> open(AmRig.Host host, int count) {
        List<AmRig.Box> boxes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boxes.add(host.open(host.endpoints.group()));
        }
        return boxes;
    }

    private static void awaitThreads(List<Fiber> threads) {
        Fiber.current().waitFor(() -> threads.stream().allMatch(Fiber::hasEnded), Fiber.FOREVER, "its threads");
    }

    /** Each of many threads is woken by its own message alone: a wake-up of all would switch the processor 20 times as often. */
    @Test
    void aMessageWakesTheThreadOfItsEndpointOnly() {
        int endpoints = 6;
        int rounds = 10;
        long[] switches = new long[1];
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                host.compute(1000);
                for (int i = 0; i < rounds * endpoints; i++) {
                    host.send(host.first, REQUEST, name(1, 1 + i % endpoints), AmRig.TAG, i, 1, NONE);
                    host.receive(i + 1);
                    host.compute(100);
                }
                return;
            }
            Processor processor = Fiber.current().processor();
            List<Fiber> threads = new ArrayList<>();
            for (AmRig.Box box : open(host, endpoints)) {
                threads.add(spawn("thread " + threads.size(), () -> {
                    while (box.received.size() < rounds) {
                        long seen = box.group.arrivals();
                        if (box.group.poll(1) == 0) {
                            box.group.awaitArrival(seen);
                        } else {
                            AmRig.Message request = box.received.getLast();
                            host.send(box, REPLY, request.other(), AmRig.TAG, request.header(), 1, NONE);
                        }
                    }
                }));
            }
            awaitThreads(threads);
            switches[0] = processor.switches();
            host.compute(1000);
        });
        assertTrue(
                switches[0] >= rounds * endpoints && switches[0] < 3 * rounds * endpoints, switches[0] + " switches");
    }

    @Test
    void aMessageThatHasComeSinceIsNotWaitedFor() {
        AmRig.run(2, host -> {
            if (host.rank() == 0) {
                host.send(REQUEST, 1, 5, 1, NONE);
                host.compute(1000);
                return;
            }
            long seen = host.first.group.arrivals();
            host.compute(500);
            double before = host.us();
            host.first.group.awaitArrival(seen);
            assertEquals(before, host.us(), 1);
            host.receive(1);
        });
    }

    /** The interrupt, the event and enabling it again ({@code host.am.event}) are the woken thread's. */
    @Test
    void aThreadThatIsWokenPaysForTheEvent() {
        double[] us = new double[2];
        for (int cost : new int[] {0, 1}) {
            AmRig.run(
                    2,
                    host -> {
                        if (host.rank() == 0) {
                            host.compute(100);
                            host.send(REQUEST, 1, 5, 1, NONE);
                            host.compute(1000);
                            return;
                        }
                        host.first.group.awaitArrival(host.first.group.arrivals());
                        host.receive(1);
                        us[cost] = host.us();
                    },
                    "host.am.event=" + 50 * cost + " us");
        }
        assertEquals(50, us[1] - us[0], 0.1);
    }

    /** One thread writes to an endpoint that is not resident, another one goes on meanwhile. */
    @Test
    void aFaultSuspendsTheThreadThatWrites() {
        AmRig.run(2, host -> {
            if (host.rank() == 1) {
                host.receive(21);
                host.compute(2000);
                return;
            }
            List<AmRig.Box> boxes = open(host, 7);
            double[] wroteUs = new double[1];
            Fiber writer = spawn("writer", () -> {
                double start = host.us();
                host.send(boxes.getLast(), REQUEST, name(1, 0), AmRig.TAG, 0, 1, NONE);
                wroteUs[0] = host.us() - start;
            });
            Fiber other = spawn("other", () -> {
                for (int i = 1; i <= 20; i++) {
                    double start = host.us();
                    host.send(boxes.getFirst(), REQUEST, name(1, 0), AmRig.TAG, i, 1, NONE);
                    // The driver takes its time from this thread: at most 20 us of the fault, and two remaps of 30 us.
                    assertTrue(host.us() - start < 90, "message " + i + " took " + (host.us() - start));
                    Fiber.current().sleep(10_000_000);
                }
            });
            awaitThreads(List.of(writer, other));
            assertEquals(MOVE_US, wroteUs[0], 0.3 * MOVE_US);
            host.compute(2000);
        });
    }

    @Test
    void aThreadThatWaitsForAnEndpointIsInTheReportOfADeadlock() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> AmRig.run(1, host -> host.first.group.awaitArrival(host.first.group.arrivals())));
        assertTrue(SimSession.describe(deadlock).contains("an active message"), SimSession.describe(deadlock));
    }
}
