package org.bipj.mpi.coll.barrier;

import org.bipj.mpi.coll.base.Levels;

/** Barrier of several hosts: the ranks of each host signal to their leader, the leaders meet, and release their hosts. */
final class BarrierTwoLevel {
    private BarrierTwoLevel() {}

    static void run(Levels levels) {
        boolean leads = levels.lead(0);
        int degree = Barrier.degree(levels.local.size);
        BarrierTree.arrive(levels.local, degree);
        if (leads) {
            Barrier.run(levels.between);
        }
        BarrierTree.release(levels.local, degree);
    }
}
