package org.bipj.splitc;

import java.lang.foreign.MemorySegment;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;

/**
 * Split-C of one rank: memory of all ranks by {@linkplain GlobalPointer global pointers}.
 *
 * <pre>{@code
 * try (SplitC sc = SplitC.init()) {
 *     SpreadDoubles x = sc.allSpreadDoubles(1000);      element i is at rank i % size
 *     x.write(sc.rank(), 3.5);                          done on return
 *     sc.barrier();
 *     double other = x.read((sc.rank() + 1) % sc.size());
 *     long mine = sc.allocate(80);                      in the memory of this rank
 *     for (int i = 0; i < 10; i++) {
 *         x.get(i, mine + 8 * i);                       begins to read
 *     }
 *     sc.sync();                                        all ten are there
 *     x.store(42, other);                               one way: only its destination finds out
 *     sc.allStoreSync();                                stores of all ranks are done
 * }
 * }</pre>
 *
 * <p>Accesses to the memory of this rank are direct. Others are served when the rank that they lead to calls Split-C:
 * one that computes for long {@linkplain #poll polls}. Accesses that are under way at the same time happen in any order.
 * Values of 1, 4 and 8 bytes are read and written as a whole.
 *
 * <p>Split-C stands on SSAM where hosts have ATM network interfaces, and else on Active Messages II. Only the thread that
 * has opened it may call it. Collective calls ({@link #init}, {@link #barrier}, {@link #allStoreSync}, {@code allSpread...},
 * {@link #close}) are made by all ranks in the same order.
 */
public final class SplitC implements AutoCloseable {
    /** Bytes of memory that a rank has unless said otherwise. */
    public static final long DEFAULT_MEMORY = 4L << 20;

    /** The lowest offset that memory is allocated at: offset 0 is that of the null pointer. */
    private static final long FIRST = 64;

    private static final int NOBODY = -1;

    private static final long ALIGNMENT = 8;

    private final RankRuntime runtime;
    private final NicPort port;
    private final Node node;
    private final Base base;
    private final int rank;
    private final int size;
    private final MemorySegment memory;
    private final long limit;
    /** Spread memory grows from the first byte, the rank's own from the last. */
    private long spreadEnd = FIRST;

    private long ownStart;
    /** What the rank waits for, as reports of a job in which nothing happens have it. */
    private String waiting = "";
    /** The rank that has to do something for that; {@link #NOBODY}: one of several. */
    private int awaited = NOBODY;

    private boolean disagreed;
    private boolean closed;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private long bytes = DEFAULT_MEMORY;

        private Setup() {}

        /** Sets the bytes of memory that each rank has; the same on all ranks. Default: {@link #DEFAULT_MEMORY}. */
        public Setup memory(long size) {
            if (size < 2 * FIRST || size > GlobalPointer.OFFSET_MASK) {
                throw new IllegalArgumentException(
                        "memory of " + size + " bytes: expected " + 2 * FIRST + " to " + GlobalPointer.OFFSET_MASK);
            }
            bytes = (size + ALIGNMENT - 1) & -ALIGNMENT;
            return this;
        }

