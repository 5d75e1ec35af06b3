package org.bipj.core.protocol;

import java.util.Arrays;

/**
 * Timers by number, kept in the order of their deadlines. To start a timer costs one comparison if no running timer ends
 * later, as with timers that all last equally long. Times are in the caller's unit.
 */
public final class Deadlines {
    /** The deadline of a timer that is not set. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Stands for no timer. */
    public static final int NONE = -1;

    private final long[] deadlines;
    /** By timer: the timers before and after it in the list, which is closed by an entry behind the last timer. */
    private final int[] before;

    private final int[] after;
    private final int list;

    /** Timers that do not run, numbered from 0. */
    public Deadlines(int timers) {
        list = timers;
        deadlines = new long[timers];
        Arrays.fill(deadlines, NEVER);
        before = new int[timers + 1];
        after = new int[timers + 1];
        before[list] = list;
        after[list] = list;
    }

    /** Starts a timer; one that runs gets a new deadline. */
    public void start(int timer, long deadline) {
        cancel(timer);
        int left = before[list];
        while (left != list && deadlines[left] > deadline) {
            left = before[left];
        }
        int right = after[left];
        deadlines[timer] = deadline;
        before[timer] = left;
        after[timer] = right;
        after[left] = timer;
        before[right] = timer;
    }

    /** Stops a timer. Does nothing if it does not run. */
    public void cancel(int timer) {
        if (isRunning(timer)) {
            after[before[timer]] = after[timer];
            before[after[timer]] = before[timer];
            deadlines[timer] = NEVER;
        }
    }

    /** True from {@link #start} until the timer is stopped or taken. */
    public boolean isRunning(int timer) {
        return deadlines[timer] != NEVER;
    }

    /** The earliest deadline, or {@link #NEVER} if no timer runs. */
    public long earliest() {
        return after[list] == list ? NEVER : deadlines[after[list]];
    }

    /** Stops the timer with the earliest deadline and returns it if that deadline has passed; else {@link #NONE}. */
    public int take(long now) {
        int first = after[list];
        if (first == list || deadlines[first] > now) {
            return NONE;
        }
        cancel(first);
        return first;
    }
}
