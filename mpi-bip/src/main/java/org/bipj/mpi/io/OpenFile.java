package org.bipj.mpi.io;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part of an open file (MPI 4.1 chapter 14). Offsets and pointers count etypes of the view.
 *
 * <p>Collective methods, which all ranks call, fail on all ranks if they fail on one. They take what has gone wrong before
 * on this rank ({@code failure}), so that the others need not wait for it.
 */
public final class OpenFile {
    private final CommCore c;
    private final int amode;
    private final Disk disk;
    private final SharedPointer shared;
    private final Independent independent;
    private final AccessQueue queue = new AccessQueue();
    private final AtomicLong pointer = new AtomicLong();
    private volatile View view = View.ofBytes();
    private volatile boolean atomic;
    private Hints hints;
    /** Made for the first access that needs it. */
    private @Nullable TwoPhase twoPhase;

    /** From where data are read or written. */
    public enum Place {
        /** The access is at an offset that the call names. */
        EXPLICIT,
        /** The access is at this rank's own pointer. */
        INDIVIDUAL,
        /** The access is at the pointer that all ranks share. */
        SHARED
    }

    OpenFile(CommCore c, int amode, Disk disk, SharedPointer shared, Hints hints) {
        this.c = c;
        this.amode = amode;
        this.disk = disk;
        this.shared = shared;
        this.hints = hints;
        this.independent = new Independent(disk);
    }

    /**
     * Opens a file (MPI_File_open). Collective.
     *
     * @param c a communicator that nothing else uses
     * @param hint the value of a hint by its key, or null
     */
    public static OpenFile open(
            CommCore c,
            String name,
            int amode,
            Function<String, @Nullable String> hint,
            @Nullable EngineException failure) {
        return new Opening(c, name, amode).run(hint, failure);
    }

    /**
     * Writes to the device what this rank has written, closes the file, and waits until all ranks have done so
     * (MPI_File_close). Collective.
     *
     * @param together false if the ranks cannot wait for each other any more
     */
    public void close(boolean together) {
        try {
            leave();
        } finally {
            if (together) {
                Collectives.barrier(c.collectives());
            }
        }
    }

    private void leave() {
        settle();
        endTwoPhase();
        boolean temporary = FileModes.has(amode, FileModes.DELETE_ON_CLOSE);
        try {
            if (!temporary) {
                disk.force();
            }
        } finally {
            try {
                disk.close();
            } finally {
                shared.leave();
            }
        }
        if (temporary && c.rank() == 0) {
            Opening.deleteIfThere(disk.path());
        }
    }

    /** Deletes a file (MPI_File_delete). */
    public static void delete(String name) {
        Opening.delete(Opening.path(name));
    }

    /** The access mode with which the file was opened. */
    public int amode() {
        return amode;
    }

    /** Size of the file in bytes (MPI_File_get_size). */
    public long size() {
        settle();
        return disk.size();
    }

    /** Sets the size in bytes (MPI_File_set_size). Collective. */
    public void setSize(long bytes) {
        resize(bytes, () -> disk.resize(bytes));
    }

    /** Makes sure that there is storage for the first bytes of the file (MPI_File_preallocate). Collective. */
    public void preallocate(long bytes) {
        resize(bytes, () -> new Preallocation(disk).run(bytes, !FileModes.has(amode, FileModes.WRONLY)));
    }

    private void resize(long bytes, CollectiveSteps.Step step) {
        settle();
        EngineException failure = CollectiveSteps.attempt(() -> {
            checkWritable();
            checkNotSequential();
            if (bytes < 0) {
                throw new EngineException(ErrorClass.ARG, "the size is " + bytes + "; expected 0 or more");
            }
        });
        CollectiveSteps.same(CollectiveSteps.gather(c, failure, bytes), 1, 0, "the size");
        CollectiveSteps.gather(c, c.rank() == 0 ? CollectiveSteps.attempt(step) : null);
    }

