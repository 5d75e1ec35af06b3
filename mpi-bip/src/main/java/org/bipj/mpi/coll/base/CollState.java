package org.bipj.mpi.coll.base;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Turns;
import org.jspecify.annotations.Nullable;

/**
 * State that collective operations of one communicator keep between calls: the choice of algorithms and reusable objects. A
 * communicator has at most one collective operation in progress at a time (MPI 4.1 section 6.1), so nothing is locked.
 */
public final class CollState {
    /** The rank's own data are where the result goes (MPI_IN_PLACE). */
    public static final Object IN_PLACE = new Object();

    /** Maximum number of packed memories that one operation holds at a time. */
    private static final int SPARES = 4;

    public final CollPort port;
    public final int rank;
    public final int size;
    public final ScratchPool pool;
    public final PackedPool packed;
    public final Blocks send = new Blocks();
    public final Blocks receive = new Blocks();
    private final int[] starts;
    private final CollectiveTuning tuning;
    private final SharedAgreement sharing;
    private final MulticastTurns multicasts;
    /** By rank its host; null where there is one level of ranks. */
    private final int @Nullable [] hosts;
    /** The hosts of the ranks; made for the first operation of two levels. */
    private @Nullable Levels levels;

    private @Nullable Object[] handles = new Object[4];
    /** Stands for own data that already are where the result goes (MPI_IN_PLACE). */
    public final Data inPlace = Data.of(IN_PLACE, 0, 0, TypeLayout.BYTE);

    private final Data nothing = new Data();
    /** Describes a part of a message for the one call that it is passed to. */
    private final Data part = new Data();
    /** A second {@link #part}, for a call that is passed two. */
    private final Data row = new Data();

    private final Data run = new Data();
    private final Data[] spare = new Data[SPARES];
    private int spares;

    /**
     * State of operations over a port.
     *
     * @param tuning the same on all ranks
     */
    public CollState(CollPort port, CollectiveTuning tuning) {
        this(port, tuning, new ScratchPool(), new PackedPool());
    }

    /** As above, with scratch memory out of other pools. */
    public CollState(CollPort port, CollectiveTuning tuning, ScratchPool pool, PackedPool packed) {
        this.pool = pool;
        this.packed = packed;
        this.port = port;
        this.tuning = tuning;
        this.rank = port.rank();
        this.size = port.size();
        this.starts = new int[size + 1];
        this.sharing = new SharedAgreement(this, port.sharing());
        this.multicasts = new MulticastTurns(this, port.multicast());
        this.hosts = port.hosts();
    }

    /** The facts by which algorithms are chosen, the same on all ranks. */
    public CollectiveTuning tuning() {
        return tuning;
    }

    /**
     * Turns in memory that the ranks share, for an operation on that many bytes of each; null where there are none. The
     * first call waits for all ranks, which agree on it; all must ask alike.
     */
    public @Nullable Turns shared(long bytes) {
        return tuning.shares() ? sharing.turns(bytes) : null;
    }

    /** Broadcasts by multicasts; null where there are none, or none so far. All ranks must ask alike. */
    public @Nullable MulticastTurns multicasts() {
        return tuning.multicasts() && multicasts.isThere() ? multicasts : null;
    }

    /**
     * An operation begins that no rank leaves before all have called it.
     *
     * @param multicasts true if it multicasts itself if it can
     */
    public void synchronise(boolean multicasts) {
        if (tuning.multicasts()) {
            this.multicasts.synchronise(multicasts);
        }
    }

    /** The ranks by hosts; null where they are on one host, each on its own, or where hosts are not distinguished. */
    public @Nullable Levels levels() {
        if (levels == null && hosts != null) {
            levels = new Levels(this, hosts);
        }
        return levels;
    }

    /** Room for where each rank's block begins, and where the last one ends. */
    public int[] starts() {
        return starts;
    }

