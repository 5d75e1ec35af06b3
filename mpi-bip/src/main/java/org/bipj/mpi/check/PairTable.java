package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A table that ranks of one node share: where two ranks have to say the same, the first one leaves a note, which the second one
 * takes. Many notes, each short: a collective operation of n ranks with counts of their own has n * n of them.
 *
 * <pre>
 * note    key (0: free, CLAIMED: being written) | bytes | types | rank | place of the text in that rank's {@link SendLog} |
 *         second number of the key
 * </pre>
 *
 * <p>Where there is no room, or two ranks come at the same moment and do not see each other, nothing is compared.
 */
final class PairTable {
    private static final int NOTES = 1 << 16;
    /** Places in which a note may be. */
    private static final int PROBES = 8;

    private static final int NOTE = 40;
    private static final int BYTES = 8;
    private static final int TYPES = 16;
    private static final int RANK = 24;
    private static final int TEXT = 28;
    private static final int SECOND = 32;
    private static final long FREE = 0;
    private static final long CLAIMED = -1;
    private static final int SPINS = 1_000_000;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** Bytes that the table needs. */
    static final long SIZE = (long) NOTES * NOTE;

    /**
     * What a rank says.
     *
     * @param types 0 where they match all
     * @param text its place
     */
    record Note(long bytes, long types, int rank, int text) {
        /** The same of a process that the reader knows by another number. */
        Note by(int number) {
            return new Note(bytes, types, number, text);
        }
    }

    private final MemorySegment memory;

    /** A table in zeroed memory. */
    PairTable(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Meets the other one under a key.
     *
     * @return the other's note; null for the first one, and where nothing can be compared
     */
    @Nullable
    Note meet(Key key, Note own) {
        long first = key.first() == CLAIMED ? 1 : key.first();
        for (int i = 0; i < PROBES; i++) {
            long at = Long.remainderUnsigned(first + i, NOTES) * NOTE;
            long there = settled(at);
            if (there == first && memory.get(ValueLayout.JAVA_LONG, at + SECOND) == key.second()) {
                Note other = new Note(
                        memory.get(ValueLayout.JAVA_LONG, at + BYTES),
                        memory.get(ValueLayout.JAVA_LONG, at + TYPES),
                        memory.get(ValueLayout.JAVA_INT, at + RANK),
                        memory.get(ValueLayout.JAVA_INT, at + TEXT));
                LONG.setRelease(memory, at, FREE);
                return other;
            }
            if (there == FREE && LONG.compareAndSet(memory, at, FREE, CLAIMED)) {
                memory.set(ValueLayout.JAVA_LONG, at + BYTES, own.bytes);
                memory.set(ValueLayout.JAVA_LONG, at + TYPES, own.types);
                memory.set(ValueLayout.JAVA_INT, at + RANK, own.rank);
                memory.set(ValueLayout.JAVA_INT, at + TEXT, own.text);
                memory.set(ValueLayout.JAVA_LONG, at + SECOND, key.second());
                LONG.setRelease(memory, at, first);
                return null;
            }
        }
        return null;
    }

    /** A key that is not being written; CLAIMED where that does not end, because a rank was killed. */
    private long settled(long at) {
        long there = (long) LONG.getAcquire(memory, at);
        for (int i = 0; there == CLAIMED && i < SPINS; i++) {
            Thread.onSpinWait();
            there = (long) LONG.getAcquire(memory, at);
        }
        return there;
    }
}
