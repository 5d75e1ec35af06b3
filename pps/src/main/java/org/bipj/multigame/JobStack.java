package org.bipj.multigame;

import java.util.Arrays;

/** The jobs that a rank has to do, the last one first: so a search goes deep, and few jobs wait. */
final class JobStack {
    private static final int FIRST_JOBS = 64;

    private long[] words = new long[FIRST_JOBS * Job.WORDS];
    private int top;

    boolean isEmpty() {
        return top == 0;
    }

    void push(long high, long low, long parent, long state) {
        if (top == words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
        words[top + Job.HIGH] = high;
        words[top + Job.LOW] = low;
        words[top + Job.PARENT] = parent;
        words[top + Job.STATE] = state;
        top += Job.WORDS;
    }

    /** Takes the last job off; its words are read by {@link #word} until the next push. */
    void pop() {
        top -= Job.WORDS;
    }

    /** A word of the job that was taken off. */
    long word(int which) {
        return words[top + which];
    }
}
