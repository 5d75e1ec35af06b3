package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Reducing;

/**
 * Allreduce of a few bytes on the job's table: every rank lays its vector there and combines all of them, in the same
 * order on all ranks. n times the work of one combination, but each rank waits once, and for no one in particular.
 */
final class AllreduceTable {
    private AllreduceTable() {}

    static void run(Reducing r, Object in, int inStart, Object out, int outStart, int elements) {
        long bytes = (long) elements << r.shift();
        Object own = in == null ? out : in;
        r.port.collLay(own, (long) (in == null ? outStart : inStart) << r.shift(), bytes);
        int all = elements * r.size;
        Object arrived = r.take(all);
        r.port.collPick(arrived, bytes);
        r.copy(arrived, all - elements, out, outStart, elements);
        for (int start = all - 2 * elements; start >= 0; start -= elements) {
            r.combine(arrived, start, out, outStart, elements);
        }
        r.give(arrived, all);
    }
}
