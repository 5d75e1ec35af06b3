package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Fold;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.reduce.Halving;

/**
 * Allreduce of a long vector: {@link Halving}, then the same exchanges backwards to collect the parts (Rabenseifner, 2004;
 * Thakur, Rabenseifner and Gropp, 2005, section 4.5). Each part is combined by one rank, so all ranks get equal bits.
 */
final class AllreduceRabenseifner {
    private AllreduceRabenseifner() {}

    static void run(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        int virtual = Halving.run(r, v, out, outStart);
        if (virtual < 0) {
            r.receive(out, outStart, elements, r.rank + 1);
            return;
        }
        int parts = Ranks.powerAtMost(r.size);
        for (int mask = parts >> 1; mask > 0; mask >>= 1) {
            int width = parts / mask / 2;
            int mine = Halving.first(virtual, 2 * mask, parts);
            int theirs = Halving.first(virtual ^ mask, 2 * mask, parts);
            int mineStart = r.bound(elements, mine, parts);
            int theirsStart = r.bound(elements, theirs, parts);
            r.exchange(
                    out,
                    outStart + mineStart,
                    r.bound(elements, mine + width, parts) - mineStart,
                    out,
                    outStart + theirsStart,
                    r.bound(elements, theirs + width, parts) - theirsStart,
                    Fold.rank(virtual ^ mask, r.size));
        }
        if (Fold.absorbs(r.rank, r.size)) {
            r.send(out, outStart, elements, r.rank - 1);
        }
    }
}
