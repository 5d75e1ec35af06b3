package org.bipj.launch.onejvm.simjob;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.bipj.core.job.Application;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.Decider;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.mpirun.job.HostFolders;
import org.bipj.launch.onejvm.job.RankOutputs;
import org.bipj.sim.SimOptions;

/** One of many runs in which what MPI leaves open is chosen. */
public final class ExploredRun extends RepeatedRun {
    private final Decider decider;
    private final RankOutputs outputs;

    /**
     * A run that has not begun.
     *
     * @param checks what calls are checked for; null: as the environment says
     */
    public ExploredRun(
            SimOptions sim,
            int n,
            IntFunction<Application> applications,
            ExplorationPlan plan,
            Chooser chooser,
            RankOutputs outputs,
            String checks) {
        // Runs with the same choices are alike: clocks and random numbers too.
        super(
                plan.deaths() > 0 ? sim.survivingDeaths() : sim,
                n,
                applications,
                new SimRank.World(true, false, sim.seed(), new HostFolders("")));
        this.outputs = outputs;
        session.check(checks);
        decider = new Decider(chooser, plan.bound(), plan.buffers(), session::poke);
        session.decideBy(decider, decider::decide);
        if (plan.deaths() > 0) {
            decider.letDie(plan.deaths(), session, this::die);
        }
        outputs.begin(n);
    }

    /** As {@link #runToEnd}, with what was chosen. */
    public Outcome run(IntFunction<? extends RankCode> programs) {
        End end = runToEnd(programs);
        decider.end();
        List<String> printed = new ArrayList<>(outputs.texts());
        for (int rank = 0; rank < printed.size(); rank++) {
            printed.set(rank, decider.isDead(rank) ? "" : printed.get(rank));
        }
        return new Outcome(
                printed,
                end.code(),
                end.failure(),
                end.key(),
                List.copyOf(decider.chosen()),
                decider.raced(),
                decider.leftOut(),
                decider.warnings(),
                decider.bounded());
    }
}
