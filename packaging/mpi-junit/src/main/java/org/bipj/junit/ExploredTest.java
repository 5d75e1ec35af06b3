package org.bipj.junit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.bipj.launch.explore.DivergedException;
import org.bipj.launch.explore.EndlessRunException;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.explore.TestLine;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.opentest4j.AssertionFailedError;

/**
 * A test that runs for each way in which MPI may do what it leaves open, or one of these runs again.
 *
 * @param attributes of the annotation that a test has which repeats a run, beside its choices: a list
 * @param checks what MPI calls are checked for
 * @param plan how many runs, or how long, and what may happen in one; not used where there are choices
 * @param choices what is chosen in the one run; empty: there are many
 * @param limit how long a run may take
 */
record ExploredTest(
        int ranks,
        String platform,
        List<String> attributes,
        String checks,
        ExplorationPlan plan,
        List<String> choices,
        Duration limit) {
    /** Runs the test, and fails if one of its runs does. */
    void run(RankTest code) {
        List<Outcome> outcomes = choices.isEmpty() ? explore(code) : List.of(repeat(code));
        List<Outcome> failures =
                outcomes.stream().filter(one -> !one.isSuccess()).toList();
        if (!failures.isEmpty()) {
            throw new AssertionFailedError(failures.stream().map(this::text).collect(Collectors.joining("\n")));
        }
    }

    private List<Outcome> explore(RankTest code) {
        Exploration all = EmbeddedExploration.explore(ranks, options(), code, plan, checks, limit);
        System.out.println("explored: " + all.runs() + (all.runs() == 1 ? " run: " : " runs: ")
                + all.extent()
                + all.leftOut().stream().map(one -> "; left out: " + one).collect(Collectors.joining()));
        all.warnings().forEach(one -> System.out.println("explored: warning: " + one));
        if (!all.endless().isEmpty()) {
            throw new AssertionFailedError(
                    "run " + (all.runs() + 1) + " has not ended in time (explore, timeoutSeconds):\n" + all.endless());
        }
        return all.outcomes();
    }

    private Outcome repeat(RankTest code) {
        try {
            return EmbeddedExploration.repeat(ranks, options(), code, checks, choices, limit);
        } catch (EndlessRunException e) {
            throw new AssertionFailedError("the run has not ended in " + limit.toSeconds() + " s:\n" + e.getMessage());
        } catch (DivergedException e) {
            throw new AssertionFailedError("choices: " + e.getMessage());
        }
    }

    private SimOptions options() {
        return SimOptions.of(platform);
    }

    private String text(Outcome failure) {
        return failure.failure() + "\nagain: @MpiTest(" + String.join(", ", attributes) + ", "
                + TestLine.attribute(plan, failure.choices()) + ")";
    }
}
