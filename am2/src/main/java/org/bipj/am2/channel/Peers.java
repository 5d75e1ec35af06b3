package org.bipj.am2.channel;

/** The other ranks: which ones this rank has exchanged messages with, and which have left. */
final class Peers {
    private final boolean[] met;
    private final boolean[] left;
    /** Ranks that have been notified that this rank leaves. */
    private final boolean[] told;
    /** Ranks that have acknowledged this. */
    private final boolean[] seen;

    Peers(int size) {
        met = new boolean[size];
        left = new boolean[size];
        told = new boolean[size];
        seen = new boolean[size];
    }

    boolean isRank(int peer) {
        return peer < met.length;
    }

    /** True if messages reach the rank. */
    boolean isThere(int peer) {
        return peer < left.length && !left[peer];
    }

    void meet(int peer) {
        met[peer] = true;
    }

    void hasLeft(int peer) {
        left[peer] = true;
    }

    void seen(int peer) {
        seen[peer] = true;
    }

    /**
     * The next rank to notify that this one leaves, which counts as notified from now on; negative if there is none. A rank
     * that has itself left before was answered then: nothing has been sent to it since.
     */
    int tellNext() {
        for (int peer = 0; peer < met.length; peer++) {
            if (met[peer] && !told[peer] && !left[peer]) {
                told[peer] = true;
                return peer;
            }
        }
        return -1;
    }

    /** A rank that was notified and has not answered; negative if there is none. */
    int nextMissing() {
        for (int peer = 0; peer < told.length; peer++) {
            if (told[peer] && !seen[peer]) {
                return peer;
            }
        }
        return -1;
    }

    String missing() {
        int peer = nextMissing();
        return peer < 0 ? "" : "rank " + peer + " to see that this rank leaves Active Messages";
    }
}
