package org.bipj.core.replay;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a system of messages leaves open, such as which of several messages a receive from any rank takes, where all ways of a
 * program are tried one after the other. It is asked when no rank can go on otherwise: then all that could come next is known.
 */
public interface Choices {
    /**
     * A thing that a rank could do next.
     *
     * @param text what it is, in words that are the same in each run in which the rank has done the same before; begins with {@code rank N:}
     * @param isLastResort true if the rank does so only where nothing else is left: a test or probe that has failed often enough
     * @param effect what it changes, for comparison with others of this rank
     * @param calls names of calls that it comes of, as {@link #calls} has them: first one that another rank has made, if any, and last the
     *     rank's own
     * @param decide has the rank do so as soon as it runs; called while no rank runs
     */
    record Alternative(
            int rank, String text, boolean isLastResort, Effect effect, List<String> calls, Runnable decide) {
        /** One that changes what the rank's program sees. */
        public Alternative(int rank, String text, boolean isLastResort, Runnable decide) {
            this(rank, text, isLastResort, Effect.ON_PROGRAM, List.of(), decide);
        }

        /** True if it comes to the same in which order this and another one are done. */
        public boolean commutes(Alternative other) {
            return rank == other.rank
                    ? effect.commutes(other.effect) && other.effect.commutes(effect)
                    : !effect.isCounted() && !other.effect.isCounted()
                            || effect.isFailure() && other.effect.isFailure();
        }
    }

    /** What an alternative changes or sees at its rank. It outlives the run, and holds nothing of it. */
    interface Effect {
        /** Commutes with nothing else at this rank. */
        Effect ON_PROGRAM = new Effect() {
            @Override
            public boolean commutes(Effect other) {
                return false;
            }
        };

        /** A test or probe fails, which is {@linkplain #isCounted counted}. */
        Effect FAILURE = new Failure(true);

        /** A test or probe fails, which is not counted. */
        Effect MISS = new Failure(false);

        /** True if nobody can see in which order this and another one were done. */
        boolean commutes(Effect other);

        /** True if a test or probe fails, or a call returns that waits for nothing: others have nothing of it. */
        default boolean isFailure() {
            return false;
        }

        /** True for a failure that is possible only so often until other ranks have done something: it commutes with their failures alone. */
        default boolean isCounted() {
            return false;
        }

        /**
         * True if what has this effect is done in each run that does not fail, once it is open: nothing else that is done takes its place. So a run shows all
         * that can hinder each other.
         */
        default boolean isLasting() {
            return false;
        }

        /** True if this can only be done behind the other one. */
        default boolean follows(Effect other) {
            return false;
        }
    }

    /** Commutes with nothing else at its rank. */
    record Failure(boolean isCounted) implements Effect {
        @Override
        public boolean commutes(Effect other) {
            return false;
        }

        @Override
        public boolean isFailure() {
            return true;
        }
    }

    /** Something was done without being asked about, as nobody can see its order beside anything that was open. */
    default void done(Alternative one) {}

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

    /** Which ranks die, and when the others notice it. All methods are called by the rank, within a call of its program. */
    interface Deaths {
        /** The program of a rank makes a call. If the rank is to die before it, this does not return. */
        void begins(int rank, String call);

        /**
         * Called until it is false: true if the rank is to notice a death before the call that it has begun. It makes progress then as long as
         * it {@link #isBeingTold}.
         *
         * @param matters of which ranks, if they die, that changes what the call does
         */
        boolean noticesBefore(int rank, IntPredicate matters);

        /** True if a rank is to notice a death now. */
        boolean isBeingTold(int rank);

        /**
         * What deaths are to the call that a rank waits in, or to nothing outside of calls.
         *
         * @param matters those of which ranks may end it
         * @param isOrdered what the rank does also depends on whether a message comes before a death is noticed
         * @param hasParts others may see that the rank dies within the call
         */
        void waits(int rank, IntPredicate matters, boolean isOrdered, boolean hasParts);

        /** A rank has learned of a death by a message. */
        void knows(int rank, int dead);
    }

    /** Where ranks may die; null: they do not. */
    default @Nullable Deaths deaths() {
        return null;
    }

    /** A rank has initialised the system of messages. Called by the rank. */
    void attach(int rank, Source source);

    /**
     * The program of the calling rank makes a call that is named, so that alternatives can say what they come of.
     *
     * @param place rank, operation and line, for reports
     */
    default void calls(String name, String place) {}

    /**
     * Two calls that are named use the same memory at the same time in a way that leaves the result undefined.
     *
     * @param kind of fault
     * @param what they do, behind both, in words
     */
    default void meet(String kind, String one, String other, String what) {}

    /**
     * A fault that does not end the run.
     *
     * @param text kind and calls
     */
    default void warn(String text) {}

    /** Something is left open that nobody is asked about: it goes as it does without this. */
    void leavesOut(String what);

    /**
     * True if a receive from one rank takes its message only when this is decided: receive or message may be cancelled before. Holds for
     * a whole run.
     */
    default boolean holdsReceives() {
        return false;
    }

    /** A receive or a send is about to be cancelled in a run that does not hold receives: the run need not go on, and all others hold them. */
    default void holdReceives() {}

    /**
     * True if the order of what is done to something is decided. Holds for a whole run.
     *
     * @param what its name, which is the same in each run
     */
    default boolean holds(String what) {
        return false;
    }

    /** The names of all that is held. */
    default Set<String> held() {
        return Set.of();
    }

    /** The order of what is done to something can be seen, and this run does not decide it: the run need not go on, and all others do. */
    default void hold(String what) {}

    /**
     * How often in a row a call may fail although it need not: a test of one request or a probe for one message, at one line of the
     * program, until another rank does something.
     */
    int failedPolls();

    /**
     * True if a test or probe has failed so often in a run that it failed no more: from then on failures are {@linkplain Effect#isCounted
     * counted}. Holds for a whole run.
     */
    default boolean countsFailures() {
        return true;
    }

    /** How much has been decided of other ranks than this one, failed tests and probes apart. */
    default long actsOfOthers(int rank) {
        return 0;
    }

    /** How standard sends are buffered. */
    Buffers buffers();
}
