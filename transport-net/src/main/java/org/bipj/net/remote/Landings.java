package org.bipj.net.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bipj.core.payload.Payload;

/**
 * Memory of this rank into which peers put long messages, by key. A key is good for one message of one peer; what a part of
 * the message states is checked against it.
 */
public final class Landings {
    /** In each key; keys of other transports do not have it. */
    private static final long MARK = 1L << 62;

    /** In keys of memory that {@linkplain Landing#isDirect is} one native run. */
    private static final long NATIVE = 1L << 61;

    /** Bits of a key that are its number; above them is a count, so that no key names two messages. */
    private static final int NUMBER_BITS = 32;

    private static final int COUNT_MAX = (1 << 29) - 1;

    private Landing[] landings = new Landing[4];
    private int[] free = new int[4];
    private int frees;
    private int used;

    /** Memory into which one message of a peer is put. */
    public static final class Landing {
        private final int number;
        private int count;
        private int peer;
        /** The memory; null while the number is free. */
        private Payload into;

        private long bytes;
        /** How many bytes have arrived. */
        private long position;
        /** The memory itself where bytes can be read from a connection into it; else null. */
        private ByteBuffer view;

        Landing(int number) {
            this.number = number;
        }

        private long key() {
            return MARK | (view != null ? NATIVE : 0) | (long) count << NUMBER_BITS | number;
        }

        /** The rank that puts the message. */
        public int peer() {
            return peer;
        }

        /** True if bytes can be stored without {@link #copyIn}: the memory is one native run, and its arena is open. */
        public boolean isDirect() {
            return view != null && into.isOpen();
        }

        /** True once all bytes have arrived. */
        public boolean isComplete() {
            return position == bytes;
        }

        /** The next bytes of the message, to be read into; only where it {@link #isDirect}. */
        public ByteBuffer next(int n) {
            return view.limit((int) position + n).position((int) position);
        }

        /** So many bytes were read into {@link #next}. */
        public void advance(int n) {
            position += n;
        }

        /** The next bytes of the message have come. */
        public void copyIn(MemorySegment memory, long at, int n) {
            copyIn(memory, at, position, n);
        }

        /** Bytes from {@code place} of the message on have come. */
        public void copyIn(MemorySegment memory, long at, long place, int n) {
            into.copyIn(memory, at, place, n);
            position += n;
        }
    }

    /** Creates a table without any memory. */
    public Landings() {}

    /** Names the first bytes of a payload for one message of one peer, until it is {@linkplain #close closed}. */
    public Landing open(int peer, Payload into, long bytes) {
        Landing landing = frees > 0 ? landings[free[--frees]] : newLanding();
        landing.peer = peer;
        landing.into = into;
        landing.bytes = bytes;
        landing.position = 0;
        landing.view = viewOf(into, bytes);
        return landing;
    }

    /** The key by which the peer names the memory. */
    public long keyOf(Landing landing) {
        return landing.key();
    }

    /** True for what {@link #keyOf} gives, at whatever rank. */
    public static boolean isKey(long key) {
        return key > 0 && (key & MARK) != 0;
    }

    /** True for the key of memory that is one native run. */
    public static boolean isNative(long key) {
        return (key & NATIVE) != 0;
    }

    private Landing newLanding() {
        if (used == landings.length) {
            landings = Arrays.copyOf(landings, 2 * used);
            free = Arrays.copyOf(free, 2 * used);
        }
        landings[used] = new Landing(used);
        return landings[used++];
    }

    /** The first bytes of a message as a buffer for the kernel; null where they are not one run of native memory. */
    public static ByteBuffer viewOf(Payload payload, long bytes) {
        MemorySegment run = payload.nativeRun();
        return run == null || bytes > Integer.MAX_VALUE
                ? null
                : run.asSlice(payload.runStart(), bytes).asByteBuffer();
    }

    /** The memory with this key; null if there is none. */
    public Landing find(long key) {
        int number = (int) key;
        boolean known = number >= 0 && number < used && landings[number].into != null && landings[number].key() == key;
        return known ? landings[number] : null;
    }

    /** Frees the number: the key is not valid any more. */
    public void close(Landing landing) {
        landing.into = null;
        landing.view = null;
        landing.count = landing.count + 1 & COUNT_MAX;
        free[frees++] = landing.number;
    }

    /**
     * What is wrong with a part from a peer, of so many bytes from {@code place} on; null if this rank has asked the peer for
     * them.
     *
     * @param inOrder true where the parts of a message come one after the other
     */
    public String wrong(int peer, long key, long place, int bytes, boolean inOrder) {
        Landing landing = find(key);
        if (landing == null || landing.peer != peer) {
            return "a part of a long message that this rank has not accepted (key " + key + ")";
        }
        boolean placed = inOrder ? place == landing.position : place >= 0 && place <= landing.bytes - bytes;
        if (!placed || bytes > landing.bytes - landing.position) {
            return "bytes " + place + " to " + (place + bytes) + " of a long message; expected bytes "
                    + landing.position + " to " + landing.bytes + " at most";
        }
        return null;
    }
}
