package org.bipj.reproduce.pps;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.bipj.core.job.Compute;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;

/**
 * The exchange of rows of the sample {@code sor}, alone: rows of 12 KB to both neighbours, computation between. Arguments: number
 * of exchanges; microseconds of computation. Result: mean time of an exchange, in microseconds.
 */
public final class RowsProgram implements RankProgram {
    private static final int POINTS = 1536;
    private static final int UP = 1;
    private static final int DOWN = 2;

    /** Called by reflection. */
    public RowsProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        int above = rank.number() == 0 ? MPI.PROC_NULL : rank.number() - 1;
        int below = rank.number() == world.getSize() - 1 ? MPI.PROC_NULL : rank.number() + 1;
        double[][] rows = new double[4][POINTS];
        double[] element = new double[1];
        double micros = 0;
        world.allReduce(element, 1, MPI.DOUBLE, MPI.MAX);
        for (int i = 0; i < arguments[0]; i++) {
            Compute.charge(1000.0 * arguments[1]);
            double start = rank.now();
            Request[] sends = {
                world.iSend(rows[0], POINTS, MPI.DOUBLE, above, UP),
                world.iSend(rows[1], POINTS, MPI.DOUBLE, below, DOWN)
            };
            world.recv(rows[2], POINTS, MPI.DOUBLE, above, DOWN);
            world.recv(rows[3], POINTS, MPI.DOUBLE, below, UP);
            Request.waitAll(sends);
            micros += rank.now() - start;
        }
        world.barrier();
        MPI.Finalize();
        return new double[] {micros / arguments[0]};
    }
}
