package org.bipj.core.nic;

/** One peer cannot be reached any more, while the port goes on serving the others. The message names rank, host and reason. */
public final class PeerFailedException extends PortException {
    private static final long serialVersionUID = 1L;

    private final int peer;

    /**
     * A new exception.
     *
     * @param peer the rank that cannot be reached
     * @param message which rank on which host, and why
     */
    public PeerFailedException(int peer, String message) {
        super(message);
        this.peer = peer;
    }

    /** The rank that cannot be reached. */
    public int peer() {
        return peer;
    }
}
