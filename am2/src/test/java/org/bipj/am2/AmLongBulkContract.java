package org.bipj.am2;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Compute;
import org.bipj.core.nic.EndpointName;
import org.junit.jupiter.api.Test;

/** Bulk messages so long that a network may move their data as a whole, in unfavourable moments. */
public abstract class AmLongBulkContract extends AmSuite {
    private static final int LENGTH = 300_000;
    private static final int COUNT = 10;
    private static final int COUNTED = 11;
    private static final int TOGGLE = 12;
    /** Messages that wait in an endpoint at most. */
    private static final int QUEUE = 16;

    /** A second endpoint, in a bundle of its own that is not polled before somebody says so. */
    private static AmEndpoint silent(ActiveMessages am) {
        AmEndpoint silent = am.allocateBundle(BundleMode.SEQUENTIAL).allocateEndpoint();
        silent.setTag(TAG);
        silent.setSegment(Arena.ofAuto().allocate(LENGTH));
        return silent;
    }

    /** An endpoint in the first bundle whose entry 0 is the silent one of rank 1. */
    private static AmEndpoint pusher(Bundle bundle) {
        AmEndpoint pusher = bundle.allocateEndpoint();
        pusher.setExpectedResources(100);
        pusher.map(0, new EndpointName(1, 1, 0), TAG);
        return pusher;
    }

    @Test
    void longBulkMessagesToASilentEndpointBlockNoOther() {
        run(2, (am, bundle, endpoint) -> {
            AmEndpoint silent = silent(am);
            int[] answers = new int[1];
            endpoint.setHandler(ASK, message -> message.reply(ANSWER));
            endpoint.setHandler(ANSWER, message -> answers[0]++);
            if (am.rank() == 1) {
                List<Integer> handled = new ArrayList<>();
                silent.setHandler(ASK, message -> {
                    if (message.length() > 0) {
                        byte[] got = silent.segment().toArray(JAVA_BYTE);
                        assertArrayEquals(bytes(LENGTH, message.argument(0)), got);
                    }
                    handled.add(message.argument(0));
                });
                serve(bundle, endpoint);
                assertEquals(List.of(), handled, "its handlers run in its own polls");
                until(silent.bundle(), () -> handled.size() == QUEUE + 1);
                serve(bundle, endpoint);
                silent.bundle().close();
                return;
            }
            endpoint.request(1, ASK);
            until(bundle, () -> answers[0] == 1);
            AmEndpoint pusher = pusher(bundle);
            // The last one finds the queue full, or comes before it is.
            for (int i = 0; i < QUEUE; i++) {
                pusher.request(0, ASK, i);
            }
            byte[] sent = bytes(LENGTH, QUEUE);
            while (!pusher.requestTransferAsync(0, ASK, 0, sent, 0, LENGTH, QUEUE)) {
                bundle.pollOrIdle();
            }
            for (int i = 2; i <= 20; i++) {
                int expected = i;
                endpoint.request(1, ASK, i);
                until(bundle, () -> answers[0] == expected);
            }
            stopReceiver(am, endpoint, pusher);
            silent.bundle().close();
        });
    }

    /** Stops rank 1, once for the endpoint that takes the pusher's messages, and then in the end; nothing has come back. */
    private static void stopReceiver(ActiveMessages am, AmEndpoint endpoint, AmEndpoint pusher) {
        endpoint.request(1, STOP);
        settle(endpoint);
        settle(pusher);
        assertEquals(0, pusher.statistics().returned());
        stop(am, endpoint);
    }

