package org.bipj.sim.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of a run, so that another run can be compared with it event by event: moment, sequence and class of each.
 * Compares at once, and stops the second run at its first event that differs.
 */
public final class Recording implements Kernel.Observer {
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final Recording expected;
    private final Map<Class<?>, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private long[] times = new long[1024];
    private long[] sequences = new long[1024];
    private int[] kinds = new int[1024];
    private int size;
    private long digest;

    /** Records. */
    public Recording() {
        this(null);
    }

    private Recording(Recording expected) {
        this.expected = expected;
    }

    /** A recording of another run that is to be the same, event by event. */
    public Recording again() {
        return new Recording(this);
    }

    /**
     * Records an event.
     *
     * @throws IllegalStateException if it is not the one that the first run had in this place
     */
    @Override
    public void firing(long time, long sequence, Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            sequences = Arrays.copyOf(sequences, 2 * size);
            kinds = Arrays.copyOf(kinds, 2 * size);
        }
        times[size] = time;
        sequences[size] = sequence;
        kinds[size] = kind(event.getClass());
        digest = (digest ^ time * MIX ^ sequence) * MIX + kinds[size];
        size++;
        if (expected != null && !isAsExpected(size - 1)) {
            throw new IllegalStateException("the runs differ at event " + (size - 1) + ": " + expected.show(size - 1)
                    + ", then " + show(size - 1));
        }
    }

    /** Number of events. */
    public int size() {
        return size;
    }

    /** A number that differs where runs differ. */
    public long digest() {
        return digest;
    }

    /**
     * To be called when the second run has ended.
     *
     * @throws IllegalStateException if it had fewer events than the first
     */
    public void complete() {
        if (expected != null && size != expected.size) {
            throw new IllegalStateException("the runs differ: " + expected.size + " events, then " + size);
        }
    }

    private int kind(Class<?> type) {
        Integer known = numbers.get(type);
        if (known == null) {
            known = names.size();
            numbers.put(type, known);
            names.add(type.getName());
        }
        return known;
    }

    private boolean isAsExpected(int at) {
        return at < expected.size
                && times[at] == expected.times[at]
                && sequences[at] == expected.sequences[at]
                && names.get(kinds[at]).equals(expected.names.get(expected.kinds[at]));
    }

    private String show(int at) {
        return at >= size ? "the end" : times[at] + " ps, sequence " + sequences[at] + ", " + names.get(kinds[at]);
    }
}
