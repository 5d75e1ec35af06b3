package org.bipj.mpi.coll.schedule;

import org.bipj.mpi.coll.port.CollPort;

/** One step of a recorded operation. Steps are done in the order in which they were recorded. */
abstract class Step {
    /** Starts or continues the step; false if it must be called again after progress. */
    abstract boolean run(CollPort port);

    /** Withdraws the step's messages, because the operation has failed. */
    void abandon(CollPort port) {
        // Most steps have no messages under way.
    }
}
