package org.bipj.mpi.coll.alltoall;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;

/** The alltoall, and the choice of its algorithm. */
public final class Alltoall {
    private Alltoall() {}

    /** Equal blocks: all ranks know the bytes of each. */
    public static void equal(CollState s, Blocks send, Blocks receive) {
        run(s, choose(s, send.bytes(0)), send, receive);
    }

    /** Blocks of any bytes: a rank knows those of its own only. */
    public static void unequal(CollState s, Blocks send, Blocks receive) {
        run(s, choose(s.tuning()), send, receive);
    }

    /** Exchanges blocks of the receive buffer itself (MPI_IN_PLACE). */
    public static void inPlace(CollState s, Blocks blocks) {
        AlltoallInPlace.run(s, blocks);
    }

    @SuppressWarnings("NullAway") // The choice names only what is there.
    private static void run(CollState s, AlltoallAlgorithm algorithm, Blocks send, Blocks receive) {
        switch (algorithm) {
            case SHARED -> AlltoallShared.run(s, s.shared(AlltoallShared.turnBytes(s, send.bytes(0))), send, receive);
            case LINEAR -> AlltoallLinear.run(s, send, receive);
            case PAIRWISE -> AlltoallPairwise.run(s, send, receive);
            case BRUCK -> AlltoallBruck.run(s, send, receive);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static AlltoallAlgorithm choose(CollState s, long blockBytes) {
        CollectiveTuning t = s.tuning();
        AlltoallAlgorithm forced = t.forced(AlltoallAlgorithm.class);
        boolean wanted = forced == null ? t.shares(blockBytes) : forced == AlltoallAlgorithm.SHARED;
        if (wanted && t.sharesData() && s.shared(AlltoallShared.turnBytes(s, blockBytes)) != null) {
            return AlltoallAlgorithm.SHARED;
        }
        if (forced != null && forced != AlltoallAlgorithm.SHARED) {
            return forced;
        }
        boolean bruck =
                blockBytes <= CollectiveTuning.BRUCK_BYTES && t.size() >= CollectiveTuning.BRUCK_RANKS && !t.linear();
        return bruck ? AlltoallAlgorithm.BRUCK : choose(t);
    }

    private static AlltoallAlgorithm choose(CollectiveTuning t) {
        AlltoallAlgorithm forced = t.forced(AlltoallAlgorithm.class);
        if (forced == AlltoallAlgorithm.LINEAR || forced == AlltoallAlgorithm.PAIRWISE) {
            return forced;
        }
        return t.linear() ? AlltoallAlgorithm.LINEAR : AlltoallAlgorithm.PAIRWISE;
    }
}
