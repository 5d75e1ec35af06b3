package org.bipj.reproduce.lab;

/**
 * A program that is loaded separately for each rank, so that its static fields, and those of {@code mpi.MPI}, are the
 * rank's own. It needs a public constructor without parameters.
 */
public interface RankProgram {
    /**
     * Runs one rank.
     *
     * @param arguments the same for all ranks
     * @return results of this rank
     */
    double[] run(Cluster.Rank rank, int[] arguments) throws Exception;
}
