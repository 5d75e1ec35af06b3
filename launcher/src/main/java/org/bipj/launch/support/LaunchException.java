package org.bipj.launch.support;

/** The job cannot be started. The message gives the reason. */
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

    /** The exit code with which {@code mpirun} ends. */
    public int exitCode() {
        return exitCode;
    }
}
