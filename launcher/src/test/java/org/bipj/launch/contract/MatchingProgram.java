package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small program of sends, receives, probes and tests: for each rank a list of operations in order.
 *
 * @param ranks of each rank its operations
 */
record MatchingProgram(List<List<Op>> ranks) {
    static final int ANY = -1;

    /** What an operation does. */
    enum Kind {
        SEND,
        SSEND,
        /** Starts a synchronous send, cancels it, and waits for it. */
        SCANCEL,
        RECV,
        PROBE,
        IPROBE,
        /** Starts a receive whose number is {@link Op#slot}. */
        IRECV,
        WAIT,
        TEST,
        /** Cancels a receive, and waits for it. */
        CANCEL,
        /** Of all receives that have been started and not ended. */
        WAIT_ANY,
        WAIT_SOME
    }

    /**
     * An operation.
     *
     * @param peer destination or source; {@link #ANY}: any
     * @param slot number of a receive that is waited for later
     */
    record Op(Kind kind, int peer, int tag, int slot) {
        static Op of(String[] words) {
            return new Op(
                    Kind.valueOf(words[0]),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]));
        }

        @Override
        public String toString() {
            return kind + "," + peer + "," + tag + "," + slot;
        }
    }

    /** A random program of two or three ranks. */
    static MatchingProgram random(Random random) {
        int n = 2 + random.nextInt(2);
        List<List<Op>> all = new ArrayList<>();
        for (int rank = 0; rank < n; rank++) {
            List<Op> ops = new ArrayList<>();
            int slots = 0;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                int peer = (rank + 1 + random.nextInt(n - 1)) % n;
                int source = random.nextInt(3) > 0 ? ANY : peer;
                int tag = random.nextInt(2);
                int wanted = random.nextInt(3) == 0 ? ANY : tag;
                int what = random.nextInt(rank == 0 ? 14 : 22);
                switch (what) {
                    case 0 -> ops.add(new Op(Kind.SSEND, peer, tag, 0));
                    case 1, 2, 3 -> ops.add(new Op(Kind.RECV, source, wanted, 0));
                    case 4 -> ops.add(new Op(Kind.PROBE, source, wanted, 0));
                    case 5 -> ops.add(new Op(Kind.IPROBE, source, wanted, 0));
                    case 6, 7, 8 -> ops.add(new Op(Kind.IRECV, source, wanted, slots++));
                    case 9 ->
                        ops.add(slots > 0 ? new Op(Kind.TEST, 0, 0, random.nextInt(slots)) : recv(source, wanted));
                    case 10 -> ops.add(slots > 0 ? new Op(Kind.WAIT_ANY, 0, 0, 0) : recv(source, wanted));
                    case 11 -> ops.add(slots > 0 ? new Op(Kind.WAIT_SOME, 0, 0, 0) : recv(source, wanted));
                    case 12 ->
                        ops.add(slots > 0 ? new Op(Kind.CANCEL, 0, 0, random.nextInt(slots)) : recv(source, wanted));
                    case 13 -> ops.add(new Op(Kind.SCANCEL, peer, tag, 0));
                    default -> ops.add(new Op(Kind.SEND, peer, tag, 0));
                }
            }
            for (int slot = 0; slot < slots; slot++) {
                ops.add(new Op(Kind.WAIT, 0, 0, slot));
            }
            all.add(ops);
        }
        return new MatchingProgram(all);
    }

    private static Op recv(int source, int tag) {
        return new Op(Kind.RECV, source, tag, 0);
    }

    /** The program as an argument for each rank. */
    String[] arguments() {
        return RankWords.of(ranks);
    }

    /** The operations that an argument describes. */
    static List<Op> parse(String argument) {
        return RankWords.parse(argument, Op::of);
    }
}