    /** Takes hints, those of rank 0 (MPI_File_set_info). Collective. */
    public void setHints(Function<String, @Nullable String> hint, @Nullable EngineException failure) {
        Hints mine = hints.with(hint, c.size());
        long[] all = CollectiveSteps.gather(c, failure, mine.numbers());
        hints = Hints.of(Arrays.copyOf(all, Hints.NUMBERS));
        endTwoPhase();
    }

    private void endTwoPhase() {
        if (twoPhase != null) {
            twoPhase.close();
            twoPhase = null;
        }
    }

    /** The hints in use (MPI_File_get_info). */
    public Map<String, String> hints() {
        return hints.values();
    }

    /**
     * Sets the view, and all pointers to 0 (MPI_File_set_view). Collective.
     *
     * @param isRegistered true for a data representation of the program, in which data are as in memory
     * @return the displacement, that of DISPLACEMENT_CURRENT too
     */
    public long setView(
            long disp,
            TypeLayout etype,
            TypeLayout filetype,
            String datarep,
            boolean isRegistered,
            @Nullable EngineException failure) {
        settle();
        View[] made = new View[1];
        long[] begin = new long[1];
        EngineException wrong = failure != null
                ? failure
                : CollectiveSteps.attempt(() -> {
                    boolean writable = !FileModes.has(amode, FileModes.RDONLY);
                    begin[0] = displacement(disp);
                    String form = isRegistered ? Representations.NATIVE : datarep;
                    made[0] = View.of(begin[0], etype, filetype, form, writable);
                });
        long[] all = CollectiveSteps.gather(
                c, wrong, wrong == null ? etype.extent() : 0, datarep == null ? 0 : datarep.hashCode());
        CollectiveSteps.same(all, 2, 0, "the extent of the etype");
        CollectiveSteps.same(all, 2, 1, "the data representation (its hash code)");
        view = made[0];
        pointer.set(0);
        CollectiveSteps.gather(c, c.rank() == 0 ? CollectiveSteps.attempt(shared::reset) : null);
        return begin[0];
    }

    private long displacement(long disp) {
        boolean sequential = FileModes.has(amode, FileModes.SEQUENTIAL);
        if (sequential != (disp == FileModes.DISPLACEMENT_CURRENT)) {
            throw new EngineException(
                    FileErrors.DISP,
                    "the displacement is " + disp + "; expected "
                            + (sequential
                                    ? "DISPLACEMENT_CURRENT, as the file is open with MODE_SEQUENTIAL"
                                    : "0 or more: DISPLACEMENT_CURRENT is for files open with MODE_SEQUENTIAL"));
        }
        return sequential ? view.offsetOf(view.position(shared.get())) : disp;
    }

    // ---- pointers ----------------------------------------------------------------------------------------------

    /** Moves this rank's pointer (MPI_File_seek). */
    public void seek(long offset, int whence) {
        checkNotSequential();
        pointer.set(target(offset, whence, pointer.get()));
    }

    /** The position of this rank's pointer (MPI_File_get_position). */
    public long position() {
        checkNotSequential();
        return pointer.get();
    }

    /** Byte of the file at which an offset lies (MPI_File_get_byte_offset). */
    public long byteOffset(long offset) {
        checkNotSequential();
        return view.offsetOf(view.position(offset));
    }

    /** Moves the shared pointer (MPI_File_seek_shared). Collective. */
    public void seekShared(long offset, int whence) {
        long[] to = new long[1];
        EngineException failure = CollectiveSteps.attempt(() -> {
            checkNotSequential();
            to[0] = target(offset, whence, whence == FileModes.SEEK_CUR ? shared.get() : 0);
        });
        long[] all = CollectiveSteps.gather(c, failure, offset, whence);
        CollectiveSteps.same(all, 2, 0, "the offset");
        CollectiveSteps.same(all, 2, 1, "whence");
        CollectiveSteps.gather(c, c.rank() == 0 ? CollectiveSteps.attempt(() -> shared.set(to[0])) : null);
    }

