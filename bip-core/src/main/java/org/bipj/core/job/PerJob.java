package org.bipj.core.job;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A value for each rank of this JVM that has one, found from the stack or the thread of the caller: for calls that name no object of
 * their rank. Values are held weakly, so that those of ranks which have failed go with them.
 *
 * @param <T> the values
 */
public final class PerJob<T> {
    private final Map<Job, WeakReference<T>> values = new WeakHashMap<>();
    /** False as long as there was none, so that whoever asks needs no lock. */
    private volatile boolean isUsed;

    /** Creates a collection that holds no values. */
    public PerJob() {}

    /** Sets the value of a rank, which has to hold it strongly. */
    public synchronized void put(Job job, T value) {
        values.put(job, new WeakReference<>(value));
        isUsed = true;
    }

    /** Removes the value of the rank with this membership. */
    public synchronized void remove(Job job) {
        values.remove(job);
        isUsed = !values.isEmpty();
    }

    /** The value of the rank whose program calls; null if it has none, or if it is not known which rank calls. */
    public @Nullable T ofCaller() {
        return isUsed ? find(Jobs.ofCaller()) : null;
    }

    private synchronized @Nullable T find(@Nullable Job job) {
        WeakReference<T> value = job == null ? null : values.get(job);
        return value == null ? null : value.get();
    }
}