    /** Room for handles of posted operations. The caller fills it from 0 and calls {@link #awaitAll}. */
    public @Nullable Object[] handles(int n) {
        if (handles.length < n) {
            handles = new Object[Math.max(n, 2 * handles.length)];
        }
        return handles;
    }

    /** Awaits the first {@code n} handles, null for what is done already, and leaves none behind. */
    public void awaitAll(int n) {
        @Nullable Object[] posted = handles;
        for (int i = 0; i < n; i++) {
            @Nullable Object handle = posted[i];
            if (handle != null) {
                posted[i] = null;
                port.await(handle);
            }
        }
    }

    /**
     * Packed memory out of the pool, as data of a type of one byte. What is returned is the caller's until it is
     * {@linkplain #givePacked given back}.
     */
    public Data takePacked(long bytes, TypeLayout unit) {
        Data data = spares == 0 ? new Data() : spare[--spares];
        return data.set(packed.take(bytes), 0, bytes, unit);
    }

    /** Data without gaps as a run of bytes; there is one at a time. */
    Data runOf(Data dense) {
        return run.set(
                dense.buffer(), dense.offset(), dense.bytes(), dense.type().single());
    }

    /** Gives packed memory back, for another use. */
    public void givePacked(Data data) {
        MemorySegment memory = (MemorySegment) data.buffer();
        assert memory != null : "no packed memory";
        packed.give(memory, data.count());
        data.clear();
        if (spares < spare.length) {
            spare[spares++] = data;
        }
    }

    /** Sends a message without data. */
    public void signal(int dest, int tag) {
        port.send(nothing, dest, tag);
    }

    /** Receives a message without data. */
    public void awaitSignal(int source, int tag) {
        port.receive(nothing, source, tag);
    }

    /** Posts the receive of a message without data. */
    public Object postSignal(int source, int tag) {
        return port.postReceive(nothing, source, tag);
    }

    /** Sends a message without data and receives another. */
    public void exchangeSignals(int dest, int source, int tag) {
        port.exchange(nothing, dest, nothing, source, tag);
    }

    /** A description of some of a row of equal blocks, valid until the next one; see {@link Data#setBlocks}. */
    public Data blocks(Data block, long first, long blocks) {
        return part.setBlocks(block, first, blocks);
    }

    /** A description of the blocks of all ranks, valid until the operation ends. */
    public Data all(Data block) {
        return run.setBlocks(block, 0, size);
    }

    /** As {@link #all}, of blocks that are equal. */
    public Data allEqual(Blocks blocks) {
        return run.set(blocks.buffer(), blocks.offset(0), size * blocks.count(0), blocks.type(0));
    }

    /** A description of some bytes of data without gaps, valid until the next one. */
    Data bytes(Data run, long from, long bytes, TypeLayout unit) {
        return part.set(run.buffer(), run.offset() + from, bytes, unit);
    }

    /** Sends some bytes of a {@linkplain Packed run}. */
    public void sendBytes(Data run, long from, long bytes, int dest, int tag) {
        port.send(bytes(run, from, bytes, run.type()), dest, tag);
    }

    /** Receives some bytes of a run of data. */
    public void recvBytes(Data run, long from, long bytes, int source, int tag) {
        port.receive(bytes(run, from, bytes, run.type()), source, tag);
    }

    /** Posts the receive of some bytes of a run. */
    public Object postBytes(Data run, long from, long bytes, int source, int tag) {
        return port.postReceive(bytes(run, from, bytes, run.type()), source, tag);
    }

    /** Copies data to packed memory, from byte {@code at} on. */
    public void pack(Data from, Data packedMemory, long at) {
        port.localCopy(from, bytes(packedMemory, at, from.bytes(), TypeLayout.BYTE));
    }

    /** Copies data back out of packed memory. */
    public void unpack(Data packedMemory, long at, Data to) {
        port.localCopy(bytes(packedMemory, at, to.bytes(), TypeLayout.BYTE), to);
    }

