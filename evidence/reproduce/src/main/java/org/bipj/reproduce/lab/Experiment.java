package org.bipj.reproduce.lab;

import java.util.List;

/** Measures one result of a paper, or a few related ones, on a simulated cluster. */
public interface Experiment {
    /** The name of the experiment on the command line. */
    String name();

    /** What the experiment shows, in one line. */
    String title();

    /** The section of the paper whose results it repeats. */
    String section();

    /** The platforms on which it runs: those whose constants change it. {@link Lab#cluster} knows no other. */
    List<String> platforms();

    /** How it is measured, and how that differs from the paper's way. */
    String method();

    /**
     * True if it repeats results of other experiments to compare them with published results of other machines. Reports
     * show those, and do not count its own results again.
     */
    default boolean isComparison() {
        return false;
    }

    /** True if it takes so long that it runs only where it is named. */
    default boolean isByName() {
        return false;
    }

    /** Runs the experiment, and returns its results. */
    Results run(Lab lab);
}
