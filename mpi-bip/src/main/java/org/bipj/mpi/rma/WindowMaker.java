package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Creates one window; a collective operation. The ranks exchange the sizes of their memory and, if the port can reach
 * peers' memory, the keys of it and of a {@link WindowControl}. A target is accessed without messages only if all ranks reach
 * both, so that all accumulates on it use the same path.
 */
public final class WindowMaker {
    /**
     * Words that each rank contributes: size (its complement, which is negative, if there is no memory for it), displacement
     * unit, key of its memory, key of its control.
     */
    private static final int WORDS = 4;

    private final OneSided rma;
    private final CommCore core;
    private final WindowCollectives agreement;
    /** Null if the port cannot reach peers' memory, or there are no peers. */
    private final @Nullable RemoteMemory remote;

    private final int ranks;
    private final int self;
    private final WindowMemory made;

    /** Creates the maker of one window over the ranks of a communicator. */
    public WindowMaker(OneSided rma, CommCore core, WindowCollectives agreement) {
        this.rma = rma;
        this.core = core;
        this.agreement = agreement;
        ranks = core.size();
        self = core.rank();
        remote = ranks > 1 ? rma.port.remoteMemory() : null;
        made = new WindowMemory(rma, remote);
    }

    /** Creates a window over the program's memory (MPI_Win_create). */
    public Window over(MemorySegment memory, int unit) {
        return make(memory, memory.byteSize(), unit, false, own(memory), false);
    }

    /** Creates a window over memory that the library allocates (MPI_Win_allocate). */
    public Window allocate(long bytes, int unit) {
        @Nullable MemorySegment own = made.allocate(bytes);
        return make(own, bytes, unit, false, own(own), false);
    }

    /**
     * True if no rank brings memory and one at least wants it: the memory of all may be made together. A collective operation.
     *
     * @param makes this rank's memory is to be made
     * @param brought bytes of memory that this rank brings
     */
    public boolean isMadeByAll(boolean makes, long brought) {
        long[] all = agreement.gather(new long[] {makes ? 1 : 0, brought});
        boolean one = false;
        for (int rank = 0; rank < ranks; rank++) {
            if (all[2 * rank + 1] > 0) {
                return false;
            }
            one |= all[2 * rank] > 0;
        }
        return one;
    }

    /** Creates a window to which memory is attached later (MPI_Win_create_dynamic). */
    public Window dynamic() {
        return make(null, 0, 1, true, own(null), false);
    }

    /**
     * Creates a window over memory that all ranks load and store (MPI_Win_allocate_shared). Rank 0 allocates it. The
     * ranks' parts follow each other in rank order without gaps.
     */
    public Window allocateShared(long bytes, int unit) {
        long[] all = agreement.gather(new long[] {bytes});
        // Memory of no bytes cannot be shared.
        long total = 1;
        for (int rank = 0; rank < ranks; rank++) {
            if (all[rank] > Long.MAX_VALUE - total) {
                throw noMemory(rank, all[rank]);
            }
            total += all[rank];
        }
        @Nullable MemorySegment whole = self == 0 ? made.allocate(total, true) : null;
        Payload exposed = rma.newPayload();
        boolean fails = self == 0 && whole == null;
        long key = whole == null ? RemoteMemory.NOT_EXPOSED : expose(whole, exposed);
        long[] first = agreement.gather(new long[] {key, fails ? 1 : 0});
        key = first[0];
        if (first[1] != 0) {
            throw noMemory(0, total);
        }
        if (self != 0) {
            whole = made.view(core.world(0), key, total);
        }
        int[] reached = {whole == null ? 0 : 1};
        agreement.all(reached);
        if (self == 0) {
            conceal(key);
        }
        if (reached[0] == 0 || whole == null) {
            made.free();
            throw new EngineException(
                    RmaErrors.RMA_SHARED,
                    "the ranks do not share memory, or there is no room in it; expected a communicator of splitType(Comm.TYPE_SHARED, ...)");
        }
        MemorySegment[] memory = new MemorySegment[ranks];
        long at = 0;
        for (int rank = 0; rank < ranks; rank++) {
            memory[rank] = whole.asSlice(at, all[rank]);
            at += all[rank];
        }
        return make(memory[self], bytes, unit, false, memory, true);
    }

