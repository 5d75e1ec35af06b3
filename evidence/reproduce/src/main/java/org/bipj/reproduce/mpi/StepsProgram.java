package org.bipj.reproduce.mpi;

import mpi.MPI;
import mpi.MPIException;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.samples.nas.TimeSteps;
import org.bipj.samples.nas.lu.LowerUpper;
import org.bipj.samples.nas.sp.ScalarPentadiagonal;

/**
 * Some time steps of NAS LU or SP of the samples. Arguments: which of them, the letter of the class, the number of
 * steps. Results: Mop/s of all ranks, and the share of the time in which a rank computes, mean over the ranks. As in a
 * whole run, a step goes before them untimed.
 */
public final class StepsProgram implements RankProgram {
    /** The first argument for LU. */
    static final int LU = 0;

    /** The first argument for SP. */
    static final int SP = 1;

    /** Called by reflection. */
    public StepsProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) throws MPIException {
        MPI.Init(new String[0]);
        char problemClass = (char) arguments[1];
        TimeSteps kernel = arguments[0] == LU
                ? LowerUpper.steps(MPI.COMM_WORLD, problemClass)
                : ScalarPentadiagonal.steps(MPI.COMM_WORLD, problemClass);
        int steps = arguments[2];
        kernel.step().run();
        MPI.COMM_WORLD.barrier();
        double start = rank.now();
        double computed = rank.computed();
        for (int step = 0; step < steps; step++) {
            kernel.step().run();
        }
        double[] micros = {rank.now() - start};
        double[] computing = {rank.computed() - computed};
        MPI.COMM_WORLD.allReduce(micros, 1, MPI.DOUBLE, MPI.MAX);
        MPI.COMM_WORLD.allReduce(computing, 1, MPI.DOUBLE, MPI.SUM);
        int ranks = MPI.COMM_WORLD.getSize();
        MPI.Finalize();
        return new double[] {steps * kernel.operations() / micros[0], computing[0] / ranks / micros[0]};
    }
}
