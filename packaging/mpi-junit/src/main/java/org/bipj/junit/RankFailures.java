package org.bipj.junit;

import java.util.List;
import org.bipj.launch.onejvm.embedded.EmbeddedJob.Failure;
import org.bipj.launch.onejvm.embedded.EmbeddedJob.Outcome;
import org.bipj.launch.onejvm.embedded.RankFailedException;
import org.bipj.sim.SimOptions;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

/** The exception of a test whose ranks have failed. */
final class RankFailures {
    private RankFailures() {}

    /**
     * Throws the exception: an assertion error with the rank's own exception as its cause; of several ranks, an error
     * that holds one for each; the rank's own one where all that failed are assumptions.
     *
     * @param sim options of simulated ranks; null: ranks were threads
     * @param again how to run with the same seed again; empty if there is none
     */
    static void raise(Outcome outcome, int ranks, SimOptions sim, String again) {
        List<Failure> failures = outcome.failures();
        if (!failures.isEmpty() && failures.stream().allMatch(one -> one.why() instanceof TestAbortedException)) {
            throw (TestAbortedException) failures.getFirst().why();
        }
        String seed = sim == null || !sim.jitter() ? "" : ", seed " + sim.seed();
        String rest = outcome.report().isEmpty() ? "" : "\n" + outcome.report().stripTrailing();
        if (!seed.isEmpty()) {
            rest += "\nagain with this seed: " + again;
        }
        switch (failures.size()) {
            case 0 -> throw new AssertionFailedError(ranks + " ranks" + seed + ":" + rest);
            case 1 -> throw error(failures.getFirst(), " of " + ranks + seed, rest);
            default ->
                throw new MultipleFailuresError(
                        failures.size() + " of " + ranks + " ranks failed" + seed + rest,
                        failures.stream()
                                .map(failure -> error(failure, seed, ""))
                                .toList());
        }
    }

    /** One rank's error, with expected and actual values where its exception has them. */
    private static AssertionFailedError error(Failure failure, String of, String rest) {
        Throwable why = failure.why();
        boolean isNamed = !(why instanceof AssertionError || why instanceof RankFailedException);
        String text = "rank " + failure.rank() + of + ": " + (isNamed ? why : why.getMessage()) + rest;
        AssertionFailedError error = why instanceof AssertionFailedError own && own.isExpectedDefined()
                ? new AssertionFailedError(text, own.getExpected(), own.getActual(), why)
                : new AssertionFailedError(text, why);
        error.setStackTrace(why.getStackTrace());
        return error;
    }
}
