package org.bipj.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import mpi.MPI;

/** A buffer of bytes that is filled and checked outside the timing, whatever kind it is. */
final class CheckedBuffer {
    /** Bytes behind the message that must stay as they were. */
    private static final int GUARD = 64;

    private static final byte UNTOUCHED = 0x55;

    private static final int LINE = 64;

    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();

    private final int rank;
    private final Object buffer;
    private final ByteBuffer view;
    private final MemorySegment memory;

    private CheckedBuffer(int rank, Object buffer, ByteBuffer view) {
        this.rank = rank;
        this.buffer = buffer;
        this.view = view;
        this.memory = MemorySegment.ofBuffer(view);
    }

    /**
     * A buffer for messages of up to {@code bytes}.
     *
     * @param rank who holds it: named in errors
     * @param kind heap (a byte array), direct or registered (of {@code MPI.newByteBuffer})
     * @throws IllegalArgumentException for another kind
     */
    static CheckedBuffer allocate(int rank, String kind, int bytes) {
        int size = Math.addExact(bytes, GUARD);
        switch (kind.toLowerCase(Locale.ROOT)) {
            case "heap":
                byte[] array = new byte[size];
                return new CheckedBuffer(rank, array, ByteBuffer.wrap(array));
            case "direct":
                ByteBuffer direct = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
                return new CheckedBuffer(rank, direct, direct);
            case "registered":
                ByteBuffer registered = MPI.newByteBuffer(size);
                return new CheckedBuffer(rank, registered, registered);
            default:
                throw new IllegalArgumentException(
                        "--buffers: '" + kind + "' is not one of heap, direct and registered");
        }
    }

    /** The object that is passed to the library. */
    Object buffer() {
        return buffer;
    }

    /** Writes the bytes that a sender's message has. */
    void fill(int sender, int bytes) {
        for (int i = 0; i < bytes; i++) {
            view.put(i, pattern(sender, i));
        }
    }

    /** Writes to every cache line of a message without changing it, as programs write anew what they send. */
    void touch(int bytes) {
        for (long i = 0; i < bytes; i += LINE) {
            // Opaque: a plain store of what has just been read would be left out.
            BYTE.setOpaque(memory, i, (byte) BYTE.getOpaque(memory, i));
        }
    }

    /** Overwrites a message: data that are not received again fail the next check. */
    void clear(int bytes) {
        for (int i = 0; i < bytes + GUARD; i++) {
            view.put(i, UNTOUCHED);
        }
    }

    /**
     * Checks that a message of a sender has arrived, and no byte behind it.
     *
     * @throws IllegalStateException naming the rank and the first wrong byte
     */
    void check(int sender, int bytes) {
        for (int i = 0; i < bytes + GUARD; i++) {
            byte expected = i < bytes ? pattern(sender, i) : UNTOUCHED;
            if (view.get(i) != expected) {
                throw new IllegalStateException(String.format(
                        "rank %d: byte %d of a message of %d bytes from rank %d is %d, expected %d",
                        rank, i, bytes, sender, view.get(i), expected));
            }
        }
    }

    /** Differs between senders, between neighbouring bytes, and between pages. */
    private static byte pattern(int sender, int index) {
        return (byte) (sender * 89 + index * 7 + (index >>> 12) * 13 + 1);
    }
}
