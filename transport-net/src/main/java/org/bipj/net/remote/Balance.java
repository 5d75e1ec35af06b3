package org.bipj.net.remote;

/**
 * Detects from numbers that ranks add up whether anything is under way between two of them. Each rank adds a {@link #part} for each
 * peer. The sum over all ranks is 0 if each has received what was sent to it; else it is 0 with a
 * probability of 2^-64.
 */
public final class Balance {
    private Balance() {}

    /**
     * A rank's part that concerns one peer.
     *
     * @param sent to the peer, in any unit; 0 does not count
     * @param received from the peer, in the same unit; 0 does not count
     */
    public static long part(int rank, int peer, long sent, long received) {
        return of(rank, peer, sent) - of(peer, rank, received);
    }

    private static long of(int from, int to, long count) {
        return count == 0 ? 0 : mix(mix((long) from << 32 | to) + count);
    }

    /** The finalizer of SplitMix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
