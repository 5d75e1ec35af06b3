package org.bipj.sim.kernel;

/** Thrown in a fiber whose run has ended, so that it leaves its program. Must not be caught. */
public final class RunEndedError extends Error {
    private static final long serialVersionUID = 1L;

    RunEndedError() {
        super("the simulation has ended", null, false, false);
    }
}
