package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose memory a payload is, where in it the message lies, and what happens when it is gone. */
class PayloadMemoryTest {
    private static final TypeLayout APART = TypeLayout.of(new long[] {0, 8}, new long[] {4, 4}, 0, 16);

    private final SegmentCache cache = new SegmentCache();

    private Payload of(Object buffer, long offset, long count, TypeLayout layout) {
        Payload payload = new Payload(cache);
        payload.set(buffer, offset, count, layout);
        return payload;
    }

    /** An operation that outlives its call. */
    private static final class Operation extends Payload {
        Operation() {
            super(new SegmentCache());
        }

        @Override
        protected void onClosed() {
            noteClosed();
        }
    }

    /** An operation on memory whose arena is closed while it is under way. */
    private static Operation closed(TypeLayout layout) {
        Operation op = new Operation();
        try (Arena arena = Arena.ofConfined()) {
            op.set(arena.allocate(64), 0, 32 / layout.size(), layout);
            assertTrue(op.isOpen());
            assertFalse(op.isClosed());
        }
        assertFalse(op.isOpen());
        return op;
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPacketDoesNotCarryWhatItsMemoryHeldBefore(boolean dense) {
        TypeLayout layout = dense ? TypeLayout.BYTE : APART;
        for (boolean streaming : new boolean[] {false, true}) {
            Operation op = closed(layout);
            MemorySegment packet = Arena.ofAuto().allocate(16).fill((byte) 7);
            StreamingCopy by =
                    (from, fromOffset, to, toOffset, n) -> MemorySegment.copy(from, fromOffset, to, toOffset, n);
            op.copyOut(8, packet, 4, 8, streaming ? by : null);
            assertTrue(op.isClosed());
            assertArrayEquals(new byte[] {7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7}, bytes(packet));
            op.clear();
            assertFalse(op.isClosed());
            assertTrue(op.isOpen());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsCopiedIntoMemoryThatIsGone(boolean dense) {
        Operation op = closed(dense ? TypeLayout.BYTE : APART);
        op.copyIn(MemorySegment.ofArray(new byte[8]), 0, 0, 8);
        assertTrue(op.isClosed());
        Operation none = closed(TypeLayout.BYTE);
        none.copyIn(MemorySegment.ofArray(new byte[8]), 0, 0, 0);
        none.copyOut(0, MemorySegment.ofArray(new byte[8]), 0, 0);
        assertFalse(none.isClosed(), "no bytes need no memory");
    }

    @Test
    void ofTwoPayloadsTheOneThatIsGoneKnows() {
        for (TypeLayout layout : new TypeLayout[] {TypeLayout.BYTE, APART}) {
            Operation gone = closed(layout);
            Operation there = new Operation();
            there.set(new long[8], 0, 32 / layout.size(), layout);
            there.copyFrom(gone, 8);
            assertTrue(gone.isClosed());
            assertFalse(there.isClosed());
            gone = closed(layout);
            gone.copyFrom(there, 8, 8);
            assertTrue(gone.isClosed());
            assertFalse(there.isClosed());
        }
    }

    @Test
    void inACallItIsAnErrorOfTheCall() {
        Payload payload = new Payload(cache);
        try (Arena arena = Arena.ofConfined()) {
            payload.set(arena.allocate(8), 0, 8, TypeLayout.BYTE);
        }
        MemorySegment other = MemorySegment.ofArray(new byte[8]);
        assertEquals(
                Payload.CLOSED,
                assertThrows(NoBufferException.class, () -> payload.copyOut(0, other, 0, 8))
                        .getMessage());
        assertThrows(NoBufferException.class, () -> payload.copyIn(other, 0, 0, 8));
        assertThrows(NoBufferException.class, () -> payload.copyFrom(of(new byte[8], 0, 8, TypeLayout.BYTE), 8));
    }

    /** Where the other end of a copy is gone, that is no matter of this one. */
    @Test
    void failuresOfTheOtherEndAreThrown() {
        MemorySegment packet;
        try (Arena arena = Arena.ofConfined()) {
            packet = arena.allocate(8);
        }
        Operation op = new Operation();
        op.set(Arena.ofAuto().allocate(8), 0, 8, TypeLayout.BYTE);
        assertThrows(IllegalStateException.class, () -> op.copyOut(0, packet, 0, 8));
        assertThrows(
                IllegalStateException.class,
                () -> op.copyOut(0, packet, 0, 8, (from, at, to, toAt, n) -> {
                    throw new IllegalStateException("of the copy");
                }));
        assertThrows(IllegalStateException.class, () -> op.copyIn(packet, 0, 0, 8));
        assertFalse(op.isClosed());
    }

    @Test
    void memoryThatMayNotBeTouchedIsRefusedWhereBytesMove() throws InterruptedException {
        MemorySegment gone;
        String[] refused = new String[1];
        try (Arena arena = Arena.ofConfined()) {
            gone = arena.allocate(8);
            Payload.checkAccessible(gone);
            assertFalse(Payload.isForAllThreads(gone));
            assertFalse(of(gone, 0, 8, TypeLayout.BYTE).isForAllThreads());
            Thread other = Thread.ofPlatform()
                    .start(() ->
                            refused[0] = assertThrows(NoBufferException.class, () -> of(gone, 0, 8, TypeLayout.BYTE))
                                    .getMessage());
            other.join();
        }
        assertTrue(refused[0].contains("confined"), refused[0]);
        String message = assertThrows(NoBufferException.class, () -> of(gone, 0, 8, TypeLayout.BYTE))
                .getMessage();
        assertTrue(message.contains("closed"), message);
        assertEquals(0, of(gone, 0, 0, TypeLayout.BYTE).size(), "nothing moves");
        assertTrue(Payload.isForAllThreads(Arena.ofAuto().allocate(8)));
        assertTrue(of(Arena.ofAuto().allocate(8), 0, 8, TypeLayout.BYTE).isForAllThreads());
        assertTrue(of(new byte[8], 0, 8, TypeLayout.BYTE).isForAllThreads());
    }

    @Test
    void portsThatDistinguishMemorySeeIt() {
        double[] array = {1, 2, 3, 4};
        Payload payload = of(array, 16, 1, TypeLayout.bytes(8));
        assertSame(array, payload.memory());
        assertEquals(16, payload.origin());
        assertNull(payload.nativeRun());
        assertTrue(payload.isDense());
        assertEquals(3, payload.segmentFromOrigin().get(ValueLayout.JAVA_DOUBLE, 0));
        assertEquals(16, payload.segmentFromOrigin().byteSize());

        MemorySegment memory = Arena.ofAuto().allocate(32);
        memory.set(ValueLayout.JAVA_INT, 8, 77);
        payload = of(memory, 8, 4, TypeLayout.BYTE);
        assertSame(memory, payload.memory());
        assertSame(memory, payload.nativeRun());
        assertEquals(8, payload.runStart());
        assertEquals(8, payload.origin());
        assertEquals(77, payload.segmentFromOrigin().get(ValueLayout.JAVA_INT, 0));
        assertNull(of(memory, 0, 1, APART).nativeRun(), "data with gaps");
        assertFalse(of(memory, 0, 1, APART).isDense());
        assertNull(of(MemorySegment.ofArray(new int[4]), 0, 4, TypeLayout.BYTE).nativeRun(), "memory in the heap");
        assertNull(of(new boolean[4], 0, 4, TypeLayout.BYTE).segmentFromOrigin());
    }

    @Test
    void aBufferIsDescribedByItsKindAndItsRoom() {
        Payload payload = new Payload(cache);
        for (int length : new int[] {8, 5}) {
            payload.set(new int[length], 12, 2, TypeLayout.bytes(4));
            assertEquals(4 * length - 12, payload.capacity());
            assertEquals(12, payload.bytesBefore());
            assertEquals(ElementKind.INT.bit(), payload.holds());
            assertEquals(4, payload.layout().size());
        }
        byte[] array = new byte[16];
        payload.set(ByteBuffer.wrap(array), 0, 4, TypeLayout.BYTE);
        assertSame(array, payload.memory(), "it needs no wrapper");
        assertEquals(ElementKind.BYTE.bit(), payload.holds());
        payload.set(IntBuffer.wrap(new int[8]).slice(2, 4), 4, 1, TypeLayout.BYTE);
        assertEquals(12, payload.capacity());
        assertEquals(12, payload.bytesBefore());
        payload.set(null, 0, 0, TypeLayout.BYTE);
        assertEquals(0, payload.capacity());
        assertSame(MemorySegment.NULL, payload.memory());
    }

    /** Another kind of copy is used for bytes in one run, of memory that has a segment. */
    @Test
    void aStreamingCopyMovesBytesOfOneRun() {
        List<String> copies = new ArrayList<>();
        StreamingCopy by = (from, fromOffset, to, toOffset, n) -> {
            copies.add(fromOffset + " to " + toOffset + ": " + n);
            MemorySegment.copy(from, fromOffset, to, toOffset, n);
        };
        int[] ints = {1, 2, 3, 4, 5, 6, 7, 8};
        int[] others = {9, 8, 7, 6, 5, 4, 3, 2};
        MemorySegment memory = Arena.ofAuto().allocate(32).copyFrom(MemorySegment.ofArray(ints));
        Payload payload = new Payload(cache);
        for (Object buffer : new Object[] {ints, others, ints, memory}) {
            payload.set(buffer, 4, 24, TypeLayout.BYTE);
            MemorySegment packet = MemorySegment.ofArray(new int[4]);
            payload.copyOut(4, packet, 4, 12, by);
            int first = buffer == others ? 7 : 3;
            int step = buffer == others ? -1 : 1;
            assertArrayEquals(
                    new int[] {0, first, first + step, first + 2 * step}, packet.toArray(ValueLayout.JAVA_INT));
        }
        String copy = "8 to 4: 12";
        assertEquals(List.of(copy, copy, copy, copy), copies);
        copies.clear();

        boolean[] flags = {true, false, true};
        MemorySegment packet = MemorySegment.ofArray(new byte[3]);
        of(flags, 0, 3, TypeLayout.BYTE).copyOut(0, packet, 0, 3, by);
        assertArrayEquals(new byte[] {1, 0, 1}, bytes(packet));
        packet = MemorySegment.ofArray(new int[2]);
        of(ints, 0, 1, APART).copyOut(0, packet, 0, 8, by);
        assertArrayEquals(new int[] {1, 3}, packet.toArray(ValueLayout.JAVA_INT));
        of(ints, 0, 32, TypeLayout.BYTE).copyOut(8, packet, 0, 8, null);
        assertArrayEquals(new int[] {3, 4}, packet.toArray(ValueLayout.JAVA_INT));
        assertEquals(List.of(), copies);
    }

    @Test
    void whatLiesBeforeABufferMayHoldData() {
        assertEquals(0, Payload.bytesBefore(new int[8]));
        assertEquals(0, Payload.bytesBefore(null));
        assertEquals(12, Payload.bytesBefore(IntBuffer.wrap(new int[8]).slice(3, 2)));
        assertEquals(0, Payload.bytesBefore(ByteBuffer.allocateDirect(8).slice(4, 4)), "not made by the library");
        ByteBuffer whole = DirectMemory.remember(ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder()));
        assertEquals(0, Payload.bytesBefore(whole));
        assertEquals(5, Payload.bytesBefore(whole.slice(5, 8)));
        assertEquals(6, Payload.bytesBefore(MemorySegment.ofBuffer(whole).asSlice(6)));
        assertEquals(0, Payload.bytesBefore(MemorySegment.ofArray(new byte[8]).asSlice(6)));
        // Data that begin before a slice are found in the whole.
        whole.putInt(8, 5);
        TypeLayout back = TypeLayout.of(new long[] {-4}, new long[] {4}, -4, 4);
        Payload payload = of(whole.slice(12, 4), 0, 1, back);
        assertEquals(12, payload.bytesBefore());
        MemorySegment packet = MemorySegment.ofArray(new int[1]);
        payload.copyOut(0, packet, 0, 4);
        assertEquals(5, packet.get(ValueLayout.JAVA_INT, 0));
        // Those that do not reach back need no search.
        assertEquals(4, of(whole.slice(12, 8), 4, 1, back).bytesBefore());
    }

    @Test
    void aBufferWithoutMemoryOrInAnotherOrderIsRefused() {
        ByteOrder other =
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        ByteBuffer direct = ByteBuffer.allocateDirect(16).order(other);
        for (Object view : new Object[] {
            direct.asCharBuffer(),
            direct.asShortBuffer(),
            direct.asIntBuffer(),
            direct.asLongBuffer(),
            direct.asFloatBuffer(),
            direct.asDoubleBuffer(),
            ByteBuffer.allocate(16).order(other).asIntBuffer()
        }) {
            String message = assertThrows(NoBufferException.class, () -> of(view, 0, 1, TypeLayout.BYTE))
                    .getMessage();
            assertTrue(message.contains("byte order " + other), message);
        }
        assertEquals(16, of(direct, 0, 16, TypeLayout.BYTE).size(), "bytes have no order");
        String message = assertThrows(NoBufferException.class, () -> of(CharBuffer.wrap("text"), 0, 1, TypeLayout.BYTE))
                .getMessage();
        assertTrue(message.contains("no memory of its own"), message);
    }
}
