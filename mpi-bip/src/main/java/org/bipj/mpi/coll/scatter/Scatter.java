package org.bipj.mpi.coll.scatter;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.Tags;

/** Chooses the scatter of equal blocks. The root and the others know the bytes of a block from different arguments. */
public final class Scatter {
    private Scatter() {}

    /** The part of a rank that is not the root, with at least one byte. */
    public static void receive(CollState s, Data data, int root) {
        switch (choose(s.tuning(), data.bytes())) {
            case LINEAR -> ScatterLinear.receive(s, data, root, Tags.SCATTER);
            case BINOMIAL -> ScatterBinomial.receive(s, data, root);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    /** The part of the root; {@code own} is IN_PLACE where its own block stays where it is. */
    public static void send(CollState s, Data own, Data first, Blocks blocks) {
        switch (choose(s.tuning(), blocks.bytes(0))) {
            case LINEAR -> ScatterLinear.send(s, own, blocks, Tags.SCATTER);
            case BINOMIAL -> {
                ScatterBinomial.send(s, first, s.rank);
                s.copyBlockToOwn(blocks, own);
            }
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static ScatterAlgorithm choose(CollectiveTuning t, long blockBytes) {
        ScatterAlgorithm forced = t.forced(ScatterAlgorithm.class);
        if (forced != null) {
            return forced;
        }
        return t.rootedLinear(blockBytes) ? ScatterAlgorithm.LINEAR : ScatterAlgorithm.BINOMIAL;
    }
}
