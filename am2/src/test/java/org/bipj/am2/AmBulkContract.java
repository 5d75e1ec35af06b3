package org.bipj.am2;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointName;
import org.junit.jupiter.api.Test;

/** Bulk messages, and what endpoints that nobody polls do to others: what every fabric must do. */
public abstract class AmBulkContract extends AmLongBulkContract {
    /** Twice a queue of 16, less a few. */
    private static final int REFUSED = 30;

    private static int[] lengths(ActiveMessages am) {
        int piece = am.maxMedium() - Header.PREFIX;
        return new int[] {0, 1, 100, piece - 1, piece, piece + 1, 5 * piece, 5 * piece + 7, 300_000};
    }

    @Test
    void bulkMessagesGoIntoTheSegmentBeforeTheirHandlerRuns() {
        run(2, (am, bundle, endpoint) -> {
            int room = 310_000;
            MemorySegment segment = Arena.ofAuto().allocate(room);
            endpoint.setSegment(segment);
            assertEquals(segment, endpoint.segment());
            int[] seen = {-1};
            endpoint.setHandler(ASK, message -> {
                seen[0] = (int) message.length();
                assertEquals(segment, message.data());
                assertEquals(message.argument(0), message.dataOffset());
                assertEquals(message.argument(1), seen[0]);
                byte[] got = new byte[seen[0]];
                message.copyData(got, 0, got.length);
                assertArrayEquals(bytes(got.length, got.length), got);
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(300_000, seen[0]);
                return;
            }
            for (int length : lengths(am)) {
                byte[] sent = bytes(length, length);
                endpoint.requestTransfer(1, ASK, 1000 + length % 1000, sent, 0, length, 1000 + length % 1000, length);
                Arrays.fill(sent, (byte) -1);
                // The next one overlaps with it in the segment.
                settle(endpoint);
            }
            stop(am, endpoint);
        });
    }

    @Test
    void handlersReplyWithBulkMessages() {
        run(2, (am, bundle, endpoint) -> {
            MemorySegment segment = Arena.ofAuto().allocate(310_000);
            endpoint.setSegment(segment);
            endpoint.setHandler(ASK, message -> {
                byte[] answer = bytes(message.argument(0), 9);
                message.replyTransfer(ANSWER, 50, answer, 0, answer.length, answer.length);
                Arrays.fill(answer, (byte) 0);
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            int[] seen = {-1};
            endpoint.setHandler(ANSWER, message -> seen[0] = message.argument(0));
            for (int length : lengths(am)) {
                segment.fill((byte) 0);
                endpoint.request(1, ASK, length);
                until(bundle, () -> seen[0] == length);
                assertEquals(0, endpoint.outstanding());
                byte[] got = segment.asSlice(50, length).toArray(JAVA_BYTE);
                assertArrayEquals(bytes(length, 9), got);
                assertEquals(0, segment.get(JAVA_BYTE, 50 + length));
            }
            stop(am, endpoint);
        });
    }

    @Test
    void getReadsTheSegmentOfAnother() {
        run(2, (am, bundle, endpoint) -> {
            byte[] memory = am.rank() == 1 ? bytes(310_000, 4) : new byte[310_000];
            endpoint.setSegment(MemorySegment.ofArray(memory));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            int[] seen = {-1};
            endpoint.setHandler(ANSWER, message -> {
                assertEquals(77, message.dataOffset());
                seen[0] = message.argument(0);
            });
            byte[] all = bytes(310_000, 4);
            for (int length : lengths(am)) {
                endpoint.get(1, ANSWER, 5000, 77, length, length);
                until(bundle, () -> seen[0] == length);
                assertArrayEquals(
                        Arrays.copyOfRange(all, 5000, 5000 + length), Arrays.copyOfRange(memory, 77, 77 + length));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> endpoint.get(1, ANSWER, 0, 310_000, 1));
            fails(Code.RESOURCE, "handler 99", () -> endpoint.get(1, 99, 0, 0, 1));
            endpoint.setSegment(MemorySegment.ofArray(memory).asReadOnly());
            fails(Code.RESOURCE, "cannot be written to", () -> endpoint.get(1, ANSWER, 0, 0, 1));
            endpoint.setSegment(MemorySegment.ofArray(memory));
            assertEquals(0, endpoint.outstanding());
            Status[] back = new Status[1];
            endpoint.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Opcode.GET, opcode);
                back[0] = status;
            });
            endpoint.get(1, ANSWER, 310_001, 0, 1);
            settle(endpoint);
            assertEquals(Status.BAD_SEGMENT_OFFSET, back[0]);
            endpoint.get(1, ANSWER, 309_999, 0, 2);
            settle(endpoint);
            assertEquals(Status.BAD_LENGTH, back[0]);
            stop(am, endpoint);
        });
    }

