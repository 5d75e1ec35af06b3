package org.bipj.launch.mpirun.job;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bipj.shm.ShmSession;
import org.bipj.shm.link.PartyDetector;

/** Watches the jobs of one launcher for deadlocks: those that are connected with each other as one. */
public final class PartyWatch {
    private final PartyDetector detector;
    /** The jobs that are not over, by address: one may be over before its watch begins. Guarded by this. */
    private final Set<String> running = new HashSet<>();

    /** By address, the jobs that are watched. */
    private final Map<String, JobState> jobs = new ConcurrentHashMap<>();

    /**
     * A watch of no jobs.
     *
     * @param patienceNs how long nothing may happen before that is a deadlock
     */
    public PartyWatch(long patienceNs) {
        detector = new PartyDetector(patienceNs);
    }

    /**
     * How the deadlocks of one of the jobs are detected.
     *
     * @param state of its ranks
     */
    public synchronized JobWatch.Detection of(ShmSession session, JobState state) {
        running.add(session.address());
        return new JobWatch.Detection() {
            @Override
            public void await() throws InterruptedException {
                if (!begin(session, state)) {
                    return;
                }
                do {
                    TimeUnit.NANOSECONDS.sleep(detector.periodNs());
                } while (jobs.containsKey(session.address()) && !detector.look(session.address(), System.nanoTime()));
            }

            @Override
            public List<JobState> others() {
                return detector.party(session.address()).stream()
                        .filter(address -> !address.equals(session.address()))
                        .map(jobs::get)
                        .filter(Objects::nonNull)
                        .toList();
            }

            @Override
            public String undetected() {
                return jobs.containsKey(session.address()) && detector.isBlind(session.address())
                        ? "deadlocks are not looked for, because a rank waits for another job, or is connected with one"
                                + " that this mpirun has not started\n"
                        : "";
            }
        };
    }

    private synchronized boolean begin(ShmSession session, JobState state) {
        if (!running.contains(session.address())) {
            return false;
        }
        jobs.put(session.address(), state);
        detector.add(session.address(), session.memory());
        return true;
    }

    /** A job is over: its memory is about to be freed. */
    public synchronized void over(ShmSession session) {
        running.remove(session.address());
        jobs.remove(session.address());
        detector.remove(session.address());
    }
}
