package org.bipj.reproduce.lab;

/** One result of a paper, or a few that belong together, run again. */
public interface Experiment {
    /** The name on the command line. */
    String name();

    /** What it shows, in one line. */
    String title();

    /** Where the paper has it. */
    String section();

    /** How it is measured, and how that differs from the paper's way. */
    String method();

    /**
     * True if it repeats results of other experiments, to put them beside the published results of other machines: these
     * are then shown, and its own results are not counted again.
     */
    default boolean isComparison() {
        return false;
    }

    /** Runs it. */
    Results run(Lab lab);
}
