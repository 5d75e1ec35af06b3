package org.bipj.reproduce.lab;

import java.util.List;

/** Measures one result of a paper, or a few related ones, on a simulated cluster. */
public interface Experiment {
    /**
     * What reports say of an experiment.
     *
     * @param name on the command line
     * @param title what it shows, in one line
     * @param section of the paper whose results it repeats
     * @param platforms on which it runs: those whose constants change it. {@link Lab#cluster} knows no other
     * @param method how it is measured, and how that differs from the paper's way
     */
    record Head(String name, String title, String section, List<String> platforms, String method) {}

    /** What reports say of it. */
    Head head();

    /** The name of the experiment on the command line. */
    default String name() {
        return head().name();
    }

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
