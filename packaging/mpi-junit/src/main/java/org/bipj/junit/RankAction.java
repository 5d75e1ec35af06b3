package org.bipj.junit;

import mpi.Intracomm;

/** What each rank of a job does. */
@FunctionalInterface
public interface RankAction {
    /**
     * Runs on each rank, at the same time.
     *
     * @param world the rank's COMM_WORLD
     * @throws Exception fails the rank, and so the job
     */
    void run(Intracomm world) throws Exception;
}
