package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What lies before a slice of a buffer that the library has made. */
class DirectMemoryTest {
    private static final List<IntFunction<ByteBuffer>> WAYS = List.of(
            ByteBuffer::allocateDirect,
            bytes -> Arena.ofAuto().allocate(bytes).asByteBuffer(),
            bytes -> Arena.ofAuto().allocate(bytes + 64).asSlice(32, bytes).asByteBuffer());

    private static MemorySegment segment(Buffer buffer) {
        return MemorySegment.ofBuffer(buffer.duplicate().clear());
    }

    private static IntBuffer sliceOfNew(IntFunction<ByteBuffer> way) {
        ByteBuffer whole = DirectMemory.remember(way.apply(64).order(ByteOrder.nativeOrder()));
        whole.putInt(4, 77);
        return whole.asIntBuffer().slice(4, 12).slice(1, 2).asReadOnlyBuffer();
    }

    @Test
    void theWholeOfASliceIsFoundAsLongAsTheSliceIsUsed() throws InterruptedException {
        for (IntFunction<ByteBuffer> way : WAYS) {
            IntBuffer slice = sliceOfNew(way);
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(20);
            }
            MemorySegment whole = DirectMemory.around(segment(slice));
            assertNotNull(whole);
            assertEquals(64, whole.byteSize());
            assertEquals(20, segment(slice).address() - whole.address());
            assertEquals(20, Payload.bytesBefore(slice));
            Payload payload = new Payload(new SegmentCache());
            TypeLayout back = TypeLayout.of(new long[] {-16}, new long[] {4}, -16, 4);
            payload.set(slice, 0, 1, back);
            byte[] found = new byte[4];
            payload.copyOut(0, MemorySegment.ofArray(found), 0, 4);
            assertEquals(
                    77, ByteBuffer.wrap(found).order(ByteOrder.nativeOrder()).getInt());
            assertEquals(20, payload.bytesBefore());
            assertEquals(8, payload.capacity());
            Reference.reachabilityFence(slice);
        }
    }

    @Test
    void otherMemoryIsNotFound() {
        ByteBuffer known = DirectMemory.remember(ByteBuffer.allocateDirect(64));
        MemorySegment whole = MemorySegment.ofBuffer(known);
        assertNull(DirectMemory.around(segment(ByteBuffer.allocateDirect(64).slice(8, 8))));
        MemorySegment reachingOut = MemorySegment.ofAddress(whole.address() + 60);
        assertEquals(0, reachingOut.byteSize());
        assertNotNull(DirectMemory.around(reachingOut));
        assertNull(DirectMemory.around(MemorySegment.ofAddress(whole.address() + 65)));
        assertNull(DirectMemory.around(MemorySegment.NULL));
        DirectMemory.remember(ByteBuffer.allocateDirect(0));
        Reference.reachabilityFence(known);
    }

    @Test
    void buffersThatAreGoneAreForgotten() {
        long before = DirectMemory.size();
        for (int i = 0; i < 20_000; i++) {
            DirectMemory.remember(ByteBuffer.allocateDirect(16));
            if (i % 2000 == 0) {
                System.gc();
            }
        }
        DirectMemory.remember(ByteBuffer.allocateDirect(16));
        long kept = DirectMemory.size() - before;
        assertEquals(0, kept / 15_000, kept + " of 20,000 buffers are kept");
    }
}