    @Test
    void longBulkMessagesThatCannotBeDeliveredComeBackOnce() {
        run(2, (am, bundle, endpoint) -> {
            AmEndpoint other = bundle.allocateEndpoint();
            other.setTag(TAG + 1);
            other.setSegment(Arena.ofAuto().allocate(LENGTH));
            other.setHandler(ASK, message -> {
                throw new AssertionError("a message with another tag");
            });
            endpoint.setHandler(ASK, message -> {});
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            endpoint.request(1, ASK);
            settle(endpoint);
            List<Status> back = new ArrayList<>();
            endpoint.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Opcode.REQUEST_TRANSFER, opcode);
                assertEquals(5, message.argument(0));
                assertEquals(0, message.length());
                assertEquals(1, message.source().rank());
                back.add(status);
            });
            endpoint.map(10, new EndpointName(1, 1, 0), TAG);
            endpoint.map(11, new EndpointName(1, 99, 1), TAG);
            byte[] sent = new byte[LENGTH];
            for (int to = 10; to <= 11; to++) {
                endpoint.requestTransfer(to, ASK, 0, sent, 0, LENGTH, 5);
                settle(endpoint);
                while (!endpoint.requestTransferAsync(to, ASK, 0, sent, 0, LENGTH, 5)) {
                    bundle.pollOrIdle();
                }
                settle(endpoint);
            }
            assertEquals(List.of(Status.BAD_TAG, Status.BAD_TAG, Status.BAD_ENDPOINT, Status.BAD_ENDPOINT), back);
            stop(am, endpoint);
        });
    }

    @Test
    void longBulkMessagesWaitForAPollBeforeTheyComeBack() {
        run(2, (am, bundle, endpoint) -> {
            AmEndpoint silent = silent(am);
            silent.setSegment(Arena.ofAuto().allocate(1));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                int[] handled = new int[1];
                silent.setSegment(Arena.ofAuto().allocate(LENGTH));
                silent.setHandler(ASK, message -> {
                    assertArrayEquals(bytes(LENGTH, 3), silent.segment().toArray(JAVA_BYTE));
                    handled[0]++;
                });
                until(silent.bundle(), () -> handled[0] == 1);
                serve(bundle, endpoint);
                silent.bundle().close();
                return;
            }
            endpoint.request(1, STOP + 1);
            endpoint.setReturnedHandler((status, opcode, message) -> assertEquals(Status.BAD_HANDLER, status));
            settle(endpoint);
            AmEndpoint pusher = pusher(bundle);
            byte[] sent = bytes(LENGTH, 3);
            while (!pusher.requestTransferAsync(0, ASK, 0, sent, 0, LENGTH)) {
                bundle.pollOrIdle();
            }
            stopReceiver(am, endpoint, pusher);
            silent.bundle().close();
        });
    }

    @Test
    void aGetWhoseSegmentHasGoneIsAnswered() {
        run(2, (am, bundle, endpoint) -> {
            endpoint.setSegment(Arena.ofAuto().allocate(LENGTH));
            List<Status> back = new ArrayList<>();
            endpoint.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Opcode.REPLY_TRANSFER, opcode);
                back.add(status);
            });
            if (am.rank() == 1) {
                comesBack(endpoint, back, Status.BAD_LENGTH);
                return;
            }
            endpoint.setHandler(ANSWER, message -> {
                throw new AssertionError("bytes outside the segment");
            });
            BooleanSupplier stopped = stopped(endpoint);
            endpoint.get(1, ANSWER, 0, 0, LENGTH);
            endpoint.setSegment(Arena.ofAuto().allocate(100));
            settle(endpoint);
            // Pieces that come later must find the endpoint.
            until(bundle, stopped);
        });
    }

    @Test
    void anEndpointThatIsFreedWhileDataComeLeavesItsSegmentAlone() {
        run(2, (am, bundle, endpoint) -> {
            if (am.rank() == 1) {
                int[] handled = new int[1];
                Arena memory = Arena.ofShared();
                AmEndpoint freed = bundle.allocateEndpoint();
                freed.setTag(TAG);
                freed.setSegment(memory.allocate(LENGTH));
                freed.setHandler(ASK, message -> handled[0]++);
                boolean[] sent = new boolean[1];
                endpoint.setHandler(ASK, message -> sent[0] = true);
                endpoint.setHandler(COUNT, message -> message.reply(COUNTED, handled[0]));
                endpoint.request(0, ASK);
                until(bundle, () -> sent[0]);
                freed.close();
                memory.close();
                serve(bundle, endpoint);
                return;
            }
            boolean[] ready = new boolean[1];
            endpoint.setHandler(ASK, message -> ready[0] = true);
            until(bundle, () -> ready[0]);
            AmEndpoint pusher = pusher(bundle);
            int[] back = new int[1];
            pusher.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Status.BAD_ENDPOINT, status);
                back[0]++;
            });
            byte[] data = bytes(LENGTH, 1);
            // One is on its way when the endpoint is freed, others come later.
            pusher.requestTransferAsync(0, ASK, 0, data, 0, LENGTH);
            endpoint.request(1, ASK);
            for (int i = 0; i < 3; i++) {
                pusher.requestTransfer(0, ASK, 0, data, 0, LENGTH);
            }
            settle(pusher);
            assertEquals(0, pusher.outstanding());
            // Those that came before the endpoint was freed may have been handled.
            int[] handled = {-1};
            endpoint.setHandler(COUNTED, message -> handled[0] = message.argument(0));
            endpoint.request(1, COUNT);
            until(bundle, () -> handled[0] >= 0);
            assertEquals(4, back[0] + handled[0]);
            stop(am, endpoint);
        });
    }

    @Test
    void anExceptionDuringABulkRequestLeavesTheNextOnePossible() {
        run(2, (am, bundle, endpoint) -> {
            endpoint.setSegment(Arena.ofAuto().allocate(LENGTH));
            int[] seen = new int[1];
            boolean[] begun = new boolean[1];
            if (am.rank() == 1) {
                endpoint.setHandler(ASK, message -> seen[0]++);
                endpoint.setHandler(ANSWER, message -> begun[0] = true);
                until(bundle, () -> begun[0]);
                endpoint.request(0, ASK);
                serve(bundle, endpoint);
                // One that a handler of rank 0 has ended before it began does not count.
                assertTrue(seen[0] >= 2, seen[0] + " bulk messages");
                return;
            }
            endpoint.setHandler(ASK, message -> {
                throw new IllegalStateException("by a handler");
            });
            byte[] data = bytes(LENGTH, 2);
            endpoint.request(1, ANSWER);
            int thrown = 0;
            for (int i = 0; i < 3; i++) {
                try {
                    endpoint.requestTransfer(1, ASK, 0, data, 0, LENGTH);
                } catch (IllegalStateException e) {
                    thrown++;
                }
            }
            while (endpoint.outstanding() > 0 || thrown == 0) {
                try {
                    bundle.pollOrIdle();
                } catch (IllegalStateException e) {
                    thrown++;
                }
            }
            assertEquals(1, thrown);
            stop(am, endpoint);
        });
    }

    /** Rank 1 is late by more each time: its get from itself has to wait while it answers rank 0, which sends nothing then. */
    @Test
    void aGetFromItselfAndOneFromAnotherGoOnAtOnce() {
        int length = 30_000;
        int rounds = 10;
        run(2, (am, bundle, endpoint) -> {
            byte[] memory = Arrays.copyOf(bytes(length, am.rank()), 3 * length);
            endpoint.setSegment(MemorySegment.ofArray(memory));
            int[] seen = new int[1];
            int[] ended = new int[1];
            BooleanSupplier stopped = stopped(endpoint);
            endpoint.setHandler(ANSWER, message -> seen[0]++);
            endpoint.setHandler(COUNT, message -> ended[0]++);
            for (int round = 1; round <= rounds; round++) {
                int now = round;
                Compute.charge(am.rank() * round * 30e3);
                for (int from = 0; from < 2; from++) {
                    endpoint.get(from, ANSWER, 0, (1 + from) * length, length);
                    settle(endpoint);
                    byte[] got = Arrays.copyOfRange(memory, (1 + from) * length, (2 + from) * length);
                    assertArrayEquals(bytes(length, from), got, "read from rank " + from);
                }
                assertEquals(2 * round, seen[0]);
                if (am.rank() == 1) {
                    endpoint.request(0, COUNT);
                } else {
                    until(bundle, () -> ended[0] >= now);
                }
            }
            if (am.rank() == 1) {
                until(bundle, stopped);
            } else {
                stop(am, endpoint);
            }
        });
    }

    @Test
    void aBulkRequestIsHandledOrComesBackIfTheTagChangesWhileItsPiecesCome() {
        run(2, (am, bundle, endpoint) -> {
            int piece = am.maxMedium() - Header.PREFIX;
            int length = 2 * piece + piece / 2;
            int rounds = 60;
            endpoint.setSegment(Arena.ofAuto().allocate(length));
            if (am.rank() == 1) {
                BooleanSupplier stopped = stopped(endpoint);
                int[] handled = new int[1];
                endpoint.setHandler(ASK, message -> handled[0]++);
                endpoint.setHandler(TOGGLE, message -> thereAndBack(endpoint));
                endpoint.setHandler(COUNT, message -> message.reply(COUNTED, handled[0]));
                while (!stopped.getAsBoolean()) {
                    bundle.pollOrIdle();
                    thereAndBack(endpoint);
                }
                return;
            }
            AmEndpoint pusher = pusher(bundle);
            pusher.map(1, 1, TAG);
            int[] back = new int[1];
            pusher.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Status.BAD_TAG, status);
                back[0] += opcode == Opcode.REQUEST_TRANSFER ? 1 : 0;
            });
            byte[] data = bytes(length, 1);
            for (int i = 0; i < rounds; i++) {
                while (!pusher.requestTransferAsync(1, ASK, 0, data, 0, length)) {
                    bundle.pollOrIdle();
                }
                pusher.request(1, TOGGLE);
                // Credits of requests that are lost come back never.
                settle(pusher);
            }
            int[] handled = {-1};
            endpoint.setReturnedHandler((status, opcode, message) -> assertEquals(Status.BAD_TAG, status));
            endpoint.setHandler(COUNTED, message -> handled[0] = message.argument(0));
            while (handled[0] < 0) {
                endpoint.request(1, COUNT);
                settle(endpoint);
            }
            assertEquals(rounds, handled[0] + back[0]);
            boolean[] refused = {true};
            endpoint.setReturnedHandler((status, opcode, message) -> refused[0] = true);
            while (refused[0]) {
                refused[0] = false;
                stop(am, endpoint);
            }
        });
    }

    private static void thereAndBack(AmEndpoint endpoint) {
        endpoint.setTag(TAG + 1);
        endpoint.setTag(TAG);
    }
}
