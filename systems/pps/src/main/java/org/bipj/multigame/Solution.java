package org.bipj.multigame;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a search, the same on all ranks.
 *
 * @param line the positions from the start to a goal, both included; empty if there is no goal within the limit. Of several
 *     shortest lines it is the same one in each run, on any number of ranks, unless tables have lost positions
 * @param jobs number of positions that were expanded by all ranks, in all iterations. It depends on the order in which jobs
 *     arrive
 * @param iterations number of searches, each with a higher limit
 * @param messages number of messages with jobs between ranks
 */
public record Solution(List<Position> line, long jobs, int iterations, long messages) {
    private static final int HEADER = 3;

    /** Copies the line, which the caller may change later. */
    public Solution {
        line = List.copyOf(line);
    }

    /** True if a goal was found within the limit. */
    public boolean isSolved() {
        return !line.isEmpty();
    }

    /** Number of moves of the line; -1 if there is none. */
    public int length() {
        return line.size() - 1;
    }

    /** The solution as the words of a message. */
    long[] toWords() {
        long[] words = new long[HEADER + 2 * line.size()];
        words[0] = jobs;
        words[1] = iterations;
        words[2] = messages;
        int at = HEADER;
        for (Position position : line) {
            words[at++] = position.high();
            words[at++] = position.low();
        }
        return words;
    }

    /** Reads the words from a place on. */
    static Solution read(long[] words, int from) {
        List<Position> line = new ArrayList<>();
        for (int at = from + HEADER; at < words.length; at += 2) {
            line.add(new Position(words[at], words[at + 1]));
        }
        return new Solution(line, words[from], (int) words[from + 1], words[from + 2]);
    }
}
