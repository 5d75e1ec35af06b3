package org.bipj.mpi.coll;

/**
 * Allreduce of a few bytes on the job's table: every rank lays its vector there and combines all of them, in the same order
 * on all ranks. n times the work of one combination, but each rank waits once, and for no one in particular.
 */
final class AllreduceTable {
    private AllreduceTable() {}

    static void run(Reducing r, Object in, int inStart, Object out, int outStart, int elements) {
        long bytes = (long) elements << r.shift();
        Object own = in == null ? out : in;
        r.port.collLay(own, (long) (in == null ? outStart : inStart) << r.shift(), bytes);
        r.port.collPick(r.size - 1, out, (long) outStart << r.shift(), bytes);
        Object arrived = r.take(elements);
        for (int rank = r.size - 2; rank >= 0; rank--) {
            r.port.collPick(rank, arrived, 0, bytes);
            r.combine(arrived, 0, out, outStart, elements);
        }
        r.give(arrived, elements);
    }
}
