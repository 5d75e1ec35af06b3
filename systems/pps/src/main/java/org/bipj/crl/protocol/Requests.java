package org.bipj.crl.protocol;

/**
 * Requests that wait at a home, for the queues of all its regions: a rank has one request at most, so the rank's number
 * stands for its request, and nothing is allocated for it.
 */
public final class Requests {
    private final int[] next;
    private final boolean[] writes;

    /** Creates the requests of a home, in a job of so many ranks. */
    public Requests(int ranks) {
        next = new int[ranks];
        writes = new boolean[ranks];
    }

    int ranks() {
        return next.length;
    }

    void note(int rank, boolean write) {
        writes[rank] = write;
        next[rank] = Copy.NONE;
    }

    void link(int rank, int behind) {
        next[behind] = rank;
    }

    int next(int rank) {
        return next[rank];
    }

    boolean isWrite(int rank) {
        return writes[rank];
    }
}
