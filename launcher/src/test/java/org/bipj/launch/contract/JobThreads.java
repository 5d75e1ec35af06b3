package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.testkit.RankSuite;

/** Runs the ranks of a job in threads of this JVM, until all have ended or one has failed. */
final class JobThreads {
    private static final int LOOK_MS = 100;

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** Ends the job: one of its ranks has called for that. */
    void ended(int rank, int code, String reason) {
        failures.add(new AssertionError(reason));
    }

    /** Runs a body on each rank; throws the first failure. */
    void run(List<? extends Job> jobs, RankSuite.Body body) {
        List<Thread> threads = new ArrayList<>();
        for (Job job : jobs) {
            threads.add(Thread.ofPlatform().daemon().start(() -> one(job, body)));
        }
        try {
            for (Thread thread : threads) {
                while (thread.isAlive() && failures.isEmpty()) {
                    thread.join(LOOK_MS);
                }
            }
        } catch (InterruptedException e) {
            failures.add(e);
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.peek());
        }
    }

    private void one(Job job, RankSuite.Body body) {
        Jobs.enter(job);
        try {
            body.run();
        } catch (Throwable t) {
            failures.add(t);
        }
    }
}
