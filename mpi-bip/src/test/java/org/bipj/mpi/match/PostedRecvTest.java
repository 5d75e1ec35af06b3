package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.ErrorClass;
import org.junit.jupiter.api.Test;

/** What a receive says of the message that it got, or of why it got none. */
class PostedRecvTest {
    private static final TypeLayout DOUBLE = TypeLayout.bytes(8).typed(Signature.basic(ElementKind.DOUBLE, 1));
    private static final int OF_DOUBLES = ElementKind.DOUBLE.ordinal();
    private static final int OF_INTS = ElementKind.INT.ordinal();

    private final Matcher matcher = new Matcher(4);
    private final PostedRecv receive = new PostedRecv(new SegmentCache());

    /** Posted for as many doubles, from source 2 with tag 5. */
    private void want(int count) {
        receive.set(new double[count], 0, count, DOUBLE);
        receive.want(matcher, 2, 5);
    }

    private void assertSound(long bytes) {
        assertEquals(bytes, receive.bytes());
        assertEquals(bytes, receive.messageBytes());
        assertFalse(receive.hasFailed());
        assertFalse(receive.isTruncated());
        assertFalse(receive.isMistyped());
        assertNull(receive.interruption());
    }

    @Test
    void aMessageThatFitsIsDescribed() {
        for (int length : new int[] {0, 8, 24}) {
            want(3);
            assertSame(matcher, receive.matcher());
            assertEquals(2, receive.wantedSource());
            assertEquals(5, receive.wantedTag());
            assertEquals(length, receive.matched(1, 6, length, OF_DOUBLES));
            assertSound(length);
            assertEquals(1, receive.source());
            assertEquals(6, receive.tag());
            assertEquals(OF_DOUBLES, receive.signature());
        }
    }

    @Test
    void aLongerMessageIsCut() {
        want(3);
        assertEquals(24, receive.matched(1, 6, 25, OF_DOUBLES));
        assertEquals(24, receive.bytes());
        assertEquals(25, receive.messageBytes());
        assertTrue(receive.isTruncated());
        assertTrue(receive.hasFailed());
        assertFalse(receive.isWithoutRoom());
        want(3);
        receive.matched(1, 6, 24, OF_DOUBLES);
        assertSound(24);
    }

    /** A message that is too long is in error anyway, and of its types only the beginning is known. */
    @Test
    void dataOfOtherTypesAreAnError() {
        want(3);
        receive.matched(1, 6, 24, OF_INTS);
        assertTrue(receive.isMistyped());
        assertTrue(receive.hasFailed());
        assertEquals("INT", receive.sentType());
        want(3);
        receive.matched(1, 6, 32, OF_INTS);
        assertTrue(receive.isTruncated());
        assertFalse(receive.isMistyped());
        want(3);
        receive.matched(1, 6, 24, Signature.UNTYPED);
        assertSound(24);
    }

    @Test
    void aReceiveOfAnyLengthAllocatesOnce() {
        receive.takeAnyLength(true);
        receive.set(null, 0, 0, TypeLayout.BYTE);
        receive.want(matcher, 2, 5);
        assertEquals(1000, receive.matched(1, 6, 1000, Signature.UNTYPED));
        assertSound(1000);
        assertEquals(1000, ((byte[]) receive.memory()).length);
        assertEquals(1000, receive.size());
        want(3);
        receive.matched(1, 6, 1000, Signature.UNTYPED);
        assertTrue(receive.isTruncated(), "the next one has its buffer again");
        assertFalse(receive.isWithoutRoom());
    }

    @Test
    void aMessageThatNoArrayHoldsHasNoRoom() {
        receive.takeAnyLength(true);
        receive.set(null, 0, 0, TypeLayout.BYTE);
        receive.want(matcher, 2, 5);
        assertEquals(0, receive.matched(1, 6, 1L << 31, Signature.UNTYPED));
        assertTrue(receive.isTruncated());
        assertTrue(receive.isWithoutRoom());
        assertTrue(receive.hasFailed());
        assertEquals(1L << 31, receive.messageBytes());
    }

    @Test
    void aLostSourceIsAnErrorUntilTheReceiveIsUsedAgain() {
        want(3);
        receive.lose("rank 2 is gone");
        assertTrue(receive.isDone());
        assertTrue(receive.hasFailed());
        assertEquals("rank 2 is gone", receive.lost());
        assertEquals(ErrorClass.PROC_FAILED, receive.interruption().errorClass());
        assertEquals(2, receive.source());
        assertEquals(5, receive.tag());
        assertEquals(0, receive.bytes());
        want(3);
        assertFalse(receive.isDone());
        assertFalse(receive.hasFailed());
        assertNull(receive.lost());
        assertNull(receive.interruption());
    }

    @Test
    void aReceiveEndsWithoutAMessage() {
        want(3);
        receive.matched(1, 6, 100, OF_INTS);
        receive.endEmpty(-3, -4, true);
        assertTrue(receive.isDone());
        assertTrue(receive.isCancelled());
        assertFalse(receive.hasFailed());
        assertFalse(receive.isTruncated());
        assertEquals(0, receive.bytes());
        assertEquals(-3, receive.source());
        assertEquals(-4, receive.tag());
        receive.endEmpty(-3, -4, false);
        assertFalse(receive.isCancelled());
        want(3);
        assertFalse(receive.isCancelled());
    }

    @Test
    void aBufferWhoseArenaIsClosedIsAnError() {
        try (Arena arena = Arena.ofConfined()) {
            receive.set(arena.allocate(16), 0, 16, TypeLayout.BYTE);
            receive.want(matcher, 2, 5);
        }
        receive.matched(1, 6, 16, Signature.UNTYPED);
        assertFalse(receive.hasFailed());
        receive.copyIn(MemorySegment.ofArray(new byte[16]), 0, 0, 16);
        assertTrue(receive.hasFailed());
        assertEquals(ErrorClass.BUFFER, receive.interruption().errorClass());
        receive.clear();
        want(3);
        receive.matched(1, 6, 24, OF_DOUBLES);
        assertSound(24);
    }

    @Test
    void aWatchedReceiveRunsItsStepOnceWhenItIsMatched() {
        List<String> steps = new ArrayList<>();
        WatchedRecv watched = new WatchedRecv(new SegmentCache());
        watched.set(new byte[4], 0, 4, TypeLayout.BYTE);
        watched.want(matcher, 2, 5);
        assertFalse(watched.onMatch(() -> steps.add("before it is posted")));
        match(watched);
        assertEquals(List.of(), steps);

        watched.want(matcher, 2, 5);
        matcher.post(watched);
        assertTrue(watched.onMatch(() -> steps.add("once")));
        assertSame(watched, matcher.arrived(2, 5));
        assertEquals(3, watched.matched(2, 5, 3, Signature.UNTYPED));
        assertFalse(watched.onMatch(() -> steps.add("too late")));
        assertEquals(List.of("once"), steps);
        match(watched);

        matcher.post(watched);
        assertTrue(watched.onMatch(() -> steps.add("cancelled")));
        matcher.withdraw(watched);
        watched.endEmpty(2, 5, true);
        assertTrue(watched.isDone() && watched.isCancelled());
        match(watched);

        matcher.post(watched);
        assertTrue(watched.onMatch(() -> steps.add("of another use")));
        matcher.withdraw(watched);
        watched.want(matcher, 2, 5);
        match(watched);
        assertEquals(List.of("once"), steps);
    }

    private void match(WatchedRecv watched) {
        matcher.post(watched);
        assertSame(watched, matcher.arrived(2, 5));
        watched.matched(2, 5, 3, Signature.UNTYPED);
    }
}
