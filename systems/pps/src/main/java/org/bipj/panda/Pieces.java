package org.bipj.panda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bipj.core.payload.Payload;
import org.bipj.lci.ReceivedPacket;

/**
 * The bytes of a message that have arrived and have not been read: packets, and what was copied out of packets. The last one
 * may be a packet whose upcall runs.
 */
final class Pieces {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final int FIRST = 2;

    private final HeldPackets held;

    /** The piece that is read: a packet, or else a copy; from where to where. */
    private ReceivedPacket packet;

    private byte[] copy;
    private int at;
    private int end;

    /** Pieces behind it, from {@link #next} on; the same four of each. */
    private ReceivedPacket[] packets = new ReceivedPacket[FIRST];

    private byte[][] copies = new byte[FIRST][];
    private int[] starts = new int[FIRST];
    private int[] ends = new int[FIRST];
    private int next;
    private int count;

    /** The packet whose upcall runs, if it has not been read to its end. */
    private ReceivedPacket fresh;
    /** Memory for a message of this rank's own. */
    private byte[] own = {};

    Pieces(HeldPackets held) {
        this.held = held;
    }

    /** Adds a part of the packet whose upcall runs. */
    void add(ReceivedPacket arrived, int from, int to) {
        fresh = arrived;
        add(arrived, null, from, to);
    }

    /** A copy of a message of this rank's own. */
    void add(Gather gather) {
        int bytes = gather.length();
        if (bytes > 0) {
            if (own.length < bytes) {
                own = new byte[Math.max(bytes, 2 * own.length)];
            }
            gather.rewind();
            gather.copyNext(own, bytes);
            gather.end();
            add(null, own, 0, bytes);
        }
    }

    /** Adds bytes that have been copied out of their packet. */
    void add(byte[] copied) {
        if (copied.length > 0) {
            add(null, copied, 0, copied.length);
        }
    }

    private void add(ReceivedPacket arrived, byte[] bytes, int from, int to) {
        if (at == end) {
            packet = arrived;
            copy = bytes;
            at = from;
            end = to;
            return;
        }
        if (next + count == packets.length) {
            makeRoom();
        }
        packets[next + count] = arrived;
        copies[next + count] = bytes;
        starts[next + count] = from;
        ends[next + count++] = to;
    }

    private void makeRoom() {
        int size = count > packets.length / 2 ? 2 * packets.length : packets.length;
        packets = Arrays.copyOf(Arrays.copyOfRange(packets, next, next + count), size);
        copies = Arrays.copyOf(Arrays.copyOfRange(copies, next, next + count), size);
        starts = Arrays.copyOf(Arrays.copyOfRange(starts, next, next + count), size);
        ends = Arrays.copyOf(Arrays.copyOfRange(ends, next, next + count), size);
        next = 0;
    }

    /** True if so many bytes follow in one piece. */
    boolean has(int bytes) {
        return end - at >= bytes;
    }

    byte takeByte() {
        byte value = packet != null ? packet.getByte(at) : copy[at];
        passed(Byte.BYTES);
        return value;
    }

    int takeInt() {
        int value = packet != null ? packet.getInt(at) : (int) INTS.get(copy, at);
        passed(Integer.BYTES);
        return value;
    }

    long takeLong() {
        long value = packet != null ? packet.getLong(at) : (long) LONGS.get(copy, at);
        passed(Long.BYTES);
        return value;
    }

    /** Copies bytes into a destination, from some byte of it on. */
    void take(Payload into, int to, int bytes) {
        for (int taken = 0; taken < bytes; ) {
            int part = Math.min(bytes - taken, end - at);
            if (packet != null) {
                packet.get(at, into, to + taken, part);
            } else {
                into.copyIn(MemorySegment.ofArray(copy), at, to + taken, part);
            }
            taken += part;
            passed(part);
        }
    }

    void skip(int bytes) {
        for (int skipped = 0; skipped < bytes; ) {
            int part = Math.min(bytes - skipped, end - at);
            skipped += part;
            passed(part);
        }
    }

    private void passed(int bytes) {
        at += bytes;
        if (at == end) {
            endPiece();
        }
    }

    private void endPiece() {
        if (packet != null) {
            if (packet == fresh) {
                fresh = null;
            } else {
                held.release(packet);
            }
        }
        packet = null;
        copy = null;
        at = 0;
        end = 0;
        if (count > 0) {
            packet = packets[next];
            copy = copies[next];
            at = starts[next];
            end = ends[next];
            packets[next] = null;
            copies[next] = null;
            count--;
            next = count == 0 ? 0 : next + 1;
        }
    }

    /** Releases all packets, whose bytes are not needed any more. */
    void clear() {
        while (at < end) {
            endPiece();
        }
    }

    /**
     * The packet's upcall ends: if it has not been read to its end, it is held, or its bytes are copied.
     *
     * @return true if it is held
     */
    boolean settle() {
        ReceivedPacket unread = fresh;
        if (unread == null) {
            return false;
        }
        fresh = null;
        if (held.mayHold()) {
            return true;
        }
        boolean isCurrent = count == 0;
        int from = isCurrent ? at : starts[next + count - 1];
        int to = isCurrent ? end : ends[next + count - 1];
        byte[] bytes = new byte[to - from];
        unread.get(from, bytes, 0, bytes.length);
        held.copiedOut(bytes.length);
        if (isCurrent) {
            packet = null;
            copy = bytes;
            at = 0;
            end = bytes.length;
        } else {
            int last = next + count - 1;
            packets[last] = null;
            copies[last] = bytes;
            starts[last] = 0;
            ends[last] = bytes.length;
        }
        return false;
    }
}
