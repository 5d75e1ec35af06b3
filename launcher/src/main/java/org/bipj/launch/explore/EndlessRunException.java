package org.bipj.launch.explore;

/** A run has not ended in the time for all. */
public final class EndlessRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * The run goes on.
     *
     * @param where what its ranks do, in lines
     */
    public EndlessRunException(String where) {
        super(where, null, false, false);
    }
}
