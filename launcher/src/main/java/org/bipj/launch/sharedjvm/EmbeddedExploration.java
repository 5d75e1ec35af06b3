package org.bipj.launch.sharedjvm;

import java.util.List;
import org.bipj.core.job.Application;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.command.UsageException;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.explore.Repetition;
import org.bipj.launch.loader.KeptProgram;
import org.bipj.launch.loader.RankCode;
import org.bipj.sim.SimOptions;

/** An exploration in a JVM that goes on: for tests. Standard output is the ranks' meanwhile, and kept. */
public final class EmbeddedExploration {
    private EmbeddedExploration() {}

    /**
     * Explores a program.
     *
     * @param checks what the ranks' MPI calls are checked for, as {@link org.bipj.core.job.Job#checks} has it
     * @return the exploration, which has ended
     */
    public static Exploration explore(
            int ranks, SimOptions options, RankCode code, ExplorationPlan plan, String checks) {
        RankOutputs outputs = new RankOutputs();
        RankCode program = new KeptProgram(code);
        try (RunWatch watch = new RunWatch(plan.millis())) {
            Exploration all = new Exploration(plan, chooser -> {
                ExploredRun run = run(ranks, options, plan, checks, chooser, outputs);
                return watch.during(run, () -> run.run(rank -> program));
            });
            outputs.during(ranks, all::explore);
            return all;
        }
    }

    /**
     * Explores a program as the options of {@code mpirun} do by default.
     *
     * @param budget as {@code --budget} has it
     */
    public static Exploration explore(int ranks, SimOptions options, RankCode code, String budget, String checks) {
        return explore(ranks, options, code, ExplorationPlan.DEFAULT.within(budget), checks);
    }

    /** True if a budget can be read. */
    public static boolean isBudget(String text) {
        try {
            ExplorationPlan.DEFAULT.within(text);
            return true;
        } catch (UsageException e) {
            return false;
        }
    }

    /** Repeats one run of an exploration, by what was chosen. */
    public static Outcome repeat(int ranks, SimOptions options, RankCode code, String checks, List<String> choices) {
        return run(ranks, options, ExplorationPlan.DEFAULT, checks, new Repetition(choices), new RankOutputs())
                .run(rank -> code);
    }

    private static ExploredRun run(
            int ranks, SimOptions options, ExplorationPlan plan, String checks, Chooser chooser, RankOutputs outputs) {
        Application application = Application.only(ranks);
        return new ExploredRun(options, ranks, rank -> application, plan, chooser, outputs, checks);
    }
}
