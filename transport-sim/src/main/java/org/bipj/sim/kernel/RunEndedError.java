package org.bipj.sim.kernel;

/** Thrown in a fiber whose run has ended: it leaves its program. Nobody is to catch it. */
public final class RunEndedError extends Error {
    private static final long serialVersionUID = 1L;

    RunEndedError() {
        super("the simulation has ended", null, false, false);
    }
}
