package org.bipj.reproduce.mpi;

import mpi.MPI;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.is.IntegerSort;

/**
 * NAS IS of the samples, unchanged. Argument: the letter of the class. Results: seconds, Mop/s of all ranks, 1 if
 * verified.
 */
public final class IsProgram implements RankProgram {
    /** Called by reflection. */
    public IsProgram() {}

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        NasReport report = IntegerSort.run(MPI.COMM_WORLD, (char) arguments[0]);
        MPI.Finalize();
        return new double[] {report.seconds(), report.mops(), report.verified() ? 1 : 0};
    }
}
