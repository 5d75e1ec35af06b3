package org.bipj.core.protocol;

import org.bipj.core.protocol.LossDetector.Verdict;

/**
 * {@link LossDetector}s for both directions with each of many peers, as one array: of a thousand peers each message
 * meets another one, and an object for each would be fetched from memory every time.
 */
public final class LossDetectors {
    /** Of each peer, the number of the next packet to it and of the next one from it. */
    private final int[] next;

    /** Detectors at the beginning: the first packet to and from each peer has number 0. */
    public LossDetectors(int peers) {
        next = new int[2 * peers];
    }

    /** The number of the next packet to send to a peer; advances. */
    public int number(int peer) {
        return next[2 * peer]++;
    }

    /** Judges a packet that has arrived from a peer, as {@link LossDetector#check} does. */
    public Verdict check(int peer, int number, int crcCarried, int crcFound) {
        Verdict verdict = LossDetector.judge(number, expected(peer), crcCarried, crcFound);
        if (verdict == Verdict.GOOD) {
            next[2 * peer + 1]++;
        }
        return verdict;
    }

    /** The number expected next from a peer. */
    public int expected(int peer) {
        return next[2 * peer + 1];
    }
}
