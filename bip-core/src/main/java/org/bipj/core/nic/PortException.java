package org.bipj.core.nic;

/** A port cannot go on: a resource is exhausted, or shared structures are damaged. The message names what and where. */
public sealed class PortException extends RuntimeException permits PeerFailedException {
    private static final long serialVersionUID = 1L;

    /**
     * A new exception.
     *
     * @param message what happened, to which rank or file, and what was expected
     */
    public PortException(String message) {
        super(message);
    }

    /**
     * A new exception with a cause.
     *
     * @param message what happened, to which rank or file, and what was expected
     * @param cause the underlying exception
     */
    public PortException(String message, Throwable cause) {
        super(message, cause);
    }
}
