package org.bipj.panda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.lci.SendPacket;

/**
 * A message to send: values, and pieces of arrays and memory segments. Pieces are copied once, from where they are into send
 * packets, while a call sends the message; afterwards the program may change them. A gather can be sent any number of times,
 * and {@linkplain #clear cleared} for the next message. Use it in one thread at a time.
 *
 * <pre>{@code
 * Gather message = new Gather();
 * messages.send(3, message.clear().putInt(row).add(matrix[row], 0, columns));
 * }</pre>
 */
public final class Gather {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final int FIRST_PIECES = 4;
    private static final int FIRST_VALUES = 64;

    /** The bytes of values, one behind the other. */
    private byte[] values = new byte[FIRST_VALUES];

    private int valueBytes;

    /** By piece: its array or segment; null if it is in {@link #values}. */
    private Object[] memories = new Object[FIRST_PIECES];

    private long[] starts = new long[FIRST_PIECES];
    private int[] lengths = new int[FIRST_PIECES];
    private int pieces;
    private int length;

    private final Payload payload = new Payload(new SegmentCache());
    /** Where {@link #copyNext} goes on: a piece, and bytes of it that have been copied. */
    private int piece;

    private int done;

    public Gather() {}

    /** How many bytes the message has. */
    public int length() {
        return length;
    }

    /** Removes everything from the message. */
    public Gather clear() {
        Arrays.fill(memories, 0, pieces, null);
        pieces = 0;
        length = 0;
        valueBytes = 0;
        return this;
    }

    /** Adds the low 8 bits of a value. */
    public Gather putByte(int value) {
        values[room(Byte.BYTES)] = (byte) value;
        return this;
    }

    /** Adds an int, in four bytes. */
    public Gather putInt(int value) {
        int at = room(Integer.BYTES);
        INTS.set(values, at, value);
        return this;
    }

    /** Adds a long, in eight bytes. */
    public Gather putLong(long value) {
        int at = room(Long.BYTES);
        LONGS.set(values, at, value);
        return this;
    }

    /** Adds a float, in four bytes. */
    public Gather putFloat(float value) {
        return putInt(Float.floatToRawIntBits(value));
    }

    /** Adds a double, in eight bytes. */
    public Gather putDouble(double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    /** Adds bytes of an array, which are read when the message is sent. */
    public Gather add(byte[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        return addMemory(array, from, count);
    }

    /** Adds elements of an array, which are read when the message is sent. */
    public Gather add(int[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        return addMemory(array, (long) from * Integer.BYTES, (long) count * Integer.BYTES);
    }

    /** Adds elements of an array, which are read when the message is sent. */
    public Gather add(long[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        return addMemory(array, (long) from * Long.BYTES, (long) count * Long.BYTES);
    }

    /** Adds elements of an array, which are read when the message is sent. */
    public Gather add(float[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        return addMemory(array, (long) from * Float.BYTES, (long) count * Float.BYTES);
    }

    /** Adds elements of an array, which are read when the message is sent. */
    public Gather add(double[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        return addMemory(array, (long) from * Double.BYTES, (long) count * Double.BYTES);
    }

    /** Adds a segment, which stays accessible until the message has been sent. */
    public Gather add(MemorySegment segment) {
        return addMemory(segment, 0, segment.byteSize());
    }

    private Gather addMemory(Object memory, long start, long bytes) {
        if (bytes > 0) {
            piece(memory, start, count(bytes));
        }
        return this;
    }

    /** Adds bytes to the length; checks that an int has room for it. */
    private int count(long bytes) {
        long sum = length + bytes;
        if (sum > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a message of " + sum + " bytes; expected up to " + Integer.MAX_VALUE);
        }
        length = (int) sum;
        return (int) bytes;
    }

    private void piece(Object memory, long start, int bytes) {
        if (pieces == memories.length) {
            memories = Arrays.copyOf(memories, 2 * pieces);
            starts = Arrays.copyOf(starts, 2 * pieces);
            lengths = Arrays.copyOf(lengths, 2 * pieces);
        }
        memories[pieces] = memory;
        starts[pieces] = start;
        lengths[pieces++] = bytes;
    }

    /** Where a value of so many bytes goes in {@link #values}. */
    private int room(int bytes) {
        int at = valueBytes;
        if (at + bytes > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        int more = count(bytes);
        valueBytes += more;
        if (pieces > 0 && memories[pieces - 1] == null) {
            lengths[pieces - 1] += more;
        } else {
            piece(null, at, more);
        }
        return at;
    }

    // ---- for Panda ---------------------------------------------------------------------------------------------

    /** Starts to copy at the first byte. */
    void rewind() {
        piece = 0;
        done = 0;
    }

    /** Copies the next bytes into a packet. */
    void copyNext(SendPacket packet, int at, int bytes) {
        for (int copied = 0; copied < bytes; ) {
            int part = Math.min(bytes - copied, lengths[piece] - done);
            long from = starts[piece] + done;
            if (memories[piece] == null) {
                packet.put(at + copied, values, (int) from, part);
            } else {
                payload.set(memories[piece], from, part, TypeLayout.BYTE);
                packet.put(at + copied, payload, 0, part);
            }
            copied += part;
            advance(part);
        }
    }

    /** Copies the next bytes into an array. */
    void copyNext(byte[] into, int bytes) {
        for (int copied = 0; copied < bytes; ) {
            int part = Math.min(bytes - copied, lengths[piece] - done);
            long from = starts[piece] + done;
            if (memories[piece] == null) {
                System.arraycopy(values, (int) from, into, copied, part);
            } else {
                payload.set(memories[piece], from, part, TypeLayout.BYTE);
                payload.copyOut(0, MemorySegment.ofArray(into), copied, part);
            }
            copied += part;
            advance(part);
        }
    }

    private void advance(int bytes) {
        done += bytes;
        if (done == lengths[piece]) {
            piece++;
            done = 0;
        }
    }

    /** Forgets the last memory that was copied. */
    void end() {
        payload.clear();
    }
}
