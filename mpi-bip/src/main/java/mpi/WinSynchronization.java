package mpi;

import java.util.function.Consumer;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.engine.WorldRanks;
import org.bipj.mpi.rma.RmaErrors;
import org.bipj.mpi.rma.Window;

/** The epochs of a window (MPI 4.1 section 12.5). Programs use it through {@link Win}. */
public abstract class WinSynchronization extends WinOperations {
    private static final int LOCK_EXCLUSIVE = 1;
    private static final int LOCK_SHARED = 2;

    WinSynchronization(Comm comm, Info info) {
        super(comm, info);
    }

    private void call(String method, Consumer<Window> action) {
        Window w = window();
        try {
            action.accept(w);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win." + method, e);
        }
    }

    /**
     * Ends the epoch of all processes since the last fence, whose operations are then complete, and begins another one
     * (MPI_Win_fence, section 12.5.1). All processes call it.
     *
     * @param assertion 0, or a sum of {@code MPI.MODE_NOSTORE}, {@code MODE_NOPUT}, {@code MODE_NOPRECEDE} and {@code
     *     MODE_NOSUCCEED}
     */
    public final void fence(int assertion) throws MPIException {
        call("fence", w -> w.activeTarget().fence(assertion));
    }

    /**
     * Begins an epoch of access to the processes of a group, once they have called {@link #post} (MPI_Win_start, section
     * 12.5.2).
     *
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}: they have done so already, with the same assertion
     */
    public final void start(Group group, int assertion) throws MPIException {
        call("start", w -> w.activeTarget().start(ranks("start", group), assertion));
    }

    /** Ends the epoch of {@link #start}: buffers may be used again (MPI_Win_complete). */
    public final void complete() throws MPIException {
        call("complete", w -> w.activeTarget().complete());
    }

    /**
     * Begins an epoch in which the processes of a group may access this process's memory (MPI_Win_post). Does not block.
     *
     * @param assertion 0, or a sum of {@code MPI.MODE_NOCHECK}, {@code MODE_NOSTORE} and {@code MODE_NOPUT}
     */
    public final void post(Group group, int assertion) throws MPIException {
        call("post", w -> w.activeTarget().post(ranks("post", group), assertion));
    }

    /** Ends the epoch of {@link #post}, once all origins have called {@link #complete} (MPI_Win_wait). */
    public final void waitFor() throws MPIException {
        call("waitFor", w -> w.activeTarget().waitFor());
    }

    /** As {@link #waitFor}, if that need not wait; else false (MPI_Win_test). */
    public final boolean test() throws MPIException {
        Window w = window();
        try {
            return w.activeTarget().test();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.test", e);
        }
    }

    private int[] ranks(String method, Group group) {
        if (group == null) {
            throw new EngineException(ErrorClass.GROUP, "the group is null");
        }
        int[] world = group.worldRanks("of Win." + method);
        int[] ranks = new int[world.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = WorldRanks.indexOf(WorldRanks.of(comm().readable()), world[i]);
            if (ranks[i] < 0) {
                throw new EngineException(ErrorClass.GROUP, "rank " + i + " of the group is no process of the window");
            }
        }
        return ranks;
    }

    /**
     * Begins an epoch of access to one process, which need not take part (MPI_Win_lock, section 12.5.3). Waits until no
     * other process holds a lock that excludes this one. Locks are granted in the order of the requests. A window with the
     * hint {@code no_locks} refuses this call, and {@link #lockAll}, with an error of class ERR_RMA_SYNC.
     *
     * @param lockType {@code MPI.LOCK_EXCLUSIVE} or {@code MPI.LOCK_SHARED}
     * @param rank the process, or PROC_NULL, for which this call, {@link #unlock} and {@link #flush} do nothing
     * @param assertion 0 or {@code MPI.MODE_NOCHECK}: no process holds or requests a lock that excludes this one
     */
    public final void lock(int lockType, int rank, int assertion) throws MPIException {
        call("lock", w -> {
            w.locks().checkAllowed();
            if (lockType != LOCK_EXCLUSIVE && lockType != LOCK_SHARED) {
                throw new EngineException(
                        RmaErrors.LOCKTYPE, "lockType is " + lockType + "; expected LOCK_EXCLUSIVE or LOCK_SHARED");
            }
            if (checkRank(rank)) {
                w.locks().lock(lockType == LOCK_EXCLUSIVE, rank, assertion);
            }
        });
    }

    /** Ends the epoch of {@link #lock}: its operations are complete here and there (MPI_Win_unlock). */
    public final void unlock(int rank) throws MPIException {
        call("unlock", w -> {
            if (checkRank(rank)) {
                w.locks().unlock(rank);
            }
        });
    }

    /** Begins an epoch of access to all processes, which need not take part, shared with others (MPI_Win_lock_all). */
    public final void lockAll(int assertion) throws MPIException {
        call("lockAll", w -> {
            w.locks().checkAllowed();
            w.locks().lockAll(assertion);
        });
    }

    /** Ends the epoch of {@link #lockAll} (MPI_Win_unlock_all). */
    public final void unlockAll() throws MPIException {
        call("unlockAll", w -> w.locks().unlockAll());
    }

    /** Makes stores of others visible here, and serves others (MPI_Win_sync). */
    public final void sync() throws MPIException {
        call("sync", Window::sync);
    }

    /** Completes this process's operations on one target, here and there (MPI_Win_flush, section 12.5.4). */
    public final void flush(int rank) throws MPIException {
        Window w = window();
        try {
            if (checkRank(rank)) {
                w.flush(rank);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.flush", e);
        }
    }

    /** Completes this process's operations on all targets, here and there (MPI_Win_flush_all). */
    public final void flushAll() throws MPIException {
        call("flushAll", Window::flushEverywhere);
    }

    /** Completes this process's operations on one target here: buffers may be used again (MPI_Win_flush_local). */
    public final void flushLocal(int rank) throws MPIException {
        call("flushLocal", w -> {
            if (checkRank(rank)) {
                w.flushLocal(rank);
            }
        });
    }

    /** Completes this process's operations on all targets here (MPI_Win_flush_local_all). */
    public final void flushLocalAll() throws MPIException {
        call("flushLocalAll", Window::flushLocal);
    }
}
