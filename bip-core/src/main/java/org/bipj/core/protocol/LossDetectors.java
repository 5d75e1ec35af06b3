package org.bipj.core.protocol;

import org.bipj.core.protocol.LossDetector.Verdict;

/**
 * A {@link LossDetector} for each of many peers, as one array: of a thousand peers each message meets another one, and
 * an object for each would be fetched from memory every time.
 */
public final class LossDetectors {
    private final int[] next;

    /** Detectors at the beginning: the first packet of each peer has number 0. */
    public LossDetectors(int peers) {
        next = new int[peers];
    }

    /** The number of the next packet to send to a peer; advances. */
    public int number(int peer) {
        return next[peer]++;
    }

    /** Judges a packet that has arrived from a peer, as {@link LossDetector#check} does. */
    public Verdict check(int peer, int number, int crcCarried, int crcFound) {
        Verdict verdict = LossDetector.judge(number, next[peer], crcCarried, crcFound);
        if (verdict == Verdict.GOOD) {
            next[peer]++;
        }
        return verdict;
    }

    /** The number expected next from a peer. */
    public int expected(int peer) {
        return next[peer];
    }
}
