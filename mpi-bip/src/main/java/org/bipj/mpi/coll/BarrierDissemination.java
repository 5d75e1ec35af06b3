package org.bipj.mpi.coll;

/**
 * Barrier by dissemination (Hensgen, Finkel and Manber, 1988): log2(n) rounds, rounded up; between two ranks, one exchange.
 */
final class BarrierDissemination {
    private BarrierDissemination() {}

    static void run(CollState s) {
        for (int distance = 1; distance < s.size; distance <<= 1) {
            int to = s.rank + distance;
            int from = s.rank - distance;
            Object handle = s.postSignal(from < 0 ? from + s.size : from, Tags.BARRIER);
            s.signal(to >= s.size ? to - s.size : to, Tags.BARRIER);
            s.port.collAwait(handle);
        }
    }
}
