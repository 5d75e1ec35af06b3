package org.bipj.launch.explore;

import java.util.List;
import org.bipj.core.replay.Choices.Alternative;

/** Chooses for one run after the other. */
public interface Chooser {
    /**
     * Chooses one of several alternatives, or looks at one that has no other beside it.
     *
     * @throws RunOverException if the run need not go on
     */
    Alternative choose(List<Alternative> all);

    /** As {@link org.bipj.core.replay.Choices#holdsReceives}. */
    boolean holdsReceives();

    /**
     * As {@link org.bipj.core.replay.Choices#holdReceives}.
     *
     * @throws RunOverException if the program is run again from its beginning
     */
    void holdReceives();
}
