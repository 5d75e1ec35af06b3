package org.bipj.junit;

import java.util.List;
import java.util.stream.Collectors;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.sharedjvm.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.opentest4j.AssertionFailedError;

/**
 * A test that runs for each way in which MPI may do what it leaves open, or one of these runs again.
 *
 * @param budget how many runs, or how long; not used where there are choices
 * @param choices what is chosen in the one run; empty: there are many
 * @param checks what MPI calls are checked for
 */
record ExploredTest(int ranks, String platform, String checks, String budget, List<String> choices) {
    /** Runs the test, and fails if one of its runs does. */
    void run(RankTest code) {
        SimOptions options = SimOptions.of(platform);
        List<Outcome> outcomes;
        if (choices.isEmpty()) {
            Exploration all = EmbeddedExploration.explore(ranks, options, code, budget, checks);
            System.out.println("explored: " + all.runs() + " runs, "
                    + (all.isComplete() ? "all there are" : "more are left")
                    + all.leftOut().stream().map(one -> "; left out: " + one).collect(Collectors.joining()));
            if (!all.endless().isEmpty()) {
                throw new AssertionFailedError("a run has not ended within " + budget + ":\n" + all.endless());
            }
            outcomes = all.outcomes();
        } else {
            outcomes = List.of(EmbeddedExploration.repeat(ranks, options, code, checks, choices));
        }
        List<Outcome> failures =
                outcomes.stream().filter(one -> !one.isSuccess()).toList();
        if (!failures.isEmpty()) {
            throw new AssertionFailedError(failures.stream().map(this::text).collect(Collectors.joining("\n")));
        }
    }

    private String text(Outcome failure) {
        String list = failure.choices().stream()
                .map(choice -> '"' + choice + '"')
                .collect(Collectors.joining(", ", "{", "}"));
        return failure.failure() + "\nagain: @MpiTest(ranks = " + ranks + ", choices = " + list + ")";
    }
}
