package org.bipj.shm.rings;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.bipj.core.nic.PacketSink;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.memory.Access;

/** The reading end of a ring; see {@link RingWriter} for the layout. */
public final class RingReader {
    public final MemorySegment memory;
    private final long ring;
    private final long mask;
    private final long capacity;
    private final long quarter;
    private final long readAt;
    private final int lane;
    private final int peer;
    /**
     * Called with the peer: on the control lane when it asks for help, on the data lane when it moves to the long ring.
     */
    private final IntConsumer event;
    /** Position of the frame to read next. */
    private long position;
    /** Position last published to the writer. Published every quarter of a ring: each time costs both cores a cache miss. */
    private long publishedPosition;
    /** Where the packet lies that was shown last, and its bytes in the ring. */
    private long shownAt;

    private int shownBytes;
    /** Start positions of packets that the sink keeps, oldest first; the sign bit marks a released one. */
    private long[] kept = new long[0];

    private int keeps;
    /** Shows whether the writer sleeps until there is room; null where no writer sleeps. */
    private Board board;
    /** The writer's rank on the board. */
    private int writer;

    RingReader(MemorySegment memory, boolean control, int lane, int peer, IntConsumer event) {
        this(memory, RingFile.place(control), lane, peer, event);
    }

    RingReader(MemorySegment memory, RingPlace place, int lane, int peer, IntConsumer event) {
        this.memory = memory;
        this.ring = place.ring();
        this.capacity = place.capacity();
        this.mask = capacity - 1;
        this.quarter = capacity >> 2;
        this.readAt = place.readAt();
        this.lane = lane;
        this.peer = peer;
        this.event = event;
    }

    /** From now on this end wakes a writer that sleeps until the ring has room. */
    void wakeOver(Board ofJob, int rank) {
        board = ofJob;
        writer = rank;
    }

    /** How many bytes have been read since the ring was made. */
    long position() {
        return position;
    }

    /** True if a packet can be read. */
    public boolean hasPacket() {
        return Access.getLongAcquire(memory, ring + (position & mask)) != 0;
    }

    /** Passes up to {@code limit} packets to the sink; returns their number. */
    int poll(PacketSink sink, int limit) {
        int handed = 0;
        try {
            while (handed < limit) {
                long at = ring + (position & mask);
                long frame = Access.getLongAcquire(memory, at);
                if (frame == 0) {
                    break;
                }
                int length = (int) frame;
                if (length < 0) {
                    if (!skip(frame)) {
                        break;
                    }
                    continue;
                }
                handed++;
                deliver(sink, (int) (frame >>> 32), at + RingWriter.FRAME, length - RingWriter.FRAME);
                publishNowAndThen();
            }
        } finally {
            // Where the sink has thrown.
            publishNowAndThen();
        }
        return handed;
    }

    /**
     * The next packet's immediate and length plus 1.
     *
     * @param looks how often to look, with a pause between
     * @return 0 if there is none, or something else came first
     */
    public long peek(int looks) {
        long at = ring + (position & mask);
        long frame = Access.getLongAcquire(memory, at);
        for (int look = 1; frame == 0 && look < looks; look++) {
            // A core that looks without a pause fetches the line back while its peer is still writing to it.
            Thread.onSpinWait();
            frame = Access.getLongAcquire(memory, at);
        }
        int length = (int) frame;
        if (length <= 0) {
            if (frame != 0) {
                skip(frame);
            }
            return 0;
        }
        shownAt = at + RingWriter.FRAME;
        shownBytes = length + 7 & ~7;
        return frame - (RingWriter.FRAME - 1);
    }

    /** Where the bytes of the packet lie that {@link #peek} showed. */
    public long shownAt() {
        return shownAt;
    }

    /** Goes on to the packet after the one that {@link #peek} showed. */
    public void take() {
        position += shownBytes;
        publishNowAndThen();
    }

    private void deliver(PacketSink sink, int immediate, long at, int length) {
        long start = position;
        // Advanced before the call: a sink that throws has had its packet.
        position = start + (length + 7 & ~7) + RingWriter.FRAME;
        if (sink.onPacket(peer, lane, immediate, memory, at, length) == PacketSink.KEEP) {
            keep(start);
        }
    }

    private void publishNowAndThen() {
        if (position - publishedPosition >= quarter) {
            publish();
        }
    }

    /** Skips a frame that is not a packet; false if nothing follows it here. */
    private boolean skip(long frame) {
        if (frame == RingWriter.REST) {
            position += capacity - (position & mask);
            return true;
        }
        if (frame == RingWriter.HELP) {
            position += RingWriter.FRAME;
            event.accept(peer);
            return true;
        }
        if (keeps == 0) {
            // Kept packets are identified by their place in this memory: the peer goes on using it until they are
            // released.
            event.accept(peer);
        }
        return false;
    }

    private void publish() {
        long upTo = keeps == 0 ? position : kept[0];
        if (upTo != publishedPosition) {
            publishedPosition = upTo;
            Access.setLongRelease(memory, readAt, upTo);
            // As after a packet was published: the sleeper's barrier orders this store and that load.
            if (board != null && Access.getIntAcquire(board.memory(), board.parkWord(writer)) == ParkWord.AWAITS_ROOM) {
                ParkWord.wake(board, writer);
            }
        }
    }

    private void keep(long start) {
        if (keeps == kept.length) {
            kept = Arrays.copyOf(kept, Math.max(8, 2 * keeps));
        }
        kept[keeps++] = start;
    }

    /** Ends the hold of the packet whose bytes lie at {@code offset}. */
    public void release(long offset) {
        long place = offset - RingWriter.FRAME - ring;
        int i = 0;
        while (i < keeps && (kept[i] < 0 || (kept[i] & mask) != place)) {
            i++;
        }
        if (i == keeps) {
            throw new IllegalArgumentException("no packet from rank " + peer + " is kept at offset " + offset);
        }
        kept[i] |= Long.MIN_VALUE;
        int freed = 0;
        while (freed < keeps && kept[freed] < 0) {
            freed++;
        }
        if (freed > 0) {
            keeps -= freed;
            System.arraycopy(kept, freed, kept, 0, keeps);
            publish();
        }
    }
}
