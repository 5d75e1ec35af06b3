package org.bipj.junit;

import mpi.Intracomm;

/**
 * What each rank of a job computes.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface RankCall<R> {
    /**
     * Runs on each rank, at the same time.
     *
     * @param world the rank's COMM_WORLD
     * @return the rank's result
     * @throws Exception fails the rank, and so the job
     */
    R call(Intracomm world) throws Exception;
}
