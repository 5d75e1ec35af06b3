package org.bipj.lci;

/** A call of LCI that cannot be carried out. The message names the rank, the argument and the expectation. */
public final class LciException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LciException(int rank, String message) {
        super("rank " + rank + ": " + message);
    }
}
