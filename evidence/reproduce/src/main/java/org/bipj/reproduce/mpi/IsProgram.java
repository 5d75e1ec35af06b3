package org.bipj.reproduce.mpi;

import mpi.MPI;
import mpi.MPIException;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.is.IntegerSort;

/**
 * NAS IS of the samples, unchanged. Argument: the letter of the class. Results: Mop/s of all ranks, and the share of the
 * time in which a rank computes, mean over the ranks.
 */
public final class IsProgram implements RankProgram {
    private static final double TIMED = 10;
    private static final double UNTIMED = 1;
    private static final double MICROS = 1e6;

    /** Called by reflection. */
    public IsProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) throws MPIException {
        MPI.Init(new String[0]);
        double computed = rank.computed();
        NasReport report = IntegerSort.run(MPI.COMM_WORLD, (char) arguments[0]);
        if (!report.verified()) {
            throw new IllegalStateException("NAS IS did not verify");
        }
        // Each iteration charges for the rank's keys.
        double[] computing = {(rank.computed() - computed) * TIMED / (TIMED + UNTIMED)};
        MPI.COMM_WORLD.allReduce(computing, 1, MPI.DOUBLE, MPI.SUM);
        int ranks = MPI.COMM_WORLD.getSize();
        MPI.Finalize();
        return new double[] {report.mops(), computing[0] / ranks / MICROS / report.seconds()};
    }
}