    /** The position of the shared pointer (MPI_File_get_position_shared). */
    public long positionShared() {
        checkNotSequential();
        return shared.get();
    }

    private long target(long offset, int whence, long current) {
        long base = switch (whence) {
            case FileModes.SEEK_SET -> 0;
            case FileModes.SEEK_CUR -> current;
            case FileModes.SEEK_END -> end();
            default ->
                throw new EngineException(
                        ErrorClass.ARG, "whence is " + whence + "; expected SEEK_SET, SEEK_CUR or SEEK_END");
        };
        long to = base + offset;
        if (to < 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the offset is " + offset + " from " + base + "; expected a place not before the view's beginning");
        }
        view.position(to);
        return to;
    }

    /** The end of the file in etypes, rounded up. */
    long end() {
        settle();
        return Math.ceilDiv(view.endBefore(disk.size()), view.etypeSize());
    }

    /** Sets this rank's pointer to the end of the file, and rank 0 the shared one: for MODE_APPEND. */
    void seekEnd() {
        pointer.set(end());
        if (c.rank() == 0) {
            shared.set(end());
        }
    }

    // ---- consistency -------------------------------------------------------------------------------------------

    /** Makes accesses of this open file atomic, or not (MPI_File_set_atomicity). Collective. */
    public void setAtomic(boolean on) {
        settle();
        CollectiveSteps.same(CollectiveSteps.gather(c, null, on ? 1 : 0), 1, 0, "the atomicity");
        atomic = on;
    }

    /** True if accesses are atomic (MPI_File_get_atomicity). */
    public boolean isAtomic() {
        return atomic;
    }

    /** Brings what this rank has written to the device (MPI_File_sync). Collective. */
    public void sync() {
        settle();
        CollectiveSteps.gather(c, CollectiveSteps.attempt(disk::force));
    }

    // ---- data --------------------------------------------------------------------------------------------------

    /**
     * Reads or writes, this rank alone. Pointers move on by what was asked for.
     *
     * @param offset of an explicit access
     * @return bytes moved: fewer than asked for where the file ends
     */
    public long access(Transfer transfer, Place place, long offset) {
        settle();
        check(transfer, place);
        long from = locate(transfer, place, offset);
        return alone(transfer, from);
    }

    /**
     * Starts to read or write, this rank alone. Pointers move on now. The accesses that are started are done in their order, and what
     * else uses the file's data or its size waits for them, as if they were done at once.
     *
     * @param mayOverlap true if other threads may do it: where time is virtual, and for an atomic access, the caller does it now
     */
    public FileAccess start(Transfer transfer, Place place, long offset, boolean mayOverlap) {
        check(transfer, place);
        long from = locate(transfer, place, offset);
        FileAccess access = new FileAccess(queue, transfer, () -> alone(transfer, from));
        if (mayOverlap && !atomic && transfer.payload().isForAllThreads()) {
            queue.add(access);
        } else {
            settle();
            access.perform();
        }
        return access;
    }

    /** Waits until the accesses that this rank has started are over. */
    public void settle() {
        queue.settle();
    }

    private long locate(Transfer transfer, Place place, long offset) {
        long etypes = transfer.bytes() / view.etypeSize();
        long at = switch (place) {
            case EXPLICIT -> offset;
            case INDIVIDUAL -> pointer.getAndAdd(etypes);
            case SHARED -> shared.fetchAdd(etypes);
        };
        return view.range(at, transfer.bytes());
    }

    private long alone(Transfer transfer, long from) {
        if (view.isEmpty()) {
            return 0;
        }
        return atomic
                ? shared.locked(() -> independent.run(view, from, transfer))
                : independent.run(view, from, transfer);
    }

