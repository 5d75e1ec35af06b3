package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.bipj.launch.hosts.supervisor.RoundAnswer;
import org.bipj.launch.mpirun.job.JobWatch;
import org.bipj.shm.waiting.Collected;
import org.bipj.shm.waiting.DeadlockDetector;
import org.bipj.shm.waiting.Standstill;

/**
 * The rounds of the detection of deadlocks in a job of several hosts: each host collects the answers of its ranks, and the next
 * round begins when all hosts have answered. See {@link Standstill}.
 */
public final class JobRounds implements JobWatch.Detection {
    private final int hosts;
    private final Standstill standstill;
    private final long periodNs;
    private final IntConsumer begin;
    private int round;
    /** Hosts that have answered the current round, and the sum of their answers. */
    private final BitSet answered = new BitSet();

    /** Hosts that are lost: their ranks count as ended. */
    private final BitSet lost = new BitSet();

    private int ranksLost;
    private Collected sum;
    private boolean isOver;

    /**
     * Of one job.
     *
     * @param ranks of all hosts
     * @param patienceNs how long nothing may happen before a deadlock is reported
     * @param begin begins the round of this number on all hosts; does not wait
     */
    public JobRounds(int hosts, int ranks, long patienceNs, IntConsumer begin) {
        this.hosts = hosts;
        this.standstill = new Standstill(ranks, patienceNs);
        this.periodNs = DeadlockDetector.periodNs(patienceNs);
        this.begin = begin;
    }

    /** A host has collected the answers of its ranks in a round. */
    public synchronized void answer(int host, RoundAnswer answer) {
        if (answer.round() == round && !answered.get(host)) {
            answered.set(host);
            sum = sum == null ? answer.collected() : sum.plus(answer.collected());
            notifyAll();
        }
    }

    /** A host is lost of a job that goes on, and its ranks with it: it answers no round any more. */
    public synchronized void lost(int host, int ranks) {
        if (!lost.get(host)) {
            lost.set(host);
            ranksLost += ranks;
            notifyAll();
        }
    }

    /** The job is over: no round is awaited any more. */
    public synchronized void end() {
        isOver = true;
        notifyAll();
    }

    @Override
    public void await() throws InterruptedException {
        while (!standstill.isReached(collect(), System.nanoTime())) {
            TimeUnit.NANOSECONDS.sleep(periodNs);
        }
    }

    private synchronized Collected collect() throws InterruptedException {
        answered.clear();
        sum = null;
        begin.accept(++round);
        while (!isOver && !haveAllAnswered()) {
            wait();
        }
        if (isOver) {
            throw new InterruptedException("the job is over");
        }
        Collected ofLost = new Collected(false, ranksLost, false, false, ranksLost, true, 0);
        return sum == null ? ofLost : sum.plus(ofLost);
    }

    private boolean haveAllAnswered() {
        BitSet done = (BitSet) answered.clone();
        done.or(lost);
        return done.cardinality() >= hosts;
    }
}
