package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.sim.kernel.DeadlockException;

/**
 * A program whose messages are all checked, on a cluster in which something breaks. What may come of it: all is
 * delivered right; or the job ends and says why; or nothing can happen any more, and that is said. Wrong data fail the
 * test.
 */
final class FaultyRun {
    static final int RANKS = 3;
    private static final int ROUNDS = 8;

    /** Words of the messages, short and long in turn: the last of several packets. */
    private static final int[] WORDS = {1, 40, 64, 300, 5000};

    private static final int TAG = 1;
    private static final int READY = 2;

    /** How a run has ended. */
    enum End {
        /** All messages have been received, and were right. */
        DELIVERED,
        /** A rank has ended the job. */
        ENDED,
        /** Ranks wait for what cannot come. */
        STANDSTILL
    }

    /** How a run has ended, why, and when. */
    record Result(End end, String reason, long endedPs) {}

    private FaultyRun() {}

    /** Runs the program; all ranks send to their neighbours and receive from them, and check what they got. */
    static Result of(String faults, long seed, String... changes) {
        SimOptions options = new SimOptions("bip-ppro200", seed, faults, "", List.of(changes));
        try (SimSession session = SimSession.open(RANKS, options, SimSession.Listener.NONE)) {
            try {
                session.run(FaultyRun::program);
                return new Result(End.DELIVERED, session.summary(), session.endedPs());
            } catch (DeadlockException e) {
                return new Result(End.STANDSTILL, session.explain(e), e.atPs());
            } catch (IllegalStateException e) {
                if (e.getMessage() == null || !e.getMessage().startsWith("rank ")) {
                    throw e;
                }
                return new Result(End.ENDED, e.getMessage(), session.kernel().now());
            }
        }
    }

    private static void program(int rank) {
        int next = (rank + 1) % RANKS;
        int before = (rank + RANKS - 1) % RANKS;
        int[] longest = new int[WORDS[WORDS.length - 1]];
        try (Bip bip = Bip.init()) {
            for (int round = 0; round < ROUNDS; round++) {
                int words = WORDS[round % WORDS.length];
                int[] in = new int[words];
                int receive = bip.tirecv(TAG, in, words);
                bip.tsend(before, READY, longest, 0);
                bip.trecv(READY, longest, 0);
                for (int i = 0; i < words; i++) {
                    longest[i] = value(rank, round, i);
                }
                bip.tsend(next, TAG, longest, words);
                assertEquals(words, bip.rwait(receive));
                for (int i = 0; i < words; i++) {
                    assertEquals(
                            value(before, round, i), in[i], "word " + i + " of round " + round + " at rank " + rank);
                }
            }
        }
    }

    private static int value(int from, int round, int word) {
        return (from * 31 + round) * 65_537 + word;
    }
}
