package org.bipj.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankEndedError;

/** Runs one thread per rank of a fabric, and fails with the first rank that fails. */
public final class Ranks {
    /** Deep suites run forty times as many programs; on a fabric that delays most polls a thousand of them take 80 s. */
    private static final long LIMIT_MS = Boolean.getBoolean("bipj.deep") ? 600_000 : 60_000;

    private Ranks() {}

    /** What one rank does. Its thread belongs to the rank's {@link TestJob}. */
    @FunctionalInterface
    public interface Body {
        /** The rank's program. */
        void run(TestJob job) throws Exception;
    }

    /** Runs the body on every rank and returns when all have ended. */
    public static void run(Fabric fabric, Body body) {
        AtomicBoolean stop = new AtomicBoolean();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        Set<Integer> left = ConcurrentHashMap.newKeySet();
        for (int rank = 0; rank < fabric.size(); rank++) {
            TestJob job = new TestJob(fabric, rank, stop, left);
            threads.add(builder(fabric).name("rank-" + rank).start(() -> one(job, body, failures, stop)));
        }
        join(threads, failures, stop);
        if (!failures.isEmpty()) {
            AssertionError error = new AssertionError(fabric.describe() + ": " + failures.get(0), failures.get(0));
            failures.stream().skip(1).forEach(error::addSuppressed);
            throw error;
        }
    }

    /** Where ranks run by turns, virtual threads hand these over without the kernel. */
    private static Thread.Builder builder(Fabric fabric) {
        return fabric.turns() == null ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
    }

    private static void one(TestJob job, Body body, List<Throwable> failures, AtomicBoolean stop) {
        Turns turns = job.fabric().turns();
        Jobs.enter(job);
        if (turns != null) {
            turns.enter(job.rank());
        }
        try {
            body.run(job);
        } catch (Throwable e) {
            if (!(e instanceof RankEndedError && job.fabric().isDead(job.rank()))) {
                synchronized (failures) {
                    failures.add(e);
                }
                stop.set(true);
            }
        } finally {
            if (turns != null) {
                turns.leave(job.rank());
            }
        }
    }

    private static void join(List<Thread> threads, List<Throwable> failures, AtomicBoolean stop) {
        long end = System.nanoTime() + LIMIT_MS * 1_000_000;
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
                if (thread.isAlive()) {
                    stop.set(true);
                    thread.interrupt();
                    thread.join(5_000);
                    synchronized (failures) {
                        failures.add(new AssertionError(thread.getName() + " has not ended in time"));
                    }
                }
            } catch (InterruptedException e) {
                stop.set(true);
                throw new AssertionError("interrupted while ranks run", e);
            }
        }
    }
}
