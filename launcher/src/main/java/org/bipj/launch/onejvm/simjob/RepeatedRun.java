package org.bipj.launch.onejvm.simjob;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankEndedError;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.EndlessRunException;
import org.bipj.launch.explore.RunOverException;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.job.RanksText;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.kernel.DeadlockException;

/** One of many runs of a job on a simulated cluster in this JVM. It ends with its first failure. */
class RepeatedRun implements HostedRank.Listener {
    /** Times of a report, in which runs with the same failure differ. */
    private static final String TIMES = "\\d+\\.\\d+ us";

    /**
     * How a run has ended.
     *
     * @param code exit code of the job
     * @param failure why it failed, in lines; empty if it did not
     * @param key the same for all failures that are reported as one; empty if it did not fail
     */
    record End(int code, String failure, String key) {}

    final SimSession session;
    private final SimRank[] ranks;
    private int code;
    private String failure = "";

    /** A run that has not begun. */
    RepeatedRun(SimOptions sim, int n, IntFunction<Application> applications, SimRank.World world) {
        session = SimSession.open(n, sim, new SimSession.Listener() {
            @Override
            public void abort(int rank, int exitCode, String reason) {
                RepeatedRun.this.abort(rank, exitCode, reason);
            }

            @Override
            public void killed(int rank) {
                ranks[rank].killed();
            }

            @Override
            public void restarts(int rank) {
                ranks[rank] = ranks[rank].successor();
            }
        });
        session.serveThreads();
        SimRank.separate(session);
        ranks = new SimRank[n];
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new SimRank(session, rank, applications.apply(rank), world, this);
        }
    }

    /**
     * Runs the job to its end, or to its first failure.
     *
     * @param programs of each rank
     * @throws RunOverException if the run was ended, as it need not go on
     * @throws DivergedException if it differs from one with the same choices
     * @throws EndlessRunException if it was {@linkplain #stopEndless stopped}
     */
    final End runToEnd(IntFunction<? extends RankCode> programs) {
        String key = "";
        try (session) {
            session.run(rank -> ranks[rank].main(programs.apply(rank)));
        } catch (DeadlockException e) {
            code = DeadlockPlan.EXIT_CODE;
            failure = session.explain(e);
            key = failure.replaceAll(TIMES, "");
        } catch (RunOverException | DivergedException | EndlessRunException e) {
            throw e;
        } catch (RuntimeException e) {
            if (failure.isEmpty()) {
                throw e;
            }
            key = failure;
        } finally {
            Stream.of(ranks).forEach(SimRank::release);
        }
        return new End(code, failure.stripTrailing(), key);
    }

    /** Ends the rank that calls; the others go on. Does not return. */
    final void die(int rank) {
        ranks[rank].vanish();
        session.leave();
    }

    /** A thread has ended by an exception: says so, as the rank does that it belongs to. */
    final void uncaught(Thread thread, Throwable failure) {
        Job job = Jobs.of(null);
        Stream.of(ranks)
                .filter(rank -> rank.job() == job)
                .findFirst()
                .orElse(ranks[0])
                .uncaught(thread, failure);
    }

    /** Ends the run, by another thread, as it does not end by itself. */
    final void stopEndless() {
        SimState state = new SimState(session, session.world(0), List.of(ranks));
        session.stop(new EndlessRunException(RanksText.of(state, state.waiters(0), state.stacks(false))));
    }

    private void abort(int rank, int exitCode, String reason) {
        ranks[rank].fail(exitCode, "ended the job with code " + exitCode + ": " + reason, null);
        throw new RankEndedError("rank " + rank + " has ended");
    }

    @Override
    public void failed(HostedRank rank, int exitCode, String what, Throwable why) {
        if (failure.isEmpty()) {
            code = exitCode;
            failure = "rank " + rank.number() + " " + what;
        }
        session.stop(new IllegalStateException(failure));
        throw new RankEndedError("rank " + rank.number() + " has failed");
    }

    @Override
    public void ended(HostedRank rank) {
        // The session knows.
    }

    @Override
    public void awaitEnd() {
        throw new RankEndedError("the run is over");
    }
}
