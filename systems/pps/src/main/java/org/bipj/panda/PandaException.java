package org.bipj.panda;

/** A call of Panda that cannot be carried out. The message names the rank, the argument and the expectation. */
public class PandaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PandaException(int rank, String message) {
        super("rank " + rank + ": " + message);
    }
}
