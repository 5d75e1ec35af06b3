package org.bipj.reproduce.pps;

import mpi.MPI;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.samples.Sor;

/** The sample {@code sor}. Arguments: points a side, iterations; 1 if the grid is to be compared with that of one rank. */
public final class SorProgram implements RankProgram {
    /** Called by reflection. */
    public SorProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Sor sor = new Sor(MPI.COMM_WORLD, arguments[0]);
        MPI.COMM_WORLD.barrier();
        double[] section = Section.time(rank, () -> {
            for (int i = 0; i < arguments[1]; i++) {
                sor.iterate();
            }
        });
        if (arguments[2] == 1 && !sor.isRight(arguments[1])) {
            throw new IllegalStateException("the grid of " + arguments[0] + " points is not that of one rank");
        }
        MPI.Finalize();
        return section;
    }
}
