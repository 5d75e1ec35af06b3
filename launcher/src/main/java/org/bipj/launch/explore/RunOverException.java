package org.bipj.launch.explore;

/** Ends a run that need not go on. */
public final class RunOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunOverException(String message) {
        super(message, null, false, false);
    }
}
