package org.bipj.launch.onejvm.embedded;

import java.time.Duration;
import java.util.List;
import org.bipj.core.job.Application;
import org.bipj.launch.explore.Chooser;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.EndlessRunException;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.ExploredChoices;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.explore.Repetition;
import org.bipj.launch.explore.TestLine;
import org.bipj.launch.hosted.loader.KeptProgram;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.job.RankOutputs;
import org.bipj.launch.onejvm.simjob.ExploredRun;
import org.bipj.launch.onejvm.simjob.RunWatch;
import org.bipj.launch.support.UsageException;
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
        return explore(ranks, options, code, plan, checks, Duration.ZERO);
    }

    /**
     * Explores a program as the options of {@code mpirun} do by default.
     *
     * @param budget as {@code --budget} has it
     */
    public static Exploration explore(int ranks, SimOptions options, RankCode code, String budget, String checks) {
        return explore(ranks, options, code, ExplorationPlan.DEFAULT.within(budget), checks, Duration.ZERO);
    }

    /**
     * Explores a program.
     *
     * @param limit how long each run may take; 0: any time
     */
    public static Exploration explore(
            int ranks, SimOptions options, RankCode code, ExplorationPlan plan, String checks, Duration limit) {
        RankOutputs outputs = new RankOutputs();
        RankCode program = new KeptProgram(code);
        try (RunWatch watch = new RunWatch(plan.millis(), limit.toMillis())) {
            Exploration all = new Exploration(plan, chooser -> {
                ExploredRun run = run(ranks, options, plan, checks, chooser, outputs);
                return watch.during(run, () -> run.run(rank -> program));
            });
            outputs.during(ranks, all::explore);
            return all;
        }
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

    /**
     * Repeats one run of an exploration.
     *
     * @param choices what was chosen, behind what differs from the default plan, as {@link TestLine} has it
     * @param limit how long the run may take; 0: any time
     * @throws EndlessRunException if it takes longer
     * @throws DivergedException if the program comes to other choices
     */
    public static Outcome repeat(
            int ranks, SimOptions options, RankCode code, String checks, List<String> choices, Duration limit) {
        ExploredChoices file = TestLine.read(ranks, choices);
        ExplorationPlan plan = new ExplorationPlan("", 0, 0, file.bound(), file.buffers(), file.deaths(), "");
        Repetition repetition = new Repetition(file.choices());
        try (RunWatch watch = new RunWatch(0, limit.toMillis())) {
            ExploredRun run = run(ranks, options, plan, checks, repetition, new RankOutputs());
            Outcome outcome = watch.during(run, () -> run.run(rank -> code));
            if (outcome.isSuccess()) {
                repetition.end();
            }
            return outcome;
        }
    }

    private static ExploredRun run(
            int ranks, SimOptions options, ExplorationPlan plan, String checks, Chooser chooser, RankOutputs outputs) {
        Application application = Application.only(ranks);
        return new ExploredRun(options, ranks, rank -> application, plan, chooser, outputs, checks);
    }
}
