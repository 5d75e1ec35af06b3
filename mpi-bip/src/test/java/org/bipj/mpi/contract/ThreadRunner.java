package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MpiRank;
import mpi.Request;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/**
 * Runs a case as a job of its own, whose ranks are threads of this JVM. A rank that fails takes the others out of their
 * waits.
 */
public final class ThreadRunner {
    private static final long LIMIT_S = 120;

    /** Makes the memberships of one job. */
    @FunctionalInterface
    public interface JobFactory {
        /**
         * The ranks of a new job.
         *
         * @param onAbort to be called with the rank, exit code and reason by a rank that ends the job; does not return
         */
        List<Job> open(int ranks, Abort onAbort);
    }

    /** What happens when a rank ends the job. */
    @FunctionalInterface
    public interface Abort {
        /** Ends the calling rank by an exception. */
        void abort(int rank, int code, String reason);
    }

    private final JobFactory factory;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private ThreadRunner(JobFactory factory) {
        this.factory = factory;
    }

    /** Runs one case; throws what the first failing rank threw. */
    public static void run(JobFactory factory, Suite suite, Suite.Case one) {
        new ThreadRunner(factory).run(suite.threadLevel(), one);
    }

    private void run(int threadLevel, Suite.Case one) {
        List<Job> jobs = factory.open(one.ranks(), (rank, code, reason) -> {
            throw fail(new AssertionError("rank " + rank + " ended the job with code " + code + ": " + reason));
        });
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < jobs.size(); rank++) {
            WatchedJob job = new WatchedJob(jobs.get(rank), failure);
            threads.add(Thread.ofPlatform()
                    .name("rank " + rank + " of " + one.name())
                    .daemon()
                    .start(() -> runRank(job, threadLevel, one.body())));
        }
        await(threads);
        Throwable first = failure.get();
        if (first != null) {
            throw new AssertionError(one.name() + ": " + first, first);
        }
    }

    private Error fail(Throwable t) {
        failure.compareAndSet(null, t);
        return t instanceof Error e ? e : new AssertionError(t);
    }

    private void runRank(WatchedJob job, int threadLevel, Suite.Body body) {
        try {
            Jobs.enter(job);
            runRank(threadLevel, body, job::sizes);
        } catch (WatchedJob.OtherFailed e) {
            // The failure of the other rank is the one to tell.
        } catch (Throwable t) {
            fail(new AssertionError("rank " + job.rank() + ": " + t, t));
        }
    }

    /** One rank's part of a case, from initialisation to finalisation, in the job that the thread belongs to. */
    public static void runRank(int threadLevel, Suite.Body body, Supplier<Sizes> sizes) throws Exception {
        MpiRank mpi = MpiRank.of(ThreadRunner.class);
        mpi.initialize("InitThread", threadLevel);
        mpi.world().setErrhandler(MPI.ERRORS_RETURN);
        mpi.self().setErrhandler(MPI.ERRORS_RETURN);
        body.run(new ThreadRank(mpi, sizes.get()));
        nothingLeft(mpi.world());
        mpi.world().setErrhandler(MPI.ERRORS_ARE_FATAL);
        mpi.shutDown();
    }

    /** Fails if a case has left a message behind. */
    static void nothingLeft(Intracomm comm) {
        comm.barrier();
        // A probe looks at some peers only.
        for (int i = 0; i < 8 * comm.getSize(); i++) {
            Check.that(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "the case has left a message behind");
        }
    }

    private void await(List<Thread> threads) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
                if (thread.isAlive() && failure.get() == null) {
                    fail(new AssertionError("not done after " + LIMIT_S + " s:" + stacks(threads)));
                }
            }
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            }
        } catch (InterruptedException e) {
            fail(new AssertionError("interrupted:" + stacks(threads), e));
            Thread.currentThread().interrupt();
        }
    }

    private static String stacks(List<Thread> threads) {
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads) {
            text.append("\n").append(thread.getName());
            for (StackTraceElement frame : thread.getStackTrace()) {
                text.append("\n    at ").append(frame);
            }
        }
        return text.toString();
    }

    private record ThreadRank(MpiRank mpi, Sizes sizes) implements Rank {
        @Override
        public Intracomm comm() {
            return mpi.world();
        }

        @Override
        public Intracomm self() {
            return mpi.self();
        }

        @Override
        public void attachBuffer(byte[] buffer) {
            mpi.attachBuffer(buffer);
        }

        @Override
        public boolean checksTypes() {
            return Jobs.of(null).checksTypes();
        }

        @Override
        public EnvironmentCalls environment() {
            return EnvironmentCalls.of(mpi);
        }

        @Override
        public ErrorCodeCalls errorCodes() {
            return ErrorCodeCalls.of(mpi);
        }

        @Override
        public byte[] detachBuffer() {
            return mpi.detachBuffer();
        }

        @Override
        public void flushBuffer() {
            mpi.flushBuffer();
        }

        @Override
        public Request iFlushBuffer() {
            return mpi.iFlushBuffer();
        }

        @Override
        public ByteBuffer newByteBuffer(int bytes) {
            return mpi.allocate("newByteBuffer", bytes, 1);
        }
    }
}
