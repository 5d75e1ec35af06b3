package org.bipj.shm.regions;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;

/**
 * One copy out of a peer's memory into memory that the peer can reach too, on which both ranks work: the receiver of
 * the data, and its owner as soon as it polls. One core copies 25 to 50 GB/s, two nearly twice that.
 *
 * <p>It lies in the ring file from the rank that wants to the rank that has:
 *
 * <pre>
 *   +0     number of the copy (4, high half)  next piece to copy (4, low half)     both ranks, by compare-and-set
 *   +64    pieces copied (8)                                                       both ranks, by add
 *   +128   source key (8)  target key (8)  bytes (8)                               the rank that wants
 * </pre>
 *
 * A piece is taken by compare-and-set of number and piece in one word, after the keys were read: a late helper, whose copy
 * has ended while another has begun, takes nothing with the old keys.
 */
public final class SharedCopy {
    /** Bytes that it takes in a ring file. */
    static final int BYTES = 192;

    /** A piece is large enough that taking it, a cache miss, does not count. */
    static final int PIECE = 1 << 16;

    /** A piece beyond the end of every copy. */
    private static final long NO_PIECE = 0xffff_ffffL;

    private static final int HELPER_SPINS = 10_000;

    private static final int DONE = 64;
    private static final int SOURCE = 128;
    private static final int TARGET = 136;
    private static final int LENGTH = 144;

    private final MemorySegment memory;
    private final long at;

    /** The copy whose {@link #BYTES} bytes begin at this offset. */
    public SharedCopy(MemorySegment memory, long at) {
        this.memory = memory;
        this.at = at;
    }

    /** Begins a copy. The one before has ended. */
    public void begin(long sourceKey, long targetKey, long bytes) {
        long number = Access.getLong(memory, at) >>> 32;
        // No piece can be taken while the keys change, by whatever length: a late helper may see the new one already.
        Access.setLongVolatile(memory, at, number << 32 | NO_PIECE);
        Access.setLong(memory, at + SOURCE, sourceKey);
        Access.setLong(memory, at + TARGET, targetKey);
        Access.setLong(memory, at + LENGTH, bytes);
        Access.setLong(memory, at + DONE, 0);
        Access.setLongRelease(memory, at, number + 1 << 32);
    }

    /**
     * Copies pieces until none is left to take.
     *
     * @param source rank that has the data
     * @param target rank that wants them
     * @return false if this rank cannot reach both ends of a piece; it leaves the rest to the other rank
     */
    public boolean work(DirectAccess direct, int source, int target) {
        while (true) {
            long word = Access.getLongAcquire(memory, at);
            long sourceKey = Access.getLong(memory, at + SOURCE);
            long targetKey = Access.getLong(memory, at + TARGET);
            long bytes = Access.getLong(memory, at + LENGTH);
            long from = (word & 0xffff_ffffL) * PIECE;
            if (from >= bytes) {
                return true;
            }
            if (!direct.reaches(source, sourceKey) || !direct.reaches(target, targetKey)) {
                return false;
            }
            if (Access.compareAndSetLong(memory, at, word, word + 1)) {
                direct.copyRange(source, sourceKey, target, targetKey, from, Math.min(PIECE, bytes - from));
                Access.addLong(memory, at + DONE, 1);
            }
        }
    }

    /** Copies pieces as the receiving rank, and waits until both ranks together have copied all. */
    public void finish(DirectAccess direct, int source, int target) {
        if (!work(direct, source, target)) {
            throw new PortException("rank " + target + ": memory of rank " + source + " was given up during a copy");
        }
        // The peer may be in the middle of a piece, and off its core.
        for (int look = 0; !isDone(); look++) {
            if (look < HELPER_SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** True when both ranks together have copied all pieces. */
    boolean isDone() {
        long bytes = Access.getLong(memory, at + LENGTH);
        return Access.getLongAcquire(memory, at + DONE) == (bytes + PIECE - 1) / PIECE;
    }
}
