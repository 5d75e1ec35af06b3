package org.bipj.mpi.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.bipj.core.job.Jobs;

/** Runs a body on all ranks of a job, each a thread that belongs to its job. */
public final class Ranks {
    private static final long LIMIT_SECONDS = 60;

    /** What a rank does. */
    public interface Body {
        /** Runs in the rank's thread. */
        void run(QueueJob job) throws Exception;
    }

    private Ranks() {}

    /** Runs a body on ranks of one node. The first failure of a rank is thrown, and ends the others. */
    public static void run(int ranks, Body body) {
        run(ranks, rank -> "node", body);
    }

    /** The same, with a name of the node for each rank. */
    public static void run(int ranks, IntFunction<String> node, Body body) {
        QueueFabric fabric = new QueueFabric(ranks);
        Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            QueueJob job = new QueueJob(fabric, rank, node.apply(rank));
            threads.add(Thread.ofPlatform().name("rank " + rank).start(() -> runRank(fabric, job, body, failures)));
        }
        join(threads, fabric);
        failures.values().stream()
                .filter(e -> !(e instanceof JobEnded))
                .findFirst()
                .or(() -> failures.values().stream().findFirst())
                .ifPresent(Ranks::rethrow);
    }

    private static void runRank(QueueFabric fabric, QueueJob job, Body body, Map<Integer, Throwable> failures) {
        Jobs.enter(job);
        try {
            body.run(job);
        } catch (Throwable e) {
            failures.put(job.rank(), e);
            fabric.abort("rank " + job.rank() + " failed: " + e);
        }
    }

    private static void join(List<Thread> threads, QueueFabric fabric) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        boolean late = false;
        for (Thread thread : threads) {
            try {
                late |= !thread.join(java.time.Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while ranks run", e);
            }
            if (late) {
                AssertionError hang =
                        new AssertionError(thread.getName() + " has not ended in " + LIMIT_SECONDS + " s");
                hang.setStackTrace(thread.getStackTrace());
                fabric.abort("a rank has not ended in time");
                throw hang;
            }
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw new AssertionError(failure);
    }
}
