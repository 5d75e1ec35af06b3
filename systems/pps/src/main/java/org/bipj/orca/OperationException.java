package org.bipj.orca;

/**
 * An operation has thrown an exception. The changes that it had made until then stay, on every replica alike. The cause is the
 * exception itself where the caller's rank has executed the operation, and null where another one has.
 */
public final class OperationException extends OrcaException {
    private static final long serialVersionUID = 1L;

    private final String thrown;

    OperationException(int rank, String operation, String thrown, Throwable cause) {
        super(rank, operation + " threw " + thrown, cause);
        this.thrown = thrown;
    }

    /** The class name and the message of what the operation threw. */
    public String thrown() {
        return thrown;
    }
}
