package org.bipj.launch.onejvm.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.RankEndedError;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.sim.SimOptions;

/**
 * A job whose ranks share this JVM and which leaves the JVM as it is: for tests. A rank that fails, by an exception, an
 * exit or an abort, ends alone; the others go on as long as they can. What all of them reported is the job's {@link
 * Outcome}. Standard streams stay the JVM's.
 */
public abstract class EmbeddedJob implements HostedRank.Listener {
    /** How long other ranks may go on after the last failure in real time, before they are ended. */
    static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Begins the report about ranks that wait for others that have failed: that is no deadlock of the program. */
    static final String OTHERS_FAILED = "ranks that still run after others have failed:\n";

    /**
     * How a rank has failed.
     *
     * @param rank its number
     * @param why the exception that has ended its program; for an exit or an abort a {@link RankFailedException}
     */
    public record Failure(int rank, Throwable why) {}

    /**
     * How a job has ended.
     *
     * @param failures by rank, each rank once
     * @param report what the other ranks did when nothing could happen any more, or the time was up; empty: all have ended
     */
    public record Outcome(List<Failure> failures, String report) {
        /** True if all ranks have ended well. */
        public boolean isSuccess() {
            return failures.isEmpty() && report.isEmpty();
        }

        /** This outcome with more lines in its report. */
        Outcome with(String lines) {
            return new Outcome(failures, report + lines);
        }
    }

    private final TreeMap<Integer, Throwable> failures = new TreeMap<>();
    private final Duration limit;
    private long lastFailureNs;
    private boolean over;

    EmbeddedJob(Duration limit) {
        this.limit = limit;
    }

    /**
     * A job whose ranks are threads.
     *
     * @param limit the time in which all ranks have to end
     */
    public static EmbeddedJob threads(int ranks, RankCode code, Duration limit) {
        return new EmbeddedThreads(ranks, code, limit);
    }

    /**
     * A job whose ranks are coroutines on a simulated cluster.
     *
     * @param limit the real time in which all ranks have to end
     * @throws IllegalArgumentException if there are more ranks than hosts, or an option is wrong
     */
    public static EmbeddedJob simulated(int ranks, SimOptions options, RankCode code, Duration limit) {
        return new EmbeddedSimulation(ranks, options, code, limit);
    }

    /**
     * Says what the ranks' MPI calls are checked for, before the job runs.
     *
     * @param words as {@link org.bipj.core.job.Job#checks} has them
     * @return this
     */
    public abstract EmbeddedJob checked(String words);

    /**
     * Says, before the job runs, that the other ranks are told of one that fails, so that they can go on without it, as under {@code
     * mpirun --with-ft}. The failure counts as one in the {@link Outcome} nevertheless.
     *
     * @return this
     */
    public abstract EmbeddedJob survivingDeaths();

    /**
     * A rank serves the others: the job does not wait for its end. Before the job runs.
     *
     * @throws UnsupportedOperationException if ranks are threads
     * @throws IllegalArgumentException if there is no such rank
     */
    public abstract void serves(int rank);

    /**
     * Runs the job. To be called once. On return no rank waits in the library any more.
     *
     * @throws InterruptedException if the calling thread was interrupted; the job has been ended
     */
    public abstract Outcome run() throws InterruptedException;

    @Override
    public void failed(HostedRank rank, int code, String what, Throwable why) {
        Throwable failure = why != null ? why : new RankFailedException(what);
        synchronized (this) {
            if (!over) {
                failures.putIfAbsent(rank.number(), failure);
                lastFailureNs = System.nanoTime();
                notifyAll();
            }
        }
        throw new RankEndedError("rank " + rank.number() + " has failed");
    }

    @Override
    public final boolean mayExit() {
        return false;
    }

    final synchronized boolean hasFailed() {
        return !failures.isEmpty();
    }

    /** Nanoseconds since the last failure of a rank; negative if there is none. */
    final synchronized long sinceFailureNs() {
        return failures.isEmpty() ? -1 : System.nanoTime() - lastFailureNs;
    }

    final Duration limit() {
        return limit;
    }

    /** The first line of the report of a job that has taken too long. */
    final String timeIsUp() {
        return "the ranks have not ended within " + limit.toMillis() / 1000.0 + " s; this is what they do\n";
    }

    /** The outcome. Failures that are reported later do not count. */
    final synchronized Outcome conclude(String report) {
        over = true;
        List<Failure> all = new ArrayList<>();
        failures.forEach((rank, why) -> all.add(new Failure(rank, why)));
        return new Outcome(List.copyOf(all), report);
    }
}
