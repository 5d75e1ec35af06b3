package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import mpi.MpiRank;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.Collected;
import org.bipj.shm.waiting.DeadlockDetector;
import org.bipj.shm.waiting.HostRounds;
import org.bipj.shm.waiting.Standstill;
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

    private final List<Job> jobs;
    private final AutoCloseable network;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean stop;

    /**
     * A job.
     *
     * @param network closed when its ranks have ended
     */
    private DetectedJob(List<Job> jobs, AutoCloseable network) {
        this.jobs = jobs;
        this.network = network;
    }

    static void abort(int rank, int code, String reason) {
        throw new IllegalStateException("rank " + rank + " ended the job: " + reason);
    }

    /**
     * Runs a job of one host to its end.
     *
     * @return true if it was found dead
     */
    static boolean isFoundDead(int ranks, long patienceNs, Body body) {
        ShmSession session = ShmSession.forThreads(ranks, DetectedJob::abort);
        DeadlockDetector detector = session.questions().detector(patienceNs);
        return new DetectedJob(IntStream.range(0, ranks).mapToObj(session::job).toList(), session)
                .run(patienceNs, detector::look, body);
    }

    /** The same of a job of several hosts. */
    static boolean isFoundDead(NetJobs net, long patienceNs, Body body) {
        return new DetectedJob(net.jobs(), net).run(patienceNs, new NetRounds(net, patienceNs), body);
    }

    /** Rounds of all hosts, as their supervisors and mpirun make them. */
    private static final class NetRounds implements LongPredicate {
        private final List<HostRounds> hosts;
        private final Collected[] collected;
        private final Standstill standstill;
        private int round;

        NetRounds(NetJobs net, long patienceNs) {
            hosts = net.sessions().stream()
                    .map(session -> session.questions().rounds())
                    .toList();
            collected = new Collected[hosts.size()];
            standstill = new Standstill(net.jobs().size(), patienceNs);
            begin();
        }

        private void begin() {
            Arrays.fill(collected, null);
            round++;
            hosts.forEach(host -> host.begin(round));
        }

        @Override
        public boolean test(long nowNs) {
            for (int host = 0; host < collected.length; host++) {
                if (collected[host] == null) {
                    collected[host] = hosts.get(host).collect();
                }
            }
            if (Arrays.asList(collected).contains(null)) {
                return false;
            }
            boolean dead = standstill.isReached(
                    Arrays.stream(collected).reduce(Collected::plus).orElseThrow(), nowNs);
            begin();
            return dead;
        }
    }

    private boolean run(long patienceNs, LongPredicate detector, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (Job each : jobs) {
            Job job = new StoppableJob(each);
            threads.add(Thread.ofPlatform().daemon().name("rank " + job.rank()).start(() -> runRank(job, body)));
        }
        boolean dead = watch(threads, detector, DeadlockDetector.periodNs(patienceNs));
        try (network) {
            stop = true;
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(LIMIT_S));
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        return dead;
    }

    private boolean watch(List<Thread> threads, LongPredicate detector, long periodNs) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            if (detector.test(System.nanoTime())) {
                return true;
            }
            if (System.nanoTime() > end) {
                failure.compareAndSet(null, new AssertionError("neither ended nor found dead"));
                return false;
            }
            LockSupport.parkNanos(Math.max(1, periodNs));
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
