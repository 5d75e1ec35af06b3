package org.bipj.launch.explore;

import java.util.List;
import java.util.Set;
import org.bipj.core.replay.Choices.Alternative;

/** Chooses for one run after the other. */
public interface Chooser {
    /**
     * Chooses one of several alternatives, or looks at one that has no other beside it.
     *
     * @throws RunOverException if the run need not go on
     */
    Alternative choose(List<Alternative> all);

    /**
     * Chooses one of several alternatives of one rank, of which the first is so common that no list of choices has it.
     *
     * @throws RunOverException if the run need not go on
     */
    Alternative chooseUsual(List<Alternative> all);

    /** True if the runs have been tried in which this alternative comes next. */
    boolean isAsleep(String text);

    /** As {@link org.bipj.core.replay.Choices#done}. */
    default void done(Alternative one) {}

    /** As {@link org.bipj.core.replay.Choices#holds}. */
    boolean holds(String what);

    /** The names of all that is held, but for receives. */
    Set<String> held();

    /**
     * As {@link org.bipj.core.replay.Choices#hold}, of some things.
     *
     * @throws RunOverException if the program is run again from its beginning
     */
    void hold(Set<String> what);

    /** As {@link org.bipj.core.replay.Choices#countsFailures}. */
    boolean countsFailures();

    /**
     * A test or probe has failed so often that it does so no more, in a run that does not count failures.
     *
     * @throws RunOverException the program is run again from its beginning
     */
    void countFailures();

    /** As {@link org.bipj.core.replay.Choices#holdsReceives}. */
    boolean holdsReceives();

    /**
     * As {@link org.bipj.core.replay.Choices#holdReceives}.
     *
     * @throws RunOverException if the program is run again from its beginning
     */
    void holdReceives();
}
