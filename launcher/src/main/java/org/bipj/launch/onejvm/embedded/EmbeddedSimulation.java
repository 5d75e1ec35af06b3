package org.bipj.launch.onejvm.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankEndedError;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.hosted.world.HostStatics;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.mpirun.job.RanksText;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.launch.onejvm.job.ProfiledRanks;
import org.bipj.launch.onejvm.simjob.SimRank;
import org.bipj.launch.onejvm.simjob.SimState;
import org.bipj.launch.seeing.timeline.RecordedRanks;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.kernel.DeadlockException;

/** An embedded job whose ranks are coroutines. */
final class EmbeddedSimulation extends EmbeddedJob {
    /** How often to look whether the time is up. */
    private static final long LOOK_MS = 100;

    private static final long PS_PER_NS = 1000;

    /** How long, in real time, other ranks may go on after the last failure: they may poll for a rank that has ended. */
    private static final long POLLING_NS = TimeUnit.SECONDS.toNanos(5);

    private final RankCode code;
    private final SimSession session;
    private final SimRank[] ranks;
    private final HostFolders folders = new HostFolders("");
    /** The report when the run was ended for its time; null: it was not. */
    private String report;

    private boolean hasRun;

    EmbeddedSimulation(int n, SimOptions options, RankCode code, Duration limit) {
        super(limit);
        this.code = code;
        session = SimSession.open(n, options, listener());
        session.serveThreads();
        SimRank.separate(session);
        SimRank.World world = new SimRank.World(options.ip(), options.ip(), options.seed(), folders);
        ranks = new SimRank[n];
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new SimRank(session, rank, Application.only(n), world, this);
        }
    }

    @Override
    public EmbeddedJob checked(String words) {
        session.check(words);
        return this;
    }

    @Override
    public EmbeddedJob survivingDeaths() {
        if (!session.survivesDeaths()) {
            throw new IllegalStateException(
                    "expected options of the simulation that say so: SimOptions.survivingDeaths()");
        }
        return this;
    }

    @Override
    public void died(HostedRank rank, int exitCode, String what, Throwable why) {
        if (session.survivesDeaths()) {
            session.died(rank.number(), what.lines().findFirst().orElse(""));
        }
        failed(rank, exitCode, what, why);
    }

    @Override
    public void serves(int rank) {
        if (rank < 0 || rank >= ranks.length) {
            throw new IllegalArgumentException(
                    "rank " + rank + " cannot serve others; expected 0 to " + (ranks.length - 1));
        }
        session.serves(rank);
    }

    @Override
    public Outcome run() throws InterruptedException {
        RecordedRanks.of(new ProfiledRanks(place -> session.callerPs(place) / PS_PER_NS, Job::rank, Integer::toString));
        Thread watch = Thread.ofPlatform().daemon().name("test watch").start(this::watch);
        try (folders;
                session) {
            session.run(rank -> ranks[rank].main(code));
        } catch (DeadlockException e) {
            return conclude(hasFailed() ? OTHERS_FAILED + session.describeWaiters(e) : session.explain(e));
        } finally {
            synchronized (this) {
                hasRun = true;
            }
            watch.interrupt();
            Stream.of(ranks).forEach(SimRank::release);
            HostStatics.leave();
        }
        synchronized (this) {
            return conclude(report == null ? refused() : report);
        }
    }

    /** A call by a thread that may not call fails the run, as it does where ranks are threads. */
    private String refused() {
        return hasFailed() || session.refused().isEmpty() ? "" : session.refused() + System.lineSeparator();
    }

    /** Ends the run when its time is up. */
    private void watch() {
        long startNs = System.nanoTime();
        try {
            do {
                Thread.sleep(LOOK_MS);
            } while (System.nanoTime() - startNs <= limit().toNanos()
                    && (session.survivesDeaths() || sinceFailureNs() <= POLLING_NS));
        } catch (InterruptedException e) {
            return;
        }
        SimState state = new SimState(session, session.world(0), List.of(ranks));
        synchronized (this) {
            if (hasRun) {
                return;
            }
            report = (hasFailed() && !session.survivesDeaths() ? OTHERS_FAILED : timeIsUp())
                    + RanksText.of(state, state.waiters(0), state.stacks(false));
        }
        session.close();
    }

    private SimSession.Listener listener() {
        return new SimSession.Listener() {
            @Override
            public void abort(int rank, int code, String reason) {
                EmbeddedSimulation.this.abort(rank, code, reason);
            }

            @Override
            public void killed(int rank) {
                ranks[rank].killed();
            }

            @Override
            public void restarts(int rank) {
                ranks[rank] = ranks[rank].successor();
            }
        };
    }

    private void abort(int rank, int exitCode, String reason) {
        ranks[rank].fail(exitCode, "ended the job with code " + exitCode + ": " + reason, null);
        // It has failed before, and makes calls on its way out, such as the close of a resource.
        throw new RankEndedError("rank " + rank + " has ended");
    }

    @Override
    public void ended(HostedRank rank) {
        // The session knows.
    }
}