    @Test
    void asynchronousBulkRequestsDoNotWait() {
        run(2, (am, bundle, endpoint) -> {
            int length = 200_000;
            endpoint.setSegment(Arena.ofAuto().allocate(2 * length));
            int[] sum = new int[1];
            endpoint.setHandler(ASK, message -> sum[0] += message.argument(0));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(3, sum[0]);
                byte[] got = endpoint.segment().toArray(JAVA_BYTE);
                assertArrayEquals(bytes(length, 1), Arrays.copyOf(got, length));
                assertArrayEquals(bytes(length, 2), Arrays.copyOfRange(got, length, 2 * length));
                return;
            }
            byte[] first = bytes(length, 1);
            byte[] second = bytes(length, 2);
            assertTrue(endpoint.requestTransferAsync(1, ASK, 0, first, 0, length, 1));
            while (!endpoint.requestTransferAsync(1, ASK, length, second, 0, length, 2)) {
                bundle.pollOrIdle();
            }
            settle(endpoint);
            endpoint.setExpectedResources(1);
            assertTrue(endpoint.requestTransferAsync(1, 200, 0, first, 0, 0));
            Status[] back = new Status[1];
            endpoint.setReturnedHandler((status, opcode, message) -> back[0] = status);
            settle(endpoint);
            assertEquals(Status.BAD_HANDLER, back[0]);
            stop(am, endpoint);
        });
    }

    @Test
    void memoryOfAClosedArenaIsAnErrorOfTheEndpoint() {
        run(2, (am, bundle, endpoint) -> {
            int length = 200_000;
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(length);
            endpoint.setSegment(am.rank() == 1 ? memory : Arena.ofAuto().allocate(length));
            endpoint.setHandler(ASK, message -> {});
            endpoint.setHandler(ANSWER, message -> {});
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                arena.close();
                serve(bundle, endpoint);
                return;
            }
            // It may have gone already when the arena is closed.
            assertTrue(endpoint.requestTransferAsync(1, ASK, 0, memory, 0L, length));
            arena.close();
            try {
                settle(endpoint);
            } catch (AmException e) {
                assertEquals(Code.BAD_ARGUMENT, e.code());
                assertTrue(e.getMessage().contains("rank 0: source of the bulk message for handler"), e.getMessage());
            }
            settle(endpoint);
            fails(Code.BAD_ARGUMENT, "closed", () -> endpoint.setSegment(memory));
            fails(Code.BAD_ARGUMENT, "closed", () -> endpoint.requestTransfer(1, ASK, 0, memory, 0L, length));
            fails(Code.BAD_ARGUMENT, "closed", () -> endpoint.requestMedium(1, ASK, memory, 0L, 8));
            assertEquals(0, endpoint.outstanding());
            endpoint.request(1, STOP);
            settle(endpoint);
            Status[] back = new Status[1];
            endpoint.setReturnedHandler((status, opcode, message) -> back[0] = status);
            endpoint.get(1, ANSWER, 0, 0, 8);
            settle(endpoint);
            assertEquals(Status.BAD_SEGMENT_OFFSET, back[0]);
            stop(am, endpoint);
        });
    }

    @Test
    void bulkMessagesOutsideTheSegmentComeBackOnce() {
        run(2, (am, bundle, endpoint) -> {
            endpoint.setHandler(ASK, message -> {
                throw new AssertionError("bytes outside the segment");
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                endpoint.setSegment(Arena.ofAuto().allocate(100_000));
                serve(bundle, endpoint);
                return;
            }
            List<Status> back = new ArrayList<>();
            endpoint.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Opcode.REQUEST_TRANSFER, opcode);
                assertEquals(5, message.argument(0));
                assertEquals(0, message.length());
                back.add(status);
            });
            byte[] sent = new byte[100_001];
            endpoint.requestTransfer(1, ASK, 0, sent, 0, 100, 5);
            settle(endpoint);
            endpoint.request(1, STOP);
            settle(endpoint);
            endpoint.requestTransfer(1, ASK, -1, sent, 0, 100, 5);
            settle(endpoint);
            endpoint.requestTransfer(1, ASK, 100_001, sent, 0, 0, 5);
            settle(endpoint);
            endpoint.requestTransfer(1, ASK, 99_999, sent, 0, 2, 5);
            settle(endpoint);
            endpoint.requestTransfer(1, ASK, 0, sent, 0, 100_001, 5);
            settle(endpoint);
            endpoint.requestTransfer(1, 200, 0, sent, 0, 100_000, 5);
            settle(endpoint);
            assertEquals(
                    List.of(
                            Status.BAD_SEGMENT_OFFSET,
                            Status.BAD_SEGMENT_OFFSET,
                            Status.BAD_SEGMENT_OFFSET,
                            Status.BAD_LENGTH,
                            Status.BAD_LENGTH,
                            Status.BAD_HANDLER),
                    back);
            assertEquals(6, endpoint.statistics().returned());
            stop(am, endpoint);
        });
    }

    @Test
    void aBulkReplyOutsideTheSegmentComesBackToWhoRepliedAndTheRequestIsAnswered() {
        run(2, (am, bundle, endpoint) -> {
            List<Status> back = new ArrayList<>();
            endpoint.setReturnedHandler((status, opcode, message) -> {
                assertEquals(Opcode.REPLY_TRANSFER, opcode);
                back.add(status);
            });
            endpoint.setHandler(ASK, message -> message.replyTransfer(ANSWER, 60_000, new byte[50_000], 0, 50_000));
            if (am.rank() == 1) {
                comesBack(endpoint, back, Status.BAD_LENGTH);
                return;
            }
            endpoint.setHandler(ANSWER, message -> {
                throw new AssertionError("bytes outside the segment");
            });
            endpoint.setSegment(Arena.ofAuto().allocate(100_000));
            BooleanSupplier stopped = stopped(endpoint);
            endpoint.request(1, ASK);
            settle(endpoint);
            // Pieces that come later must find the endpoint.
            until(bundle, stopped);
        });
    }

    // ---- endpoints that nobody polls ---------------------------------------------------------------------------

    @Test
    void anEndpointThatNobodyPollsBlocksNoOther() {
        run(2, (am, bundle, endpoint) -> {
            Bundle unpolled = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint silent = unpolled.allocateEndpoint();
            silent.setTag(TAG);
            int[] late = new int[1];
            silent.setHandler(ASK, message -> {
                late[0]++;
                byte[] got = new byte[(int) message.length()];
                message.copyData(got, 0, got.length);
                assertArrayEquals(bytes(got.length, message.argument(0)), got);
            });
            endpoint.setHandler(ASK, message -> message.reply(ANSWER, message.argument(0)));
            int[] answers = new int[1];
            endpoint.setHandler(ANSWER, message -> answers[0]++);
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(0, late[0], "its handlers run in its own polls");
                until(unpolled, () -> late[0] == REFUSED);
                serve(bundle, endpoint);
                unpolled.close();
                return;
            }
            endpoint.request(1, ASK, 0);
            settle(endpoint);
            AmEndpoint pusher = bundle.allocateEndpoint();
            pusher.setExpectedResources(100);
            pusher.map(0, new EndpointName(1, 1, 0), TAG);
            // A queue full and a sender's entries full: no more go out before the endpoint is polled.
            for (int i = 0; i < REFUSED; i++) {
                int length = i % 3 == 0 ? 0 : i % 3 == 1 ? 200 : am.maxMedium();
                pusher.requestMedium(0, ASK, bytes(length, i), 0, length, i);
                int expected = answers[0] + 1;
                endpoint.request(1, ASK, i);
                until(bundle, () -> answers[0] == expected);
            }
            assertEquals(REFUSED, pusher.outstanding());
            endpoint.request(1, STOP);
            settle(endpoint);
            settle(pusher);
            stop(am, endpoint);
            unpolled.close();
        });
    }

    @Test
    void manyEndpointsAreServedInOneBundle() {
        run(2, (am, bundle, endpoint) -> {
            int[] hits = new int[1];
            int count = ENDPOINTS - 1;
            for (int i = 0; i < count; i++) {
                AmEndpoint more = bundle.allocateEndpoint();
                more.setTag(TAG);
                more.setHandler(ASK, message -> hits[0]++);
            }
            if (am.rank() == 1) {
                boolean[] ready = new boolean[1];
                endpoint.setHandler(ASK, message -> ready[0] = true);
                until(bundle, () -> ready[0]);
                serve(bundle, endpoint);
                assertEquals(count, hits[0]);
                return;
            }
            endpoint.request(1, ASK);
            settle(endpoint);
            for (int i = 1; i <= count; i++) {
                endpoint.map(4, new EndpointName(1, i, 0), TAG);
                endpoint.request(4, ASK);
                endpoint.unmap(4);
            }
            settle(endpoint);
            stop(am, endpoint);
            fails(Code.RESOURCE, "entry 4", () -> endpoint.request(4, ASK));
        });
    }

    // ---- events ------------------------------------------------------------------------------------------------

    @Test
    void aWaitEndsWhenAMessageComesToAnEmptyEndpoint() {
        run(2, (am, bundle, endpoint) -> {
            int[] handled = new int[1];
            endpoint.setHandler(ASK, message -> handled[0]++);
            fails(Code.BAD_ARGUMENT, "none enabled", bundle::await);
            if (am.rank() == 0) {
                for (int i = 0; i < 50; i++) {
                    endpoint.request(1, ASK);
                    if (i % 5 == 0) {
                        settle(endpoint);
                    }
                }
                settle(endpoint);
                return;
            }
            assertEquals(EventMask.NONE, bundle.eventMask());
            bundle.setEventMask(EventMask.NOT_EMPTY);
            while (handled[0] < 50) {
                int before = handled[0];
                bundle.await();
                assertEquals(before, handled[0], "a wait runs no handlers");
                bundle.poll();
            }
        });
    }

    @Test
    void enablingTheEventWhileMessagesWaitPostsIt() {
        run(1, (am, bundle, endpoint) -> {
            int[] handled = new int[1];
            endpoint.setHandler(ASK, message -> handled[0]++);
            endpoint.request(0, ASK);
            for (int round = 1; round <= 3; round++) {
                bundle.setEventMask(EventMask.NOT_EMPTY);
                while (handled[0] < round) {
                    bundle.await();
                    bundle.poll();
                }
                bundle.setEventMask(EventMask.NONE);
                endpoint.request(0, ASK);
            }
        });
    }

    @Test
    void messagesThatAPollLeavesPostTheEventAgain() {
        run(1, (am, bundle, endpoint) -> {
            int[] handled = new int[1];
            AmEndpoint[] more = new AmEndpoint[10];
            for (int i = 0; i < more.length; i++) {
                more[i] = bundle.allocateEndpoint();
                more[i].setTag(TAG);
                more[i].setHandler(ASK, message -> handled[0]++);
                endpoint.map(1 + i, more[i].name(), TAG);
            }
            endpoint.setExpectedResources(200);
            bundle.setEventMask(EventMask.NOT_EMPTY);
            for (int i = 0; i < 150; i++) {
                endpoint.request(1 + i % more.length, ASK);
            }
            while (handled[0] < 150) {
                bundle.await();
                bundle.poll();
            }
            assertTrue(endpoint.statistics().requestsSent() == 150);
        });
    }

    @Test
    void expectedResourcesCountRequestsOfAllKindsToAllDestinationsTogether() {
        run(1, (am, bundle, endpoint) -> {
            AmEndpoint other = bundle.allocateEndpoint();
            other.setTag(TAG);
            endpoint.map(1, other.name(), TAG);
            int length = 3 * am.maxMedium();
            for (AmEndpoint one : List.of(endpoint, other)) {
                one.setSegment(Arena.ofAuto().allocate(2L * length));
                one.setHandler(ASK, message -> {});
                one.setHandler(ANSWER, message -> {});
            }
            endpoint.setExpectedResources(4);
            endpoint.request(0, ASK);
            endpoint.requestMedium(1, ASK, new byte[8], 0, 8);
            endpoint.get(1, ANSWER, 0, 0, 8);
            assertTrue(endpoint.requestTransferAsync(0, ASK, 0, new byte[length], 0, length));
            assertEquals(4, endpoint.outstanding());
            // The fifth one, to whichever destination, waits until one is answered.
            endpoint.request(1, ASK);
            assertTrue(endpoint.outstanding() <= 4, endpoint.outstanding() + " requests");
            settle(endpoint);
            assertEquals(5, endpoint.statistics().requestsSent());
            assertEquals(0, other.outstanding());
        });
    }
}
