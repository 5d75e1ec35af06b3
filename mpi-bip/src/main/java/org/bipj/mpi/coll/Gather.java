package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;

/** Chooses the gather of equal blocks. The root and the others know the bytes of a block from different arguments. */
final class Gather {
    private Gather() {}

    /** The part of a rank that is not the root. */
    static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        Arguments.count(s.port, "send count", count);
        long bytes = count * type.size();
        if (bytes == 0) {
            return;
        }
        Arguments.present(s.port, "send buffer", buffer);
        if (s.tuning().rooted(Collective.GATHER, bytes) == Algorithm.BINOMIAL) {
            GatherBinomial.send(s, buffer, offset, count, type, root);
        } else {
            GatherLinear.send(s, buffer, offset, count, type, root, Tags.GATHER);
        }
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block is there already. */
    static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks) {
        if (s.tuning().rooted(Collective.GATHER, blocks.bytes(0)) == Algorithm.BINOMIAL) {
            s.copyOwn(buffer, offset, count, type, blocks);
            GatherBinomial.receive(s, blocks.buffer(), blocks.offset(0), blocks.count(0), blocks.type(0), s.rank);
        } else {
            GatherLinear.receive(s, buffer, offset, count, type, blocks, Tags.GATHER);
        }
    }
}
