package org.bipj.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.Object2IntHashMap;

/**
 * Records the events of a run, so that another run can be compared with it: moment, sequence and class of each event.
 * The comparison stops the second run at its first event that differs.
 */
public final class EventHistory implements Kernel.Observer {
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final int NONE = -1;

    private final EventHistory expected;
    private final Object2IntHashMap<Class<?>> numbers = new Object2IntHashMap<>(NONE);
    private final List<String> names = new ArrayList<>();
    private final LongArrayList times = new LongArrayList();
    private final LongArrayList sequences = new LongArrayList();
    private final IntArrayList kinds = new IntArrayList();
    private long digest;

    /** Records a first run, with which {@link #EventHistory(EventHistory)} compares another one. */
    public EventHistory() {
        this(null);
    }

    private EventHistory(EventHistory expected) {
        this.expected = expected;
    }

    /** A recording of another run, which must be the same as this one event by event. */
    public EventHistory again() {
        return new EventHistory(this);
    }

    /**
     * Records an event.
     *
     * @throws IllegalStateException if the first run had another event at this position
     */
    @Override
    public void firing(long time, long sequence, Event event) {
        int at = size();
        int kind = kind(event.getClass());
        times.addLong(time);
        sequences.addLong(sequence);
        kinds.addInt(kind);
        digest = (digest ^ time * MIX ^ sequence) * MIX + kind;
        if (expected != null && !isAsExpected(at)) {
            throw new IllegalStateException(
                    "the runs differ at event " + at + ": " + expected.show(at) + ", then " + show(at));
        }
    }

    /** How many events were recorded. */
    public int size() {
        return times.size();
    }

    /** A hash of all recorded events: equal runs have equal ones. */
    public long digest() {
        return digest;
    }

    /**
     * Completes the comparison. To be called when the second run has ended.
     *
     * @throws IllegalStateException if it had fewer events than the first
     */
    public void complete() {
        if (expected != null && size() != expected.size()) {
            throw new IllegalStateException("the runs differ: " + expected.size() + " events, then " + size());
        }
    }

    private int kind(Class<?> type) {
        int known = numbers.getValue(type);
        if (known == NONE) {
            known = names.size();
            numbers.put(type, known);
            names.add(type.getName());
        }
        return known;
    }

    private boolean isAsExpected(int at) {
        return at < expected.size()
                && times.getLong(at) == expected.times.getLong(at)
                && sequences.getLong(at) == expected.sequences.getLong(at)
                && kindName(at).equals(expected.kindName(at));
    }

    private String show(int at) {
        return at >= size()
                ? "the end"
                : times.getLong(at) + " ps, sequence " + sequences.getLong(at) + ", " + kindName(at);
    }

    private String kindName(int at) {
        return names.get(kinds.getInt(at));
    }
}
