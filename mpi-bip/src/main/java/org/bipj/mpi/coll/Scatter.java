package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;

/** Chooses the scatter of equal blocks. The root and the others know the bytes of a block from different arguments. */
final class Scatter {
    private Scatter() {}

    /** The part of a rank that is not the root. */
    static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        Arguments.count(s.port, "receive count", count);
        long bytes = count * type.size();
        if (bytes == 0) {
            return;
        }
        Arguments.present(s.port, "receive buffer", buffer);
        if (s.tuning().rooted(Collective.SCATTER, bytes) == Algorithm.BINOMIAL) {
            ScatterBinomial.receive(s, buffer, offset, count, type, root);
        } else {
            ScatterLinear.receive(s, buffer, offset, count, type, root, Tags.SCATTER);
        }
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block stays where it is. */
    static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks) {
        if (s.tuning().rooted(Collective.SCATTER, blocks.bytes(0)) == Algorithm.BINOMIAL) {
            ScatterBinomial.send(s, blocks.buffer(), blocks.offset(0), blocks.count(0), blocks.type(0), s.rank);
            ScatterLinear.own(s, buffer, offset, count, type, blocks);
        } else {
            ScatterLinear.send(s, buffer, offset, count, type, blocks, Tags.SCATTER);
        }
    }
}
