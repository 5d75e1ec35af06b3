package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What suites have in common whose tests run a program on each rank of a job. A rank is a thread, a process, or a fiber of a
 * simulated cluster.
 */
public abstract class RankSuite {
    /** What one rank does, whose thread belongs to a job. */
    @FunctionalInterface
    public interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** A job that several tests share, as one of its ranks sees it. */
    public interface SharedJob {
        /** Runs a body if the job has that many ranks. */
        void run(int ranks, Body body);

        /** Waits until all ranks call this. */
        void ready();
    }

    private SharedJob shared;

    /** Runs the tests in a job that exists. */
    public final void runIn(SharedJob job) {
        shared = job;
    }

    /** A new fabric of so many ranks, for suites over fabrics; others override {@link #runRanks}. */
    protected Fabric fabric(int ranks) {
        throw new UnsupportedOperationException();
    }

    /** Runs a body on every rank of a new job. */
    protected void runRanks(int ranks, Body body) {
        if (shared != null) {
            shared.run(ranks, body);
            return;
        }
        try (Fabric fabric = fabric(ranks)) {
            Ranks.run(fabric, job -> {
                body.run();
                assertTrue(job.isStarted() && job.isFinished());
            });
        }
    }

    /** Called by each rank before its program: where several tests share a job they wait for each other. */
    protected final void ready() {
        if (shared != null) {
            shared.ready();
        }
    }

    /** Bytes that depend on a seed and their position. */
    public static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i * 7 + (i >>> 8));
        }
        return bytes;
    }
}
