package org.bipj.shm.regions;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Distance;

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

    private static final long NONE_LEFT = -1;

    /** This rank cannot reach both ends of the copy. */
    private static final long OUT_OF_REACH = -2;

    private static final int HELPER_SPINS = 10_000;

    /** How long the wanting rank leaves a piece to an owner that has not come: a third of what it needs for one from afar. */
    private static final long PATIENCE_NS = 10_000;

    private static final int DONE = 64;
    private static final int SOURCE = 128;
    private static final int TARGET = 136;
    private static final int LENGTH = 144;

    private final MemorySegment memory;
    private final long at;
    /** From the owner to the rank that wants, as that one finds it when it reads. */
    private final Distance reading;

    private final long patienceNs;

    /**
     * The copy whose {@link #BYTES} bytes begin at this offset.
     *
     * @param given how far the ranks are taken to be from each other
     */
    public SharedCopy(MemorySegment memory, long at, Distance.Given given) {
        this(memory, at, given, PATIENCE_NS);
    }

    /** With a patience of its own, for tests. */
    SharedCopy(MemorySegment memory, long at, Distance.Given given, long patienceNs) {
        this.memory = memory;
        this.at = at;
        this.patienceNs = patienceNs;
        reading = new Distance(given);
    }

    /** The distance over which the wanting rank reads. */
    public Distance reading() {
        return reading;
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
     * Copies pieces as the rank that has the data, until none is left to take or one of its two ends is out of reach: the
     * rest is left to the other rank.
     *
     * @param source rank that has the data
     * @param target rank that wants them
     * @param distance to the target; null where it is not known
     */
    public void help(DirectAccess direct, int source, int target, Distance distance) {
        while (take(direct, source, target, distance) >= 0) {
            // Another piece.
        }
    }

    /** Takes the next piece and copies it: the number of its bytes, 0 if the other rank was first, or one of the constants. */
    private long take(DirectAccess direct, int source, int target, Distance distance) {
        long word = Access.getLongAcquire(memory, at);
        long sourceKey = Access.getLong(memory, at + SOURCE);
        long targetKey = Access.getLong(memory, at + TARGET);
        long bytes = Access.getLong(memory, at + LENGTH);
        long from = (word & NO_PIECE) * PIECE;
        if (from >= bytes) {
            return NONE_LEFT;
        }
        if (!direct.reaches(source, sourceKey) || !direct.reaches(target, targetKey)) {
            return OUT_OF_REACH;
        }
        if (!Access.compareAndSetLong(memory, at, word, word + 1)) {
            return 0;
        }
        long taken = Math.min(PIECE, bytes - from);
        direct.copyRange(source, sourceKey, target, targetKey, from, taken, distance);
        Access.addLong(memory, at + DONE, 1);
        return taken;
    }

    /**
     * Copies pieces as the rank that wants the data, and waits until both ranks together have copied all. From afar it reads
     * slowly, while the owner can write past the caches: it leaves the pieces to an owner that comes.
     */
    public void finish(DirectAccess direct, int source, int target) {
        boolean isAlone = false;
        long taken = 0;
        while (taken >= 0) {
            boolean isDue = reading.isDue();
            if (reading.wasFar() && !isDue && !isAlone) {
                isAlone = !doesOwnerTakeNext();
                continue;
            }
            long word = Access.getLongAcquire(memory, at);
            long begin = isDue ? System.nanoTime() : 0;
            taken = take(direct, source, target, null);
            if (isDue && taken > 0) {
                reading.hasRead(taken, System.nanoTime() - begin);
            }
            isAlone &= Access.getLongAcquire(memory, at) == word + 1;
        }
        if (taken == OUT_OF_REACH) {
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

    /** Waits a short time for the owner to take a piece; false if it has not, or if none is left. */
    private boolean doesOwnerTakeNext() {
        long word = Access.getLongAcquire(memory, at);
        if ((word & NO_PIECE) * PIECE >= Access.getLong(memory, at + LENGTH)) {
            return false;
        }
        long begin = System.nanoTime();
        while (Access.getLongAcquire(memory, at) == word) {
            if (System.nanoTime() - begin > patienceNs) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** True when both ranks together have copied all pieces. */
    boolean isDone() {
        long bytes = Access.getLong(memory, at + LENGTH);
        return Access.getLongAcquire(memory, at + DONE) == (bytes + PIECE - 1) / PIECE;
    }
}
