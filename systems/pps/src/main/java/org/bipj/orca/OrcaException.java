package org.bipj.orca;

/** A call of Orca that cannot be carried out. The message names the rank, the object and the expectation. */
public class OrcaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrcaException(int rank, String message) {
        super("rank " + rank + ": " + message);
    }

    OrcaException(int rank, String message, Throwable cause) {
        super("rank " + rank + ": " + message, cause);
    }
}
