package org.bipj.launch.sharedjvm;

import java.io.PrintStream;
import org.bipj.core.job.Application;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.loader.RankCode;
import org.bipj.sim.SimOptions;

/**
 * An exploration in a JVM that goes on: for tests. Standard output is the ranks' meanwhile, and kept.
 */
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
        outputs.begin(ranks);
        Application application = Application.only(ranks);
        Exploration all = new Exploration(
                plan,
                chooser -> new ExploredRun(options, ranks, rank -> application, plan, chooser, outputs, checks)
                        .run(rank -> code));
        PrintStream before = System.out;
        System.setOut(outputs.stream());
        try {
            all.explore();
        } finally {
            System.setOut(before);
        }
        return all;
    }
}
