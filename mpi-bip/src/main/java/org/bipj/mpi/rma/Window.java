package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.bipj.mpi.call.EngineException;

/**
 * One window at this rank: what all ranks know of it, its epochs and its synchronisation. {@link WindowOperations}
 * act on other ranks, {@link Target} serves the operations of others. Ranks are ranks of the window.
 */
public final class Window {
    private final OneSided rma;
    private final WindowShape shape;
    private final WindowCollectives agreement;

    private final Target own;
    private final WindowMemory made;
    private final Epochs epochs;
    private final WindowOperations operations;
    private final Locks locks;
    private final Completion completion;
    private final ActiveTarget activeTarget;

    Window(OneSided rma, WindowShape shape, WindowCollectives agreement, WindowMemory made) {
        this.rma = rma;
        this.shape = shape;
        this.agreement = agreement;
        this.made = made;
        Notices notices = new Notices(shape.ranks());
        completion = new Completion(rma, shape);
        epochs = new Epochs(shape.ranks());
        own = rma.newTarget(shape, notices, completion, epochs);
        operations = new WindowOperations(rma, shape, epochs, completion, own);
        activeTarget = new ActiveTarget(rma, shape, agreement, epochs, completion, own, notices);
        locks = new Locks(rma, shape, epochs, completion, own, notices);
    }

    // ---- what it is --------------------------------------------------------------------------------------------

    /** The puts, gets and accumulates of this window. */
    public WindowOperations operations() {
        return operations;
    }

    /** The epochs in which targets are passive. */
    public Locks locks() {
        return locks;
    }

    /** The epochs in which targets are active. */
    public ActiveTarget activeTarget() {
        return activeTarget;
    }

    /** What serves the messages of other ranks. */
    Target own() {
        return own;
    }

    /** The context of the window's communicator. */
    public int context() {
        return shape.context();
    }

    /** Number of ranks that share the window. */
    public int ranks() {
        return shape.ranks();
    }

    /**
     * Bytes from the start of a target's window to a place in it.
     *
     * @param displacement in the target's displacement units
     */
    public long byteOffset(int target, long displacement) {
        return displacement * shape.unit(target);
    }

    /** True if other ranks reach the memory of a rank without messages, or it is this one. */
    public boolean reaches(int target) {
        return shape.memory(target) != null;
    }

    /** True if this rank has locked a target, and no other rank may. */
    public boolean locksAlone() {
        return epochs.locksAlone();
    }

    /** The memory of a rank that can be reached (MPI_Win_shared_query). */
    public MemorySegment query(int target) {
        MemorySegment memory = shape.memory(target);
        if (memory == null) {
            throw new EngineException(
                    RmaErrors.RMA_SHARED,
                    "the window of rank " + target + " is not in memory that rank " + shape.rank() + " can reach");
        }
        return memory;
    }

    /** The first rank whose memory is not empty (MPI_Win_shared_query of MPI_PROC_NULL); rank 0 if there is none. */
    public int firstWithMemory() {
        for (int target = 0; target < shape.ranks(); target++) {
            if (shape.bytes(target) > 0) {
                return target;
            }
        }
        return 0;
    }

    /** Attaches memory to a dynamic window; returns its displacement. */
    public long attach(MemorySegment part) {
        checkDynamic();
        rma.enter();
        try {
            return own.attach(part);
        } finally {
            rma.exit();
        }
    }

    /** Ends what {@link #attach} began. */
    public void detach(long displacement) {
        checkDynamic();
        rma.enter();
        try {
            own.detach(displacement);
        } finally {
            rma.exit();
        }
    }

    private void checkDynamic() {
        if (!shape.isDynamic()) {
            throw new EngineException(
                    RmaErrors.RMA_FLAVOR, "the window has memory of its own; expected one made by Win(info, comm)");
        }
    }

    /** Ends the window, when all ranks do. */
    public void free() {
        epochs.checkFreeable();
        completion.flushAll();
        agreement.barrier();
        rma.enter();
        try {
            rma.remove(shape.number());
            own.freed();
        } finally {
            rma.exit();
        }
        made.free();
    }

    // ---- completion --------------------------------------------------------------------------------------------

    /** Completes the operations on one target, there and here (MPI_Win_flush). */
    public void flush(int target) {
        epochs.checkPassive(target);
        VarHandle.fullFence();
        if (shape.control(target) == null) {
            completion.askForFlush(target);
        }
        awaitQuiet(target);
        completion.throwRefusal();
    }

    /** Completes all operations, there and here (MPI_Win_flush_all). */
    public void flushEverywhere() {
        epochs.checkPassive();
        completion.askForFlush();
        awaitQuiet();
        completion.throwRefusal();
    }

    /** Completes the operations on one target here (MPI_Win_flush_local). */
    public void flushLocal(int target) {
        epochs.checkPassive(target);
        awaitQuiet(target);
    }

    /** Completes all operations here (MPI_Win_flush_local_all). */
    public void flushLocal() {
        epochs.checkPassive();
        awaitQuiet();
    }

    /** Where there is nothing to wait for, the program may call this again and again, and look at its memory. */
    private void awaitQuiet(int target) {
        if (completion.isQuiet(target)) {
            rma.pass();
        } else {
            completion.awaitQuiet(target);
        }
    }

    private void awaitQuiet() {
        if (completion.isQuiet()) {
            rma.pass();
        } else {
            completion.awaitQuiet();
        }
    }

    /** Lets this rank see what others have written, and serves them (MPI_Win_sync). */
    public void sync() {
        VarHandle.fullFence();
        rma.look();
    }
}
