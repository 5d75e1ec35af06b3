package org.bipj.sim.kernel;

import org.bipj.core.job.RankEndedError;

/** Thrown in a fiber whose run has ended, so that it leaves its program. Must not be caught. */
public final class RunEndedError extends RankEndedError {
    private static final long serialVersionUID = 1L;

    RunEndedError() {
        super("the simulation has ended");
    }
}
