package org.bipj.mpi.coll.gather;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.Arguments;
import org.bipj.mpi.coll.base.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.base.Tuning;

/** Chooses the gather of equal blocks. The root and the others know the bytes of a block from different arguments. */
public final class Gather {
    private Gather() {}

    /** The part of a rank that is not the root. */
    public static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        Arguments.count(s.port, "send count", count);
        long bytes = count * type.size();
        if (bytes == 0) {
            return;
        }
        Arguments.present(s.port, "send buffer", buffer);
        boolean served = switch (choose(s.tuning(), bytes)) {
            case LINEAR -> {
                GatherLinear.send(s, buffer, offset, count, type, root, Tags.GATHER);
                yield true;
            }
            case BINOMIAL -> {
                GatherBinomial.send(s, buffer, offset, count, type, root);
                yield true;
            }
        };
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block is there already. */
    public static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks) {
        boolean served = switch (choose(s.tuning(), blocks.bytes(0))) {
            case LINEAR -> {
                GatherLinear.receive(s, buffer, offset, count, type, blocks, Tags.GATHER);
                yield true;
            }
            case BINOMIAL -> {
                s.copyOwn(buffer, offset, count, type, blocks);
                GatherBinomial.receive(s, blocks.buffer(), blocks.offset(0), blocks.count(0), blocks.type(0), s.rank);
                yield true;
            }
        };
    }

    private static GatherAlgorithm choose(Tuning t, long blockBytes) {
        GatherAlgorithm forced = t.forced(GatherAlgorithm.class);
        if (forced != null) {
            return forced;
        }
        return t.rootedLinear(blockBytes) ? GatherAlgorithm.LINEAR : GatherAlgorithm.BINOMIAL;
    }
}
