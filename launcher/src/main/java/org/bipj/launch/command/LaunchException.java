package org.bipj.launch.command;

/** The job cannot be started; the message says why. */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * The job cannot be started.
     *
     * @param exitCode what {@code mpirun} returns
     * @param message why, for the user
     */
    public LaunchException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What {@code mpirun} returns. */
    public int exitCode() {
        return exitCode;
    }
}
