package org.bipj.launch;

/** The job cannot be started; the message says why. */
final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    LaunchException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What {@code mpirun} returns. */
    int exitCode() {
        return exitCode;
    }
}
