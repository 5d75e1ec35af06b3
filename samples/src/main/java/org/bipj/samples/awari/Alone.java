package org.bipj.samples.awari;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The same values by another way, without unmoves, queues and counts: for each value from the largest down, boards are looked at
 * again and again, until no more are found that the player who moves can win by so much, or cannot help losing by so much.
 */
final class Alone {
    private static final byte UNKNOWN = Byte.MIN_VALUE;

    private Alone() {}

    /** The values of all boards, by stones and number. */
    static List<byte[]> solve(int stones) {
        List<byte[]> values = new ArrayList<>();
        for (int n = 0; n <= stones; n++) {
            values.add(solve(n, values));
        }
        return values;
    }

    private static byte[] solve(int n, List<byte[]> smaller) {
        int boards = Boards.count(n);
        // By board: numbers of boards that moves without capture lead to; before them the outcome of the best capture.
        int[][] moves = new int[boards][];
        byte[] captures = new byte[boards];
        long[] next = new long[Boards.OWN_PITS];
        for (int number = 0; number < boards; number++) {
            int count = Boards.moves(Boards.board(number, n), next);
            int best = count == 0 ? -n : Byte.MIN_VALUE;
            int open = 0;
            int[] to = new int[count];
            for (int i = 0; i < count; i++) {
                int left = Boards.stones(next[i]);
                if (left == n) {
                    to[open++] = Boards.number(next[i]);
                } else {
                    best = Math.max(best, n - left - smaller.get(left)[Boards.number(next[i])]);
                }
            }
            moves[number] = Arrays.copyOf(to, open);
            captures[number] = (byte) best;
        }
        byte[] values = new byte[boards];
        Arrays.fill(values, UNKNOWN);
        for (int by = n; by > 0; by--) {
            while (findMore(by, moves, captures, values)) {
                // Until there are no more.
            }
        }
        for (int number = 0; number < boards; number++) {
            values[number] = values[number] == UNKNOWN ? 0 : values[number];
        }
        return values;
    }

    private static boolean findMore(int by, int[][] moves, byte[] captures, byte[] values) {
        boolean found = false;
        for (int number = 0; number < values.length; number++) {
            if (values[number] == UNKNOWN) {
                boolean wins = captures[number] >= by;
                boolean loses = captures[number] <= -by;
                for (int to : moves[number]) {
                    byte theirs = values[to];
                    wins |= theirs != UNKNOWN && theirs <= -by;
                    loses &= theirs != UNKNOWN && theirs >= by;
                }
                if (wins || loses) {
                    values[number] = (byte) (wins ? by : -by);
                    found = true;
                }
            }
        }
        return found;
    }
}
