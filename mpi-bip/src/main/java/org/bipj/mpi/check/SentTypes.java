package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import mpi.MpiBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a rank has sent as values of several types: which of its node have received asks whether there was such a message. A set, and
 * no sequence: so no order of threads, cancelled receive or probe can lead to a wrong answer.
 *
 * <pre>
 * header    state: 0, or 1 once the set is not complete
 * entries   hash of destination, context, tag, length and type signature (0: free)
 * </pre>
 *
 * <p>Only its rank writes, before it sends the message.
 */
final class SentTypes {
    private static final int ENTRIES = 4096;
    private static final int MOST = ENTRIES * 3 / 4;
    private static final int HEADER = 64;
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** Bytes that a set needs. */
    static final long SIZE = HEADER + (long) ENTRIES * Long.BYTES;

    private final MemorySegment memory;
    private int used;

    /** A set in zeroed memory. */
    SentTypes(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Notes a message, or any number of equal ones.
     *
     * @param sent its data; null if they are not known
     */
    void add(int context, int dest, int tag, @Nullable MpiBuffer sent) {
        if (sent == null) {
            INT.setRelease(memory, 0L, 1);
        } else if (sent.isOfMixture()) {
            long key = key(context, dest, tag, sent.bytes(), sent.signature());
            long at = find(key);
            if ((long) LONG.get(memory, at) == key) {
                return;
            }
            if (used++ < MOST) {
                LONG.setRelease(memory, at, key);
            } else {
                INT.setRelease(memory, 0L, 1);
            }
        }
    }

    /** False only if there was no message of such data. */
    boolean mayHold(int context, int dest, int tag, long bytes, long signature) {
        long key = key(context, dest, tag, bytes, signature);
        return (int) INT.getAcquire(memory, 0L) != 0 || (long) LONG.getAcquire(memory, find(key)) == key;
    }

    /** Where the key is, or has its place. */
    private long find(long key) {
        for (long i = key; ; i++) {
            long at = HEADER + Long.remainderUnsigned(i, ENTRIES) * Long.BYTES;
            long there = (long) LONG.getAcquire(memory, at);
            if (there == 0 || there == key) {
                return at;
            }
        }
    }

    private static long key(int context, int dest, int tag, long bytes, long signature) {
        long ofPair = Key.mix(Key.mix(context) + dest);
        return Key.mix(Key.mix(Key.mix(ofPair + tag) + bytes) + signature);
    }
}
