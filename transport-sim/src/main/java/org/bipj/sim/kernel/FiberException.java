package org.bipj.sim.kernel;

/** A fiber's program has thrown an exception, which ended the run. */
public final class FiberException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FiberException(Fiber fiber, Throwable cause) {
        super(fiber.name() + ": " + cause, cause);
    }
}
