package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/**
 * Allreduce of a long vector for any number of ranks around a ring (Patarasuk and Yuan, 2009): each of n parts travels
 * once around the ring while it is combined, and once more to distribute the result. Operations must commute, because each part begins at
 * another rank. Each part's result comes from one rank, so all ranks get equal bits.
 */
final class AllreduceRing {
    private AllreduceRing() {}

    static void run(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        Object own = v.own();
        int ownStart = v.ownStart();
        int right = Ranks.absolute(r.rank, 1, r.size);
        int left = Ranks.relative(r.rank, 1, r.size);
        int part = r.rank;
        for (int round = 1; round < r.size; round++) {
            int next = Ranks.relative(part, 1, r.size);
            int from = r.bound(elements, part, r.size);
            int to = r.bound(elements, next, r.size);
            boolean first = round == 1;
            r.exchangeCombine(
                    first ? own : out,
                    (first ? ownStart : outStart) + from,
                    r.bound(elements, part + 1, r.size) - from,
                    right,
                    own,
                    ownStart + to,
                    out,
                    outStart + to,
                    r.bound(elements, next + 1, r.size) - to,
                    left,
                    true);
            part = next;
        }
        collect(r, out, outStart, elements, part, left, right);
    }

    private static void collect(
            ReductionContext r, Object out, int outStart, int elements, int have, int left, int right) {
        int part = have;
        for (int round = 1; round < r.size; round++) {
            int next = Ranks.relative(part, 1, r.size);
            int from = r.bound(elements, part, r.size);
            int to = r.bound(elements, next, r.size);
            Object handle = r.post(out, outStart + to, r.bound(elements, next + 1, r.size) - to, left);
            r.send(out, outStart + from, r.bound(elements, part + 1, r.size) - from, right);
            r.port.await(handle);
            part = next;
        }
    }
}
