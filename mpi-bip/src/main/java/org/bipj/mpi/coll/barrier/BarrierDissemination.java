package org.bipj.mpi.coll.barrier;

import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;

/**
 * Barrier by dissemination (Hensgen, Finkel and Manber, 1988): log2(n) rounds, rounded up; between two ranks, one exchange.
 */
final class BarrierDissemination {
    private BarrierDissemination() {}

    static void run(CollState s) {
        for (int distance = 1; distance < s.size; distance <<= 1) {
            int to = s.rank + distance;
            int from = s.rank - distance;
            s.exchangeSignals(to >= s.size ? to - s.size : to, from < 0 ? from + s.size : from, Tags.BARRIER);
        }
    }
}