        /** Joins the job, and waits for all other ranks. */
        public SplitC init() {
            Job job = Jobs.of(null);
            RankRuntime runtime = RankRuntime.join(job, Client.SPLIT_C, Threads.AS_OTHERS);
            try {
                return new SplitC(runtime, bytes);
            } catch (RuntimeException e) {
                runtime.leave(Client.SPLIT_C);
                throw e;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job, and waits for all other ranks. */
    public static SplitC init() {
        return setup().init();
    }

    private SplitC(RankRuntime runtime, long bytes) {
        this.runtime = runtime;
        port = runtime.port();
        rank = port.rank();
        size = port.size();
        node = new Node(rank, size, bytes);
        memory = node.memory;
        limit = bytes;
        ownStart = bytes;
        base = port.cellTraps() != null ? new SsamBase(node) : new AmBase(node);
        runtime.reportBy(Client.SPLIT_C, this::waitsFor);
        runtime.started();
        try {
            meet(Signals.OPEN, bytes, "init of Split-C");
            base.opened();
        } catch (RuntimeException e) {
            base.close();
            throw e;
        }
    }

    private String waitsFor() {
        if (waiting.isEmpty()) {
            return "";
        }
        return "Split-C: " + waiting + (awaited < 0 ? "" : ", for rank " + awaited);
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0 (Split-C: MYPROC). */
    public int rank() {
        return rank;
    }

    /** The number of ranks in the job (Split-C: PROCS). */
    public int size() {
        return size;
    }

    /** Nanoseconds since some moment in the past, in the job's time. */
    public long now() {
        return port.now();
    }

    /** The messages below: "SSAM" or "Active Messages II". */
    public String base() {
        return base.name();
    }

    /** The memory of this rank; offsets in it are those of global pointers. Others write to it while this rank is in calls. */
    public MemorySegment memory() {
        return memory;
    }

    /** True if a pointer leads to memory of this rank. */
    public boolean isLocal(long pointer) {
        return GlobalPointer.rank(pointer) == rank;
    }

    // ---- allocation --------------------------------------------------------------------------------------------

    /**
     * Allocates memory of this rank, which is zero.
     *
     * @param bytes 1 or more
     * @return a pointer to it, a multiple of 8
     */
    public long allocate(long bytes) {
        checkOpen();
        ownStart -= room(bytes);
        return GlobalPointer.of(rank, ownStart);
    }

    /**
     * Allocates as many bytes at each rank, at the same offset, which are zero (Split-C: all_spread_malloc). Collective.
     *
     * @param bytes of each rank, 1 or more
     * @return the pointer to those of rank 0
     */
    public long allSpread(long bytes) {
        checkOpen();
        long room = room(bytes);
        long offset = spreadEnd;
        meet(Signals.ALLOCATE, room, "an allocation of spread memory");
        spreadEnd += room;
        return offset;
    }

    private long room(long bytes) {
        if (bytes < 1) {
            throw new SplitCException("rank " + rank + ": " + bytes + " bytes to allocate; expected 1 or more");
        }
        long free = ownStart - spreadEnd;
        if (bytes > free) {
            throw new SplitCException("rank " + rank + ": " + bytes + " bytes to allocate, and " + free + " of " + limit
                    + " are free; expected a larger SplitC.setup().memory(...)");
        }
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Allocates a spread array: element i is at rank i % {@link #size}. Collective. */
    public SpreadBytes allSpreadBytes(long count) {
        return allSpreadBytes(count, 1);
    }

    /** Allocates a spread array of blocks: block i, of so many elements, is at rank i % {@link #size}. Collective. */
    public SpreadBytes allSpreadBytes(long count, int block) {
        return new SpreadBytes(this, count, block);
    }

    /** Allocates a spread array: element i is at rank i % {@link #size}. Collective. */
    public SpreadInts allSpreadInts(long count) {
        return allSpreadInts(count, 1);
    }

    /** Allocates a spread array of blocks: block i, of so many elements, is at rank i % {@link #size}. Collective. */
    public SpreadInts allSpreadInts(long count, int block) {
        return new SpreadInts(this, count, block);
    }

    /** Allocates a spread array: element i is at rank i % {@link #size}. Collective. */
    public SpreadDoubles allSpreadDoubles(long count) {
        return allSpreadDoubles(count, 1);
    }

    /** Allocates a spread array of blocks: block i, of so many elements, is at rank i % {@link #size}. Collective. */
    public SpreadDoubles allSpreadDoubles(long count, int block) {
        return new SpreadDoubles(this, count, block);
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    private long read(long from, int width) {
        int at = checked(from, Width.bytes(width));
        long offset = GlobalPointer.offset(from);
        if (at == rank) {
            return Width.load(memory, offset, width);
        }
        waiting = "a read";
        awaited = at;
        long bits = base.read(at, width, offset);
        awaited = NOBODY;
        waiting = "";
        return bits;
    }

    /** Reads the byte that a pointer names, and waits for it. */
    public byte readByte(long from) {
        return (byte) read(from, Width.BYTE);
    }

    /** Reads the int that a pointer names, and waits for it. */
    public int readInt(long from) {
        return (int) read(from, Width.INT);
    }

    /** Reads the long that a pointer names, and waits for it. */
    public long readLong(long from) {
        return read(from, Width.LONG);
    }

    /** Reads the double that a pointer names, and waits for it. */
    public double readDouble(long from) {
        return Double.longBitsToDouble(read(from, Width.LONG));
    }

    private void get(long into, long from, int width) {
        int bytes = Width.bytes(width);
        long place = own(into, bytes, "into");
        int at = checked(from, bytes);
        long offset = GlobalPointer.offset(from);
        if (at == rank) {
            Width.store(memory, place, width, Width.load(memory, offset, width));
        } else {
            base.get(at, width, offset, place);
        }
    }

    /** Begins to read a byte into memory of this rank, where it is after {@link #sync}. */
    public void getByte(long into, long from) {
        get(into, from, Width.BYTE);
    }

    /** Begins to read an int into memory of this rank, where it is after {@link #sync}. */
    public void getInt(long into, long from) {
        get(into, from, Width.INT);
    }

    /** Begins to read a long into memory of this rank, where it is after {@link #sync}. */
    public void getLong(long into, long from) {
        get(into, from, Width.LONG);
    }

    /** Begins to read a double into memory of this rank, where it is after {@link #sync}. */
    public void getDouble(long into, long from) {
        get(into, from, Width.LONG);
    }

    // ---- writing -----------------------------------------------------------------------------------------------

    private void put(long to, int width, long bits) {
        int at = checked(to, Width.bytes(width));
        long offset = GlobalPointer.offset(to);
        if (at == rank) {
            Width.store(memory, offset, width, bits);
        } else {
            base.write(at, Base.PUT, width, offset, bits);
        }
    }

    private void write(long to, int width, long bits) {
        put(to, width, bits);
        if (!isLocal(to)) {
            settle("a write");
        }
    }

    private void store(long to, int width, long bits) {
        int bytes = Width.bytes(width);
        int at = checked(to, bytes);
        long offset = GlobalPointer.offset(to);
        if (at == rank) {
            Width.store(memory, offset, width, bits);
            node.stored(node.parity(), bytes);
        } else {
            base.write(at, Base.STORE + node.parity(), width, offset, bits);
        }
    }

    /** Writes a byte, and waits until it is written. Waits for puts and gets under way, too. */
    public void writeByte(long to, byte value) {
        write(to, Width.BYTE, value);
    }

    /** Writes an int, and waits until it is written. Waits for puts and gets under way, too. */
    public void writeInt(long to, int value) {
        write(to, Width.INT, value);
    }

    /** Writes a long, and waits until it is written. Waits for puts and gets under way, too. */
    public void writeLong(long to, long value) {
        write(to, Width.LONG, value);
    }

    /** Writes a double, and waits until it is written. Waits for puts and gets under way, too. */
    public void writeDouble(long to, double value) {
        write(to, Width.LONG, Double.doubleToRawLongBits(value));
    }

    /** Begins to write a byte, which is done after {@link #sync}. */
    public void putByte(long to, byte value) {
        put(to, Width.BYTE, value);
    }

    /** Begins to write an int, which is done after {@link #sync}. */
    public void putInt(long to, int value) {
        put(to, Width.INT, value);
    }

    /** Begins to write a long, which is done after {@link #sync}. */
    public void putLong(long to, long value) {
        put(to, Width.LONG, value);
    }

    /** Begins to write a double, which is done after {@link #sync}. */
    public void putDouble(long to, double value) {
        put(to, Width.LONG, Double.doubleToRawLongBits(value));
    }

    /** Stores a byte one way: {@link #storeSync} at its destination, or {@link #allStoreSync}, waits for it. */
    public void storeByte(long to, byte value) {
        store(to, Width.BYTE, value);
    }

    /** Stores an int one way: {@link #storeSync} at its destination, or {@link #allStoreSync}, waits for it. */
    public void storeInt(long to, int value) {
        store(to, Width.INT, value);
    }

    /** Stores a long one way: {@link #storeSync} at its destination, or {@link #allStoreSync}, waits for it. */
    public void storeLong(long to, long value) {
        store(to, Width.LONG, value);
    }

    /** Stores a double one way: {@link #storeSync} at its destination, or {@link #allStoreSync}, waits for it. */
    public void storeDouble(long to, double value) {
        store(to, Width.LONG, Double.doubleToRawLongBits(value));
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    /** Reads bytes into memory of this rank, and waits for them, and for all that was begun before. */
    public void bulkRead(long into, long from, long bytes) {
        bulkGet(into, from, bytes);
        if (!isLocal(from)) {
            settle("a bulk read");
        }
    }

    /** Begins to read bytes into memory of this rank, where they are after {@link #sync}. */
    public void bulkGet(long into, long from, long bytes) {
        long place = own(into, bytes, "into");
        int at = checked(from, bytes);
        long offset = GlobalPointer.offset(from);
        if (at == rank) {
            MemorySegment.copy(memory, offset, memory, place, bytes);
        } else if (bytes > 0) {
            base.bulkGet(at, offset, place, bytes);
        }
    }

    /** Writes bytes of this rank's memory, and waits until they are written, and for all that was begun before. */
    public void bulkWrite(long to, long from, long bytes) {
        bulkPut(to, from, bytes);
        if (!isLocal(to)) {
            settle("a bulk write");
        }
    }

    /** Begins to write bytes of this rank's memory, which must not be changed before {@link #sync}. */
    public void bulkPut(long to, long from, long bytes) {
        bulk(to, from, bytes, Base.PUT);
    }

    /** Stores bytes of this rank's memory one way, as {@link #storeLong} does. They may be changed on return. */
    public void bulkStore(long to, long from, long bytes) {
        bulk(to, from, bytes, Base.STORE + node.parity());
    }

    private void bulk(long to, long from, long bytes, int kind) {
        long place = own(from, bytes, "from");
        int at = checked(to, bytes);
        long offset = GlobalPointer.offset(to);
        if (at != rank) {
            if (bytes > 0) {
                base.bulkWrite(at, kind, offset, place, bytes);
            }
            return;
        }
        MemorySegment.copy(memory, place, memory, offset, bytes);
        if (kind != Base.PUT) {
            node.stored(node.parity(), bytes);
        }
    }

    // ---- synchronisation ---------------------------------------------------------------------------------------

    /** Waits until all gets, puts and stores that this rank has begun are done (Split-C: sync). */
    public void sync() {
        checkOpen();
        settle("gets and puts");
    }

    /**
     * Waits until so many bytes have been stored into the memory of this rank, by any ranks and by itself, beside those
     * that were waited for before (Split-C: store_sync). The count begins again with {@link #allStoreSync}.
     *
     * @param bytes 0 or more
     */
    public void storeSync(long bytes) {
        checkOpen();
        if (bytes < 0) {
            throw new SplitCException("rank " + rank + ": storeSync of " + bytes + " bytes; expected 0 or more");
        }
        if (node.stored() < bytes) {
            waiting = "stores of other ranks in storeSync";
            while (node.stored() < bytes) {
                base.await();
            }
            waiting = "";
        }
        node.took(bytes);
    }

    /** Waits until all stores of all ranks are done (Split-C: all_store_sync). Collective. */
    public void allStoreSync() {
        checkOpen();
        settle("stores");
        meet(Signals.STORE_SYNC, 0, "allStoreSync");
        node.nextEpoch();
    }

    /** Waits until all ranks have called it (Split-C: barrier). Puts and stores may be under way. Collective. */
    public void barrier() {
        checkOpen();
        meet(Signals.BARRIER, 0, "a barrier");
    }

    /** Serves accesses of other ranks that have come. */
    public void poll() {
        checkOpen();
        base.poll();
    }

    private void settle(String what) {
        waiting = what;
        base.settle();
        waiting = "";
    }

    private void meet(int kind, long number, String what) {
        Signals signals = node.signals;
        long purpose = Signals.purpose(kind, number);
        int meeting = signals.begin();
        waiting = what;
        for (int round = 0; round < signals.rounds(); round++) {
            base.signal(signals.to(round), round, meeting, purpose);
            awaited = signals.from(round);
            while (!signals.hasArrived(round)) {
                base.await();
            }
            String disagreement = signals.disagreement(round, purpose);
            if (disagreement != null) {
                disagreed = true;
                throw new SplitCException(disagreement);
            }
        }
        awaited = NOBODY;
        waiting = "";
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Leaves the job, when all that this rank has begun is done and all other ranks close too. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            if (!disagreed) {
                settle("gets and puts");
                meet(Signals.CLOSE, 0, "close of Split-C");
                settle("close of Split-C");
            }
        } finally {
            closed = true;
            waiting = "close of Split-C";
            awaited = NOBODY;
            base.close();
            runtime.leave(Client.SPLIT_C);
        }
    }

    // ---- checks ------------------------------------------------------------------------------------------------

    /** Returns the rank that a pointer to so many bytes leads to. */
    private int checked(long pointer, long bytes) {
        int at = (int) (pointer >> GlobalPointer.OFFSET_BITS);
        long offset = pointer & GlobalPointer.OFFSET_MASK;
        if (closed || pointer < 0 || at >= size || bytes < 0 || offset < FIRST || offset > limit - bytes) {
            throw refused(pointer, bytes);
        }
        return at;
    }

    private SplitCException refused(long pointer, long bytes) {
        checkOpen();
        String expected = pointer == GlobalPointer.NULL
                ? "a pointer that is not NULL"
                : pointer < 0 || GlobalPointer.rank(pointer) >= size
                        ? "a rank from 0 to " + (size - 1)
                        : expectedOffsets(bytes);
        return new SplitCException("rank " + rank + ": an access of " + bytes + " bytes to "
                + GlobalPointer.toString(pointer) + "; expected " + expected);
    }

    /** At which offsets so many bytes may begin. */
    private String expectedOffsets(long bytes) {
        if (bytes < 0) {
            return "0 bytes or more";
        }
        return bytes > limit - FIRST
                ? "at most " + (limit - FIRST) + " bytes, from offset " + FIRST + " to " + (limit - 1)
                : "an offset from " + FIRST + " to " + (limit - bytes) + ", as memory ends at " + limit;
    }

    /** Returns the offset of a pointer to so many bytes of this rank. */
    private long own(long pointer, long bytes, String argument) {
        if (checked(pointer, bytes) != rank) {
            throw new SplitCException("rank " + rank + ": " + argument + " " + GlobalPointer.toString(pointer)
                    + "; expected memory of this rank");
        }
        return GlobalPointer.offset(pointer);
    }

    void checkOpen() {
        if (closed) {
            throw new SplitCException("rank " + rank + ": Split-C is closed");
        }
    }
}
