package org.bipj.mpi.io;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a collective call that succeed on all ranks or fail on all: whatever goes wrong on one rank, none waits for it
 * in vain, and each throws an error of the same class.
 */
final class CollectiveSteps {
    private static final TypeLayout LONGS = TypeLayout.bytes(Long.BYTES);
    /** Bytes of an error's message that the other ranks get. */
    private static final int MESSAGE_BYTES = 512;

    private CollectiveSteps() {}

    /** A step of a collective call that may fail on some ranks. */
    interface Step {
        void run();
    }

    /** Runs a step and returns its error, or null. */
    static @Nullable EngineException attempt(Step step) {
        try {
            step.run();
            return null;
        } catch (EngineException e) {
            return e;
        }
    }

    /**
     * Waits for all ranks and returns the values that they brought, in the order of ranks.
     *
     * @param failure what went wrong on this rank, or null
     * @throws EngineException where something went wrong on a rank: its own error there, that of the lowest one elsewhere
     */
    static long[] gather(CommCore c, @Nullable EngineException failure, long... values) {
        int n = values.length + 1;
        long[] mine = new long[n];
        mine[0] = failure == null ? 0 : failure.errorClass();
        System.arraycopy(values, 0, mine, 1, values.length);
        long[] all = new long[n * c.size()];
        Collectives.allGather(c.collectives(), Data.of(mine, 0, n, LONGS), Data.of(all, 0, n, LONGS));
        long[] theirs = new long[values.length * c.size()];
        int failed = -1;
        for (int rank = c.size() - 1; rank >= 0; rank--) {
            failed = all[rank * n] != 0 ? rank : failed;
            System.arraycopy(all, rank * n + 1, theirs, rank * values.length, values.length);
        }
        if (failed >= 0) {
            throw error(c, failed, (int) all[failed * n], failure);
        }
        return theirs;
    }

    private static EngineException error(CommCore c, int failed, int errorClass, @Nullable EngineException own) {
        byte[] words = new byte[MESSAGE_BYTES];
        if (own != null && c.rank() == failed) {
            words = Arrays.copyOf(own.getMessage().getBytes(StandardCharsets.UTF_8), MESSAGE_BYTES);
        }
        Collectives.bcast(c.collectives(), Data.of(words, 0, MESSAGE_BYTES, TypeLayout.BYTE), failed);
        String theirs = new String(words, StandardCharsets.UTF_8).trim();
        return own != null ? own : new EngineException(errorClass, "rank " + failed + ": " + theirs);
    }

    /** Fails on all ranks where the values of {@link #gather} differ. */
    static void same(long[] values, int stride, int index, String what) {
        for (int at = index + stride; at < values.length; at += stride) {
            if (values[at] != values[index]) {
                throw new EngineException(
                        FileErrors.NOT_SAME,
                        what + " is not the same on all ranks: rank 0 gave " + values[index] + ", rank " + at / stride
                                + " gave " + values[at]);
            }
        }
    }
}