    /**
     * Reads or writes together with all other ranks; at the shared pointer in the order of ranks. Collective.
     *
     * @return bytes moved for this rank
     */
    public long accessAll(Transfer transfer, Place place, long offset) {
        settle();
        EngineException failure = CollectiveSteps.attempt(() -> check(transfer, place));
        long etypes = failure == null ? transfer.bytes() / view.etypeSize() : 0;
        long at = switch (place) {
            case EXPLICIT -> offset;
            case INDIVIDUAL -> pointer.get();
            case SHARED -> ordered(etypes, failure);
        };
        Extents[] mine = {Extents.NONE};
        EngineException wrong = failure != null
                ? failure
                : CollectiveSteps.attempt(
                        () -> mine[0] = Extents.of(view, view.range(at, transfer.bytes()), transfer, disk));
        Extents[] all = Extents.gather(c, wrong, mine[0]);
        if (place == Place.INDIVIDUAL) {
            pointer.addAndGet(etypes);
        }
        return together(transfer, view.position(at), Extents.union(all, transfer.isWrite()));
    }

    /** Takes part in the access of the others, which has failed on this rank before it began; throws. Collective. */
    public long failAll(Place place, EngineException failure) {
        if (place == Place.SHARED) {
            return ordered(0, failure);
        }
        Extents.gather(c, failure, Extents.NONE);
        throw failure;
    }

    /** Takes the places of all ranks at the shared pointer at once, and returns that of this one, in etypes. */
    private long ordered(long mine, @Nullable EngineException failure) {
        long[] etypes = CollectiveSteps.gather(c, failure, mine);
        long sum = Arrays.stream(etypes).sum();
        long[] base = new long[1];
        @Nullable
        EngineException lost = c.rank() == 0 ? CollectiveSteps.attempt(() -> base[0] = shared.fetchAdd(sum)) : null;
        long first = CollectiveSteps.gather(c, lost, base[0])[0];
        return first + Arrays.stream(etypes).limit(c.rank()).sum();
    }

    private long together(Transfer transfer, long from, Extents.Union union) {
        boolean write = transfer.isWrite();
        if (atomic || !union.paysInTwoPhases(write ? hints.write() : hints.read())) {
            long[] moved = new long[1];
            CollectiveSteps.gather(c, CollectiveSteps.attempt(() -> moved[0] = alone(transfer, from)));
            return moved[0];
        }
        long bytes = write ? transfer.bytes() : view.endBefore(union.fileSize()) - from;
        bytes = Math.clamp(bytes, 0, transfer.bytes());
        if (twoPhase == null) {
            twoPhase = new TwoPhase(c, disk, hints);
        }
        twoPhase.run(view.cursor(from), transfer, bytes, union.low(), union.high());
        CollectiveSteps.gather(c, twoPhase.failure());
        return bytes;
    }

    // ---- what is allowed ---------------------------------------------------------------------------------------

    private void check(Transfer transfer, Place place) {
        if (transfer.isWrite()) {
            checkWritable();
        } else if (FileModes.has(amode, FileModes.WRONLY)) {
            throw new EngineException(
                    FileErrors.ACCESS, "the file is open with MODE_WRONLY; expected MODE_RDONLY or MODE_RDWR to read");
        }
        if (place != Place.SHARED) {
            checkNotSequential();
        }
        if (transfer.bytes() % view.etypeSize() != 0) {
            throw new EngineException(
                    ErrorClass.TYPE,
                    "the data are " + transfer.bytes() + " bytes; expected whole etypes of the view, of "
                            + view.etypeSize() + " bytes each");
        }
        if (transfer.isWrite() && view.isEmpty() && transfer.bytes() > 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the data are " + transfer.bytes()
                            + " bytes; expected none, as the file type of the view has no data on this rank");
        }
        if (view.isPortable()) {
            transfer.checkPortable();
        }
    }

    private void checkWritable() {
        if (FileModes.has(amode, FileModes.RDONLY)) {
            throw new EngineException(
                    FileErrors.READ_ONLY, "the file is open with MODE_RDONLY; expected MODE_WRONLY or MODE_RDWR");
        }
    }

    private void checkNotSequential() {
        if (FileModes.has(amode, FileModes.SEQUENTIAL)) {
            throw new EngineException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "the file is open with MODE_SEQUENTIAL; expected accesses at the shared pointer only");
        }
    }
}
