package org.bipj.launch.onejvm.simjob;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Stops a run that goes on when the time for all runs is up, or its own: it may compute or poll without end. */
public final class RunWatch implements AutoCloseable {
    private static final long LOOK_MS = 100;
    /** How long the first run may take, for which most classes are loaded, whatever the time for all is. */
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(2);
    /** How long any other run may take at least. */
    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(1);
    /** How often as long as the longest one before a run may take. */
    private static final int TIMES_LONGEST = 4;

    private final Thread thread;
    private final long limitNs;
    /** When the time for all is up, as {@link System#nanoTime} has it. */
    private final long endNs;

    private final boolean hasEnd;
    private RepeatedRun current;
    private long sinceNs;
    private long longestNs;

    /**
     * Begins to watch.
     *
     * @param millis the time for all runs; 0: there is no limit
     * @param limitMillis the time for each run; 0: there is no limit
     */
    public RunWatch(long millis, long limitMillis) {
        hasEnd = millis > 0;
        endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        limitNs = limitMillis == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(limitMillis);
        thread = millis == 0 && limitMillis == 0
                ? null
                : Thread.ofPlatform().daemon().name("end of exploration").start(this::watch);
    }

    /** Has a run watched while something runs. */
    public <T> T during(RepeatedRun run, Supplier<T> body) {
        long beginNs = System.nanoTime();
        synchronized (this) {
            current = run;
            sinceNs = beginNs;
        }
        try {
            return body.get();
        } finally {
            synchronized (this) {
                current = null;
                longestNs = Math.max(longestNs, System.nanoTime() - beginNs);
            }
        }
    }

    private void watch() {
        try {
            while (true) {
                RepeatedRun late = late();
                if (late != null) {
                    late.stopEndless();
                }
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            // The exploration has ended.
        }
    }

    private synchronized RepeatedRun late() {
        long patienceNs = longestNs == 0 ? FIRST_NS : Math.max(LEAST_NS, TIMES_LONGEST * longestNs);
        long nowNs = System.nanoTime();
        boolean isLast = hasEnd && nowNs - endNs >= 0;
        return current != null && nowNs - sinceNs > (isLast ? Math.min(patienceNs, limitNs) : limitNs) ? current : null;
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
