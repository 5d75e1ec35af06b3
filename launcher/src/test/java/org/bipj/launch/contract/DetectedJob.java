package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import mpi.MpiRank;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.DeadlockDetector;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.StoppablePort;

/** A job whose ranks are threads of this JVM, watched for deadlocks; ranks of a dead job are taken out of their waits. */
final class DetectedJob {
    private static final long LIMIT_S = 100;

    /** What a rank does between initialisation and finalisation. */
    interface Body {
        void run(MpiRank mpi, int rank) throws Exception;
    }

    /** Ends a rank: the job has been found dead, or another rank has failed. */
    private static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final ShmSession session;
    private final int ranks;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean stop;

    private DetectedJob(int ranks) {
        this.ranks = ranks;
        session = ShmSession.forThreads(ranks, (rank, code, reason) -> {
            throw new IllegalStateException("rank " + rank + " ended the job: " + reason);
        });
    }

    /**
     * Runs a job to its end.
     *
     * @return true if it was found dead
     */
    static boolean isFoundDead(int ranks, long patienceNs, Body body) {
        return new DetectedJob(ranks).run(patienceNs, body);
    }

    private boolean run(long patienceNs, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Job job = new StoppableJob(session.job(rank));
            threads.add(Thread.ofPlatform().daemon().name("rank " + rank).start(() -> runRank(job, body)));
        }
        boolean dead = watch(threads, session.questions().detector(patienceNs));
        try (session) {
            stop = true;
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(LIMIT_S));
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        return dead;
    }

    private boolean watch(List<Thread> threads, DeadlockDetector detector) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            if (detector.look(System.nanoTime())) {
                return true;
            }
            if (System.nanoTime() > end) {
                failure.compareAndSet(null, new AssertionError("neither ended nor found dead"));
                return false;
            }
            LockSupport.parkNanos(Math.max(1, detector.periodNs()));
        }
        return false;
    }

    private void runRank(Job job, Body body) {
        Jobs.enter(job);
        try {
            MpiRank mpi = MpiRank.of(DetectedJob.class);
            mpi.initialize("Init", 0);
            body.run(mpi, job.rank());
            mpi.shutDown();
        } catch (Stopped e) {
            // As it should be.
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            stop = true;
        }
    }

    /** A rank's membership, with a port that does not wait for ever. */
    private final class StoppableJob extends DelegatingJob {
        StoppableJob(Job job) {
            super(job);
        }

        @Override
        public NicPort open() {
            return new StoppablePort(super.open(), () -> {
                if (stop) {
                    throw new Stopped();
                }
            });
        }
    }
}
