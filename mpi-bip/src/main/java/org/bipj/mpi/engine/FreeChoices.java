package org.bipj.mpi.engine;

import java.util.function.BooleanSupplier;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * What MPI leaves open at one rank, where it does not just happen: runs are explored, recorded or replayed. {@code RequestCalls} of the
 * facade asks the classes themselves what tests do. A plain run has none.
 */
public interface FreeChoices {
    /** The matcher of a context. */
    Matcher newMatcher(int context, int worldSize);

    /** The rank's messages can arrive from now on. */
    default void attach() {}

    /** A probe that does not wait: true if it finds a message. A look for one finds the same then. */
    boolean awaitPoll(Matcher of, int source, int tag);

    /** A probe is about to wait for a message. */
    default void awaitProbe(Matcher of, int source, int tag) {}

    /** A probe has waited for a message. */
    default void found(Matcher in, int source, int tag, Unexpected message, boolean isTaken) {}

    /** By what the algorithms of reductions are chosen in place of what is here; null: by that. */
    default @Nullable CollectiveFacts collectives() {
        return null;
    }

    /** True if each send of the program is an operation of the channel. */
    default boolean seesSends() {
        return false;
    }

    /** The program sends a message. */
    default void sends(int context, int dest) {}

    /** True if a standard send that cannot leave at once is copied, and ends at once. */
    default boolean copies(int dest, int tag, long bytes) {
        return false;
    }

    /** A receive is cancelled: true if no message has matched it. */
    boolean cancels(PostedRecv receive, BooleanSupplier withdraw);

    /**
     * A send of the program is cancelled.
     *
     * @param isDone it has been buffered or received already
     */
    default void cancelsSend(boolean isDone) {}

    /** A send is cancelled at once, as nothing of it had left. */
    default void cancelledUnsent() {}

    /**
     * The sender of a message has cancelled it, and nothing has received it.
     *
     * @param giveBack tells the sender that the message is its again; the message is out of its queue then
     * @return true if that is decided later; false if it is given back now
     */
    default boolean keepsCancelled(Matcher in, Unexpected message, Runnable giveBack) {
        return false;
    }

    /** True if something that this rank could receive waits for a decision: it does not wait for other ranks. */
    default boolean holds() {
        return false;
    }

    /** The rank makes no more choices before it closes MPI. */
    default void finishes() {}

    /** MPI is closed. */
    default void end() {}
}