    private EngineException noMemory(int rank, long bytes) {
        made.free();
        return new EngineException(
                ErrorClass.NO_MEM, "rank " + rank + " has no memory for a window of " + bytes + " bytes");
    }

    private long expose(MemorySegment memory, Payload payload) {
        if (remote == null) {
            return RemoteMemory.NOT_EXPOSED;
        }
        payload.set(memory, 0, memory.byteSize(), TypeLayout.BYTE);
        rma.enter();
        try {
            return remote.expose(payload);
        } finally {
            rma.exit();
        }
    }

    private void conceal(long key) {
        if (remote != null && key != RemoteMemory.NOT_EXPOSED) {
            rma.enter();
            try {
                remote.conceal(key);
            } finally {
                rma.exit();
            }
        }
    }

    /** The memory of all ranks, of which this rank has its own only. */
    private @Nullable MemorySegment[] own(@Nullable MemorySegment own) {
        @Nullable MemorySegment[] memory = new MemorySegment[ranks];
        memory[self] = own;
        return memory;
    }

    /**
     * Creates the window.
     *
     * @param own memory of this rank; null if there was none for that many bytes, or the window is dynamic
     * @param memory of all ranks, if that is known
     */
    private Window make(
            @Nullable MemorySegment own,
            long size,
            int unit,
            boolean dynamic,
            @Nullable MemorySegment[] memory,
            boolean known) {
        MemorySegment shared = dynamic || remote == null ? null : made.allocate(WindowControl.bytes(ranks));
        Payload ofData = rma.newPayload();
        Payload ofControl = rma.newPayload();
        boolean fails = own == null && !dynamic;
        long dataKey = own == null || known ? RemoteMemory.NOT_EXPOSED : expose(own, ofData);
        long controlKey = shared == null ? RemoteMemory.NOT_EXPOSED : expose(shared, ofControl);
        long[] all = agreement.gather(new long[] {fails ? ~size : size, unit, dataKey, controlKey});
        for (int rank = 0; rank < ranks; rank++) {
            if (all[WORDS * rank] < 0) {
                conceal(dataKey);
                conceal(controlKey);
                throw noMemory(rank, ~all[WORDS * rank]);
            }
        }
        long[] bytes = new long[ranks];
        int[] units = new int[ranks];
        WindowControl[] controls = new WindowControl[ranks];
        int[] direct = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            bytes[rank] = all[WORDS * rank];
            units[rank] = (int) all[WORDS * rank + 1];
            long key = all[WORDS * rank + 3];
            MemorySegment control =
                    rank == self ? shared : made.view(core.world(rank), key, WindowControl.bytes(ranks));
            if (rank != self && !known) {
                boolean empty = bytes[rank] == 0 && !dynamic;
                memory[rank] =
                        empty ? MemorySegment.NULL : made.view(core.world(rank), all[WORDS * rank + 2], bytes[rank]);
            }
            if (control != null && key != RemoteMemory.NOT_EXPOSED) {
                controls[rank] = rma.survivesDeaths()
                        ? new GuardedControl(control, ranks, self, rma.port, peer -> rma.isDead(core.world(peer)))
                        : new WindowControl(control, ranks, self, rma.port);
            }
            direct[rank] = memory[rank] != null && controls[rank] != null ? 1 : 0;
        }
        // Unique among the windows of these ranks at this time, even if several threads create windows.
        int number = core.context();
        Window window = new Window(
                rma,
                new WindowShape(
                        core, number, bytes, units, memory, controls, dynamic, rma.servesSelf(), rma.turns(core)),
                agreement,
                made);
        // Before the agreement below: a rank that returns from it may send the first message for this window.
        register(window, number);
        agreement.all(direct);
        for (int rank = 0; rank < ranks; rank++) {
            if (direct[rank] == 0 || rma.servesSelf()) {
                controls[rank] = null;
            }
            if (direct[rank] == 0) {
                memory[rank] = rank == self ? own : null;
            }
        }
        conceal(dataKey);
        conceal(controlKey);
        return window;
    }

    private void register(Window window, int number) {
        rma.enter();
        try {
            rma.add(window.own(), number);
        } finally {
            rma.exit();
        }
    }
}
