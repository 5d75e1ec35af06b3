package org.bipj.mpi.call;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --timeline}, {@code --report} and {@code --profile} record beside the program's calls. These methods have no code, and the
 * JIT compiler removes their calls. In a recorded job an agent of the launcher gives them code while this class is loaded.
 *
 * <p>Ranks are world ranks. Contexts are those of communicators; others may be named too, and are ignored.
 */
public final class TimelineMarks {
    private TimelineMarks() {}

    /**
     * MPI has been opened by a rank. With several threads that call, messages have no order. What the calling thread waits for is one
     * message by its context, peer and tag (-1: any), or else null.
     */
    public static void opened(boolean severalThreads, Supplier<int @Nullable []> awaited) {}

    /** A communicator has been made; all its members pass the same list. */
    public static void made(int context, int[] members) {}

    /** A process of another job, which has this number among world ranks, is called so in reports from now on. */
    public static void met(int number, String name) {}

    /** A communicator has been given a name. */
    public static void named(int context, String name) {}

    /** A message leaves. Called in the order in which messages leave. */
    public static void sent(int context, int dest, int tag, long bytes) {}

    /** A receive or a matched probe has taken a message. Called in the order in which messages match. */
    public static void matched(int context, int source, int tag, long bytes) {}

    /** The caller's receive has waited for a message, and has it; any thread of the rank may have {@link #matched} it. */
    public static void received(int context, int source, int tag, long bytes) {}

    /** A message has come that no receive waits for: one of so many of its context. */
    public static void kept(int context, int messages) {}

    /** The caller may have taken a message back that it has sent: the order of later ones is not known. */
    public static void withdrawn(int context) {}

    /**
     * A collective operation begins. All members of the communicator begin the same ones, in the same order.
     *
     * @param root a rank of the communicator; negative: none
     */
    public static void collective(int context, int root) {}

    /** An operation on a window begins; the target is a rank of the communicator. */
    public static void accessed(int context, int target, long bytes) {}

    /**
     * The caller lets others go on in shared memory: it has done its part of a turn of a group, or gives a lock away.
     *
     * @param isLock true for the lock of a window at a target; false for a group of ranks
     * @param of number of the window, or of the group; -1: of all ranks that end
     * @param rank the target, or the member of the group that has made it
     * @param turn number of the turn, or of the next place in the queue of the lock
     */
    public static void passed(boolean isLock, int of, int rank, long turn) {}

    /**
     * The caller has waited for others in shared memory; parameters as those of {@link #passed}.
     *
     * @param by the one that was awaited; -1: all others, or whoever it was
     */
    public static void awaited(boolean isLock, int of, int rank, long turn, int by) {}

    /** A phase of the program begins; returns its handle, which is 0 where nothing is recorded. */
    public static long begin(String phase) {
        return 0;
    }

    /** A phase has ended. */
    public static void end(long handle) {}
}
