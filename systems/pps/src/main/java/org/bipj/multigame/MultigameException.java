package org.bipj.multigame;

/** Multigame cannot go on: ranks that search for different things, or arguments that cannot be used. */
public final class MultigameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MultigameException(int rank, String message) {
        super("rank " + rank + ": Multigame: " + message);
    }
}
