package org.bipj.mpi.coll.record;

import org.bipj.mpi.engine.CollPort;

/** One step of a recorded operation. Steps are done in the order in which they were recorded. */
abstract class Step {
    /** Does the step, or goes on with it; false if it must be called again after progress. */
    abstract boolean run(CollPort port);

    /** The operation has failed: takes back what is under way. */
    void abandon(CollPort port) {
        // Most steps leave nothing under way.
    }
}
