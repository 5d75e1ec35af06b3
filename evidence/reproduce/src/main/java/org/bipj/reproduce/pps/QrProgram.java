package org.bipj.reproduce.pps;

import mpi.MPI;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.samples.Qr;

/** The sample {@code qr}. Arguments: rows of the matrix; 1 if the residual is to be checked. */
public final class QrProgram implements RankProgram {
    /** Called by reflection. */
    public QrProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Qr qr = new Qr(MPI.COMM_WORLD, arguments[0]);
        MPI.COMM_WORLD.barrier();
        double[] section = Section.time(rank, qr::factorize);
        if (arguments[1] == 1 && !qr.isRight()) {
            throw new IllegalStateException("the factors of " + arguments[0] + " rows are wrong");
        }
        MPI.Finalize();
        return section;
    }
}
