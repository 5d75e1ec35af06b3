package org.bipj.launch.sharedjvm;

import java.util.List;
import java.util.function.IntFunction;
import org.bipj.core.job.Application;
import org.bipj.core.job.RankEndedError;
import org.bipj.launch.command.DeadlockPlan;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.Decider;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.EndlessRunException;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.explore.RunOverException;
import org.bipj.launch.job.HostFolders;
import org.bipj.launch.job.RanksText;
import org.bipj.launch.loader.RankCode;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.kernel.DeadlockException;

/** One of many runs of a job on a simulated cluster in this JVM, in which what MPI leaves open is chosen. It ends with its first failure. */
final class ExploredRun implements HostedRank.Listener {
    /** Times of a report, in which runs with the same failure differ. */
    private static final String TIMES = "\\d+\\.\\d+ us";

    private final SimSession session;
    private final Decider decider;
    private final SimRank[] ranks;
    private final RankOutputs outputs;
    private int code;
    private String failure = "";

    /**
     * A run that has not begun.
     *
     * @param checks what calls are checked for; null: as the environment says
     */
    ExploredRun(
            SimOptions sim,
            int n,
            IntFunction<Application> applications,
            ExplorationPlan plan,
            Chooser chooser,
            RankOutputs outputs,
            String checks) {
        this.outputs = outputs;
        session = SimSession.open(n, sim, this::abort);
        session.serveThreads();
        session.check(checks);
        decider = new Decider(chooser, plan.bound(), plan.buffers(), session::poke);
        session.decideBy(decider, decider::decide);
        ranks = new SimRank[n];
        // Runs with the same choices are alike: clocks and random numbers too.
        SimRank.World world = new SimRank.World(true, false, sim.seed(), new HostFolders(""));
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new SimRank(session, rank, applications.apply(rank), world, this);
        }
        outputs.begin(n);
    }

    /**
     * Runs the job to its end, or to its first failure.
     *
     * @param programs of each rank
     * @throws RunOverException if the run was ended, as it need not go on
     * @throws DivergedException if it differs from one with the same choices
     * @throws EndlessRunException if it was {@linkplain #stopEndless stopped}
     */
    Outcome run(IntFunction<? extends RankCode> programs) {
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
        }
        return new Outcome(
                outputs.texts(),
                code,
                failure.stripTrailing(),
                key,
                List.copyOf(decider.chosen()),
                decider.raced(),
                decider.leftOut(),
                decider.bounded());
    }

    /** Ends the run, by another thread, as it does not end by itself. */
    void stopEndless() {
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
