package org.bipj.mpi.coll.gather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.Tags;

/** Chooses the gather of equal blocks. The root and the others know the bytes of a block from different arguments. */
public final class Gather {
    private Gather() {}

    /** The part of a rank that is not the root, with at least one byte. */
    public static void send(CollState s, Data data, int root) {
        switch (choose(s.tuning(), data.bytes())) {
            case LINEAR -> GatherLinear.send(s, data, root, Tags.GATHER);
            case BINOMIAL -> GatherBinomial.send(s, data, root);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    /** The part of the root; its buffer is IN_PLACE where its own block is there already. */
    public static void receive(CollState s, Data own, Data first, Blocks blocks) {
        switch (choose(s.tuning(), blocks.bytes(0))) {
            case LINEAR -> GatherLinear.receive(s, own, blocks, Tags.GATHER);
            case BINOMIAL -> {
                s.copyOwn(own, blocks);
                GatherBinomial.receive(s, first, s.rank);
            }
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static GatherAlgorithm choose(CollectiveTuning t, long blockBytes) {
        GatherAlgorithm forced = t.forced(GatherAlgorithm.class);
        if (forced != null) {
            return forced;
        }
        return t.rootedLinear(blockBytes) ? GatherAlgorithm.LINEAR : GatherAlgorithm.BINOMIAL;
    }
}
