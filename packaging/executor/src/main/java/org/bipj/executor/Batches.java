package org.bipj.executor;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The values of a function at the indices of a range, in batches: long enough that the messages do not matter, and short
 * enough at the end that the workers end together. As in guided self-scheduling (Polychronopoulos and Kuck, <i>IEEE Transactions
 * on Computers</i> 36, 1987) a batch is a share of what is left, but no longer than {@link #LONGEST_S}.
 */
final class Batches {
    /** How long a batch may take. */
    private static final double LONGEST_S = 0.01;

    /** Batches for each worker, so that one waits while another one runs. */
    private static final int AHEAD = 2;

    /** A batch is at most so many times as long as the longest one so far. */
    private static final int GROWTH = 8;

    private final Side side;
    private final Work.Form form;
    private final byte[] function;
    private final Arrivals<Work.Values> arrivals;
    private final Map<TaskFuture<Work.Values>, Integer> underWay = new HashMap<>();
    /** How many indices the longest batch had. */
    private int longest;

    private double secondsEach;

    /** What takes a batch's values. */
    interface Sink {
        /** Takes the values from an index on. */
        void put(int index, ByteBuffer values);
    }

    Batches(Side side, Work.Form form, Object function) {
        this.side = side;
        this.form = form;
        this.function = Work.encode(function, side.codec());
        arrivals = new Arrivals<>(side);
    }

    /** Number of indices of a range. */
    static int length(int from, int to) {
        if (from > to || to - from < 0) {
            throw new IllegalArgumentException(
                    "from " + from + " to " + to + "; expected at most 2147483647 indices, upwards");
        }
        return to - from;
    }

    void run(int from, int to, Sink sink) {
        int bound = AHEAD * Math.max(1, side.workers());
        int next = from;
        try {
            while (next < to || !underWay.isEmpty()) {
                while (next < to && underWay.size() < bound) {
                    int size = size(to - next);
                    TaskFuture<Work.Values> batch = side.submit(Work.range(form, function, next, next + size));
                    underWay.put(batch, next);
                    arrivals.add(batch);
                    next += size;
                }
                take(sink);
            }
        } catch (RuntimeException e) {
            underWay.keySet().forEach(batch -> batch.cancel(true));
            throw e;
        }
    }

    private int size(int left) {
        double share = Math.ceil((double) left / (AHEAD * Math.max(1, side.workers())));
        double inTime = secondsEach > 0 ? LONGEST_S / secondsEach : Integer.MAX_VALUE;
        int grown = (int) Math.min(Math.max(1L, (long) longest * GROWTH), Integer.MAX_VALUE);
        return (int) Math.max(1, Math.min(Math.min(share, inTime), grown));
    }

    private void take(Sink sink) {
        TaskFuture<Work.Values> batch = arrivals.take();
        Integer at = underWay.remove(batch);
        Work.Values values = batch.join();
        int each = form == Work.Form.INTS ? Integer.BYTES : Long.BYTES;
        int size = values.bytes().remaining() / each;
        longest = Math.max(longest, size);
        secondsEach = values.seconds() / size;
        sink.put(at, values.bytes());
    }
}
