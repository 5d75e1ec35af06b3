package org.bipj.core.job;

import java.util.List;

/**
 * Decides what a system of messages leaves open, such as which of several messages a receive from any rank takes, where all ways of a
 * program are tried one after the other. It is asked when no rank can go on otherwise: then all that could come next is known.
 */
public interface Choices {
    /**
     * A thing that a rank could do next.
     *
     * @param text what it is, in words that are the same in each run in which the rank has done the same before; begins with {@code rank N:}
     * @param isLastResort true if the rank does so only where nothing else is left
     * @param decide has the rank do so as soon as it runs; called while no rank runs
     */
    record Alternative(int rank, String text, boolean isLastResort, Runnable decide) {}

    /** What one rank could do next. */
    interface Source {
        /** Adds all alternatives, in an order that depends on what the rank has done before alone; called while no rank runs. */
        void addTo(List<Alternative> all);
    }

    /** How sends of any length are buffered, in a whole run. */
    enum Buffers {
        /** A standard send ends when its receive has started. */
        NONE,
        /** As in any run: short messages are buffered, as long as there are credits. */
        SHORT,
        /** A standard send ends at once; its message is copied. */
        ALL
    }

    /** A rank has initialised the system of messages. Called by the rank. */
    void attach(int rank, Source source);

    /** Something is left open that nobody is asked about: it goes as it does without this. */
    void leavesOut(String what);

    /** How often in a row a test or probe of a rank may fail although it need not. */
    int failedPolls();

    /** How standard sends are buffered. */
    Buffers buffers();
}
