package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;

/** The allgather, and the choice of its algorithm. */
public final class Allgather {
    private Allgather() {}

    /**
     * Equal blocks of at least one byte, which {@code s.receive} describes.
     *
     * @param own this rank's, unless it is in place
     * @param data the first one
     */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(CollState s, Data own, Data data) {
        AllgatherAlgorithm algorithm = choose(s, data);
        if (algorithm == AllgatherAlgorithm.SHARED && !s.isInPlace(own) && own.bytes() == data.bytes()) {
            AllgatherShared.run(s, s.shared(data.bytes()), own, data);
        } else {
            s.copyOwn(own, s.receive);
            run(s, algorithm, data);
        }
    }

    /** Equal blocks of at least one byte, of which {@code data} is the first; the own one is in place. */
    public static void run(CollState s, Data data) {
        run(s, choose(s, data), data);
    }

    @SuppressWarnings("NullAway") // The choice names only what is there.
    private static void run(CollState s, AllgatherAlgorithm algorithm, Data data) {
        switch (algorithm) {
            case SHARED -> AllgatherShared.run(s, s.shared(data.bytes()), null, data);
            case TWO_LEVEL -> AllgatherTwoLevel.run(s, data);
            case LINEAR -> AllgatherLinear.run(s, s.receive);
            case RING -> AllgatherRing.run(s, s.receive);
            case RECURSIVE_DOUBLING -> AllgatherRecursiveDoubling.run(s, data);
            case BRUCK -> AllgatherBruck.run(s, data);
            case VIA_ROOT -> AllgatherViaRoot.run(s, data);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    /** Blocks of any bytes, the same on all ranks. */
    public static void run(CollState s, Blocks blocks) {
        long all = 0;
        for (int rank = 0; rank < s.size; rank++) {
            all += blocks.bytes(rank);
        }
        if (isLinear(s.tuning(), all)) {
            AllgatherLinear.run(s, blocks);
        } else {
            AllgatherRing.run(s, blocks);
        }
    }

    private static AllgatherAlgorithm choose(CollState s, Data data) {
        CollectiveTuning t = s.tuning();
        long blockBytes = data.bytes();
        AllgatherAlgorithm forced = t.forced(AllgatherAlgorithm.class);
        boolean wanted = forced == null ? t.shares(blockBytes) : forced == AllgatherAlgorithm.SHARED;
        if (wanted && t.sharesData() && s.shared(blockBytes) != null) {
            return AllgatherAlgorithm.SHARED;
        }
        boolean isTwoLevel = AllgatherTwoLevel.serves(s, data);
        if (forced != null
                && forced != AllgatherAlgorithm.SHARED
                && (forced != AllgatherAlgorithm.TWO_LEVEL || isTwoLevel)
                && (forced != AllgatherAlgorithm.RECURSIVE_DOUBLING || t.powerOfTwo())) {
            return forced;
        }
        if (isTwoLevel) {
            return AllgatherAlgorithm.TWO_LEVEL;
        }
        long allBytes = blockBytes * t.size();
        if (allBytes > CollectiveTuning.LONG_BYTES) {
            return AllgatherAlgorithm.RING;
        }
        if (t.linear()) {
            return allBytes <= CollectiveTuning.SHORT_BYTES ? AllgatherAlgorithm.VIA_ROOT : AllgatherAlgorithm.LINEAR;
        }
        return t.powerOfTwo() ? AllgatherAlgorithm.RECURSIVE_DOUBLING : AllgatherAlgorithm.BRUCK;
    }

    private static boolean isLinear(CollectiveTuning t, long allBytes) {
        AllgatherAlgorithm forced = t.forced(AllgatherAlgorithm.class);
        if (forced == AllgatherAlgorithm.LINEAR || forced == AllgatherAlgorithm.RING) {
            return forced == AllgatherAlgorithm.LINEAR;
        }
        return t.linear() && allBytes <= CollectiveTuning.LONG_BYTES;
    }
}
