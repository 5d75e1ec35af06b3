package org.bipj.am2.channel;

/** The other ranks: which ones this rank has exchanged messages with, and which have left. */
final class Peers {
    private final boolean[] met;
    private final boolean[] left;
    /** Those that know that this rank has left. */
    private final boolean[] seen;

    Peers(int size) {
        met = new boolean[size];
        left = new boolean[size];
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

    /** The first rank from this one on that has to see that this rank leaves; negative: none. */
    int nextMissing(int from) {
        for (int peer = from; peer < met.length; peer++) {
            if (met[peer] && !seen[peer] && !left[peer]) {
                return peer;
            }
        }
        return -1;
    }

    String missing() {
        int peer = nextMissing(0);
        return peer < 0 ? "" : "rank " + peer + " to see that this rank leaves Active Messages";
    }
}
