package org.bipj.launch.sharedjvm;

import java.util.List;
import java.util.function.IntFunction;
import org.bipj.core.job.Application;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.Decider;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.job.HostFolders;
import org.bipj.launch.loader.RankCode;
import org.bipj.sim.SimOptions;

/** One of many runs in which what MPI leaves open is chosen. */
final class ExploredRun extends RepeatedRun {
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
        super(sim, n, applications, new SimRank.World(true, false, sim.seed(), new HostFolders("")));
        this.outputs = outputs;
        session.check(checks);
        decider = new Decider(chooser, plan.bound(), plan.buffers(), session::poke);
        session.decideBy(decider, decider::decide);
        outputs.begin(n);
    }

    /** As {@link #runToEnd}, with what was chosen. */
    Outcome run(IntFunction<? extends RankCode> programs) {
        End end = runToEnd(programs);
        return new Outcome(
                outputs.texts(),
                end.code(),
                end.failure(),
                end.key(),
                List.copyOf(decider.chosen()),
                decider.raced(),
                decider.leftOut(),
                decider.bounded());
    }
}
