package org.bipj.multigame;

import java.util.Arrays;

/**
 * The jobs that a rank has to do. Those of the smallest depth come first: a position that several lines reach is then searched
 * by the shortest of them, and seldom again. As this needs memory, the deepest jobs come first while more than a number of jobs
 * wait: then a search goes deep, and its memory hardly grows.
 */
final class JobQueue {
    private static final int FIRST_WORDS = 64 * Job.WORDS;

    private final int most;
    /** By depth: the jobs of this depth, the last one on top. */
    private long[][] words = new long[64][];

    private int[] tops = new int[words.length];
    private int count;
    /** No job has a smaller or a larger depth. */
    private int lowest = Integer.MAX_VALUE;

    private int highest = -1;
    /** Where the job that was taken last is. */
    private int taken;

    /**
     * An empty queue.
     *
     * @param most number of jobs beyond which the deepest come first
     */
    JobQueue(int most) {
        this.most = most;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(long high, long low, long parent, long state) {
        int depth = Job.depth(state);
        long[] room = room(depth);
        int top = tops[depth];
        room[top + Job.HIGH] = high;
        room[top + Job.LOW] = low;
        room[top + Job.PARENT] = parent;
        room[top + Job.STATE] = state;
        tops[depth] = top + Job.WORDS;
        lowest = Math.min(lowest, depth);
        highest = Math.max(highest, depth);
        count++;
    }

    /** Memory for one job more of a depth. */
    private long[] room(int depth) {
        if (depth >= words.length) {
            int length = Math.max(depth + 1, 2 * words.length);
            words = Arrays.copyOf(words, length);
            tops = Arrays.copyOf(tops, length);
        }
        long[] room = words[depth];
        if (room == null) {
            room = new long[FIRST_WORDS];
            words[depth] = room;
        } else if (tops[depth] == room.length) {
            room = Arrays.copyOf(room, 2 * room.length);
            words[depth] = room;
        }
        return room;
    }

    /** Takes the next job, whose words are read by {@link #word} until one is added. */
    void take() {
        if (count <= most) {
            while (tops[lowest] == 0) {
                lowest++;
            }
            taken = lowest;
        } else {
            while (tops[highest] == 0) {
                highest--;
            }
            taken = highest;
        }
        tops[taken] -= Job.WORDS;
        count--;
        if (count == 0) {
            lowest = Integer.MAX_VALUE;
            highest = -1;
        }
    }

    /** A word of the job that was taken. */
    long word(int which) {
        return words[taken][tops[taken] + which];
    }
}
