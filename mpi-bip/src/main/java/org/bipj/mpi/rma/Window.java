package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * One window at this rank: what all ranks know of it, its epochs and its synchronisation. {@link Operations}
 * act on other ranks, {@link Target} serves the operations of others. Ranks are ranks of the window.
 */
public final class Window {
    private final OneSided rma;
    private final CommCore core;
    private final WindowCollectives agreement;
    private final int number;
    private final int rank;
    private final long[] bytes;
    private final int[] units;
    /** The memory of ranks that can be reached, this one's included; null where messages serve. */
    private final @Nullable MemorySegment[] memory;
    /** Locks that ranks share beside their memory; null where messages serve. */
    private final WindowControl[] controls;

    private final Target own;
    private final WindowMemory made;
    private final Epochs epochs;
    private final Operations operations;
    private final Locks locks;
    private final Completion completion;
    private final ActiveTarget activeTarget;

    Window(
            OneSided rma,
            CommCore core,
            WindowCollectives agreement,
            int number,
            long[] bytes,
            int[] units,
            @Nullable MemorySegment[] memory,
            WindowControl[] controls,
            boolean dynamic,
            WindowMemory made) {
        this.rma = rma;
        this.core = core;
        this.agreement = agreement;
        this.number = number;
        this.bytes = bytes;
        this.units = units;
        this.memory = memory;
        this.controls = controls;
        this.made = made;
        int ranks = core.size();
        rank = core.rank();
        own = new Target(rma, this, number, dynamic ? null : memory[rank]);
        epochs = new Epochs(ranks);
        completion = new Completion(rma, this, ranks);
        operations = new Operations(rma, this);
        activeTarget = new ActiveTarget(rma, core, this, agreement);
        locks = new Locks(rma, this, ranks);
    }

    // ---- what it is --------------------------------------------------------------------------------------------

    /** Puts, gets and accumulates. */
    public Operations operations() {
        return operations;
    }

    /** Epochs of passive targets. */
    public Locks locks() {
        return locks;
    }

    /** Epochs of active targets. */
    public ActiveTarget activeTarget() {
        return activeTarget;
    }

    Completion completion() {
        return completion;
    }

    int rank() {
        return rank;
    }

    int number() {
        return number;
    }

    Target own() {
        return own;
    }

    Epochs epochs() {
        return epochs;
    }

    /** Number of ranks that share the window. */
    public int ranks() {
        return bytes.length;
    }

    int rankOf(int peer) {
        return core.rankOf(peer);
    }

    int world(int target) {
        return core.world(target);
    }

    long bytes(int target) {
        return bytes[target];
    }

    /**
     * Bytes from the start of a target's window to a place in it.
     *
     * @param displacement in the target's displacement units
     */
    public long byteOffset(int target, long displacement) {
        return displacement * units[target];
    }

    /** A rank's memory where it can be reached; null where messages serve. */
    @Nullable
    MemorySegment memory(int target) {
        return memory[target];
    }

    WindowControl control(int target) {
        return controls[target];
    }

    /** True if other ranks reach the memory of a rank without messages, or it is this one. */
    public boolean reaches(int target) {
        return memory[target] != null;
    }

    /** The memory of a rank that can be reached (MPI_Win_shared_query). */
    public MemorySegment query(int target) {
        if (memory[target] == null) {
            throw new EngineException(
                    RmaErrors.RMA_SHARED,
                    "the window of rank " + target + " is not in memory that rank " + rank + " can reach");
        }
        return memory[target];
    }

    /** The first rank whose memory is not empty (MPI_Win_shared_query of MPI_PROC_NULL); rank 0 if there is none. */
    public int firstWithMemory() {
        for (int target = 0; target < bytes.length; target++) {
            if (bytes[target] > 0) {
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
        if (!own.isDynamic()) {
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
            rma.remove(number);
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
        if (controls[target] == null) {
            completion.askForFlush(target);
        }
        completion.awaitQuiet(target);
        completion.throwRefusal();
    }

    /** Completes all operations, there and here (MPI_Win_flush_all). */
    public void flushEverywhere() {
        epochs.checkPassive();
        completion.flushAll();
        completion.throwRefusal();
    }

    /** Completes the operations on one target here (MPI_Win_flush_local). */
    public void flushLocal(int target) {
        epochs.checkPassive(target);
        completion.awaitQuiet(target);
    }

    /** Completes all operations here (MPI_Win_flush_local_all). */
    public void flushLocal() {
        epochs.checkPassive();
        completion.awaitQuiet();
    }

    /** Lets this rank see what others have written, and serves them (MPI_Win_sync). */
    public void sync() {
        VarHandle.fullFence();
        rma.round();
    }
}