    /** Copies some of a row of equal blocks to packed memory, from byte {@code at} on. */
    public void packBlocks(Data block, long first, long blocks, Data packedMemory, long at) {
        pack(row.setBlocks(block, first, blocks), packedMemory, at);
    }

    /** Copies some of a row of equal blocks back out of packed memory. */
    public void unpackBlocks(Data packedMemory, long at, Data block, long first, long blocks) {
        unpack(packedMemory, at, row.setBlocks(block, first, blocks));
    }

    /** Copies one of the blocks to packed memory, from byte {@code at} on. */
    public void packBlock(Blocks blocks, int block, Data packedMemory, long at) {
        pack(blocks.describe(block, row), packedMemory, at);
    }

    /** Copies one of the blocks back out of packed memory. */
    public void unpackBlock(Data packedMemory, long at, Blocks blocks, int block) {
        unpack(packedMemory, at, blocks.describe(block, row));
    }

    /** Sends the block of that number. */
    public void sendBlock(Blocks blocks, int block, int dest, int tag) {
        port.send(blocks.describe(block, part), dest, tag);
    }

    /**
     * Sends without waiting for the receiver: a short message at once, a long one by an operation that is returned to
     * be awaited.
     */
    public @Nullable Object start(Data data, int dest, int tag) {
        if (data.bytes() <= CollectiveTuning.SHORT_BYTES) {
            port.send(data, dest, tag);
            return null;
        }
        return port.postSend(data, dest, tag);
    }

    /** Sends one of the blocks without waiting for its receiver. */
    public @Nullable Object startBlock(Blocks blocks, int block, int dest, int tag) {
        return start(blocks.describe(block, part), dest, tag);
    }

    /** Sends one of the blocks if it leaves at once; if not, {@link #exchangeBlock} is to send it next. */
    public boolean tryBlock(Blocks blocks, int block, int dest, int tag) {
        return port.trySend(blocks.describe(block, part), dest, tag);
    }

    /** Receives one of the blocks from its rank. */
    public void receiveBlock(Blocks blocks, int source, int tag) {
        port.receive(blocks.describe(source, part), source, tag);
    }

    /** Posts the receive of one of the blocks. */
    public Object postBlock(Blocks blocks, int block, int source, int tag) {
        return port.postReceive(blocks.describe(block, part), source, tag);
    }

    /** Sends one rank's block to it and receives that of another rank, at the same time. */
    public void exchangeBlock(Blocks from, int dest, Blocks to, int source, int tag) {
        port.exchange(from.describe(dest, part), dest, to.describe(source, row), source, tag);
    }

    /** Sends some of a row of equal blocks to a partner and receives as many others from it, at the same time. */
    public void exchangeBlocks(Data block, long mine, long theirs, long blocks, int partner, int tag) {
        Data sent = part.setBlocks(block, mine, blocks);
        port.exchange(sent, partner, row.setBlocks(block, theirs, blocks), partner, tag);
    }

    /** Copies a block of one buffer to a block of another. */
    public void copyBlock(Blocks from, int fromBlock, Blocks to, int toBlock) {
        port.localCopy(from.describe(fromBlock, part), to.describe(toBlock, row));
    }

    /** True where the caller's data lie in its block already (MPI_IN_PLACE). */
    public boolean isInPlace(Data own) {
        return own.buffer() == IN_PLACE;
    }

    /** Copies this rank's own data into its block, unless they are in place. */
    public void copyOwn(Data own, Blocks to) {
        if (!isInPlace(own)) {
            port.localCopy(own, to.describe(rank, part));
        }
    }

    /** Copies this rank's block to where its own data go, unless they stay in place. */
    public void copyBlockToOwn(Blocks from, Data own) {
        if (!isInPlace(own)) {
            port.localCopy(from.describe(rank, part), own);
        }
    }
}
