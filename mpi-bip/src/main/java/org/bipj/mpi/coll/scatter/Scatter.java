package org.bipj.mpi.coll.scatter;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.Arguments;
import org.bipj.mpi.coll.base.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.base.Tuning;

/** Chooses the scatter of equal blocks. The root and the others know the bytes of a block from different arguments. */
public final class Scatter {
    private Scatter() {}

    /** The part of a rank that is not the root. */
    public static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        Arguments.count(s.port, "receive count", count);
        long bytes = count * type.size();
        if (bytes == 0) {
            return;
        }
        Arguments.present(s.port, "receive buffer", buffer);
        boolean served = switch (choose(s.tuning(), bytes)) {
            case LINEAR -> {
                ScatterLinear.receive(s, buffer, offset, count, type, root, Tags.SCATTER);
                yield true;
            }
            case BINOMIAL -> {
                ScatterBinomial.receive(s, buffer, offset, count, type, root);
                yield true;
            }
        };
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block stays where it is. */
    public static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks) {
        boolean served = switch (choose(s.tuning(), blocks.bytes(0))) {
            case LINEAR -> {
                ScatterLinear.send(s, buffer, offset, count, type, blocks, Tags.SCATTER);
                yield true;
            }
            case BINOMIAL -> {
                ScatterBinomial.send(s, blocks.buffer(), blocks.offset(0), blocks.count(0), blocks.type(0), s.rank);
                ScatterLinear.own(s, buffer, offset, count, type, blocks);
                yield true;
            }
        };
    }

    private static ScatterAlgorithm choose(Tuning t, long blockBytes) {
        ScatterAlgorithm forced = t.forced(ScatterAlgorithm.class);
        if (forced != null) {
            return forced;
        }
        return t.rootedLinear(blockBytes) ? ScatterAlgorithm.LINEAR : ScatterAlgorithm.BINOMIAL;
    }
}
