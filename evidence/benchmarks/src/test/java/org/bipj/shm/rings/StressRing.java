package org.bipj.shm.rings;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bipj.core.nic.PacketSink;
import org.bipj.shm.memory.Access;

/**
 * A ring on the heap, small enough for the many states that jcstress makes, that has been round: where it has not been
 * cleared it holds what looks like packets of an earlier lap.
 */
final class StressRing {
    static final int CAPACITY = RingFile.capacity(true);

    /** Immediate of the packets that must never be seen. */
    private static final int STALE = 9;

    private static final long STALE_FRAME = (long) STALE << 32 | 2 * RingWriter.FRAME;

    final MemorySegment memory;
    final RingWriter writer;
    final RingReader reader;

    /** A ring whose next packet goes to a position, a multiple of 8 below {@link #CAPACITY}. */
    StressRing(int position) {
        long ring = RingFile.ringAt(true);
        memory = MemorySegment.ofArray(new long[(int) (ring + CAPACITY) / Long.BYTES]);
        for (long at = ring + Long.BYTES; at < memory.byteSize(); at += Long.BYTES) {
            Access.setLong(memory, at, STALE_FRAME);
        }
        writer = new RingWriter(memory, true);
        reader = new RingReader(memory, true, 0, 0, peer -> {});
        int left = position;
        while (left > 0) {
            int bytes = Math.min(left - RingWriter.FRAME, RingWriter.maxPacket(CAPACITY));
            send(bytes, 0);
            reader.poll(new Seen(), 1);
            left -= bytes + RingWriter.FRAME;
        }
    }

    /** Sends a packet whose words all hold {@code value}; false where the ring has no room. */
    boolean send(int bytes, int value) {
        long claim = writer.claim(bytes);
        if (claim < 0) {
            return false;
        }
        for (int i = 0; i < bytes; i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, claim + i, value);
        }
        writer.commit(claim, bytes, value);
        return true;
    }

    /** What a reader has seen: the digits of {@link #values} are the packets' values in order, 9 a damaged one. */
    static final class Seen implements PacketSink {
        int values;

        int packets;
        /** Offset of the first packet; it is kept if {@link #keepsFirst}. */
        long first = -1;

        private final boolean keepsFirst;

        Seen() {
            this(false);
        }

        Seen(boolean keepsFirst) {
            this.keepsFirst = keepsFirst;
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            packets++;
            values = 10 * values + (holds(memory, offset, length, immediate) ? immediate : STALE);
            if (first >= 0) {
                return DONE;
            }
            first = offset;
            return keepsFirst ? KEEP : DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            throw new AssertionError("nobody asked for a completion");
        }

        static boolean holds(MemorySegment memory, long offset, int length, int value) {
            for (int i = 0; i < length; i += Long.BYTES) {
                if (memory.get(ValueLayout.JAVA_LONG, offset + i) != value) {
                    return false;
                }
            }
            return true;
        }
    }
}
