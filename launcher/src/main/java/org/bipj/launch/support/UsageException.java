package org.bipj.launch.support;

/** The command line is wrong. The message names what was expected. */
public final class UsageException extends RuntimeException {
    /** Exit code of {@code mpirun} for a wrong command line. */
    public static final int EXIT_CODE = 2;

    private static final long serialVersionUID = 1L;

    /** The message names the option, its value and what was expected. */
    public UsageException(String message) {
        super(message);
    }
}
