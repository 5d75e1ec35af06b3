package org.bipj.mpi.coll.base;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CollPort;

/**
 * What collective operations keep of one communicator between calls: the choice of algorithms and reusable holders. A
 * communicator has at most one collective operation in progress at a time (MPI 4.1 section 6.1), so nothing is locked.
 */
public final class CollState {
    /** The rank's own data are where the result goes (MPI_IN_PLACE). */
    public static final Object IN_PLACE = new Object();

    public final CollPort port;
    public final int rank;
    public final int size;
    public final ScratchPool pool;
    public final PackedPool packed;
    public final Blocks send = new Blocks();
    public final Blocks receive = new Blocks();
    private final int[] starts;
    private final Tuning tuning;
    private Object[] handles = new Object[4];

    /**
     * What operations over a port keep.
     *
     * @param tuning the same on all ranks
     */
    public CollState(CollPort port, Tuning tuning) {
        this(port, tuning, new ScratchPool(), new PackedPool());
    }

    /** The same, with scratch memory out of other pools. */
    public CollState(CollPort port, Tuning tuning, ScratchPool pool, PackedPool packed) {
        this.pool = pool;
        this.packed = packed;
        this.port = port;
        this.tuning = tuning;
        this.rank = port.rank();
        this.size = port.size();
        this.starts = new int[size + 1];
    }

    /** What chooses algorithms, the same on all ranks. */
    public Tuning tuning() {
        return tuning;
    }

    /** Room for where each rank's block begins, and where the last one ends. */
    public int[] starts() {
        return starts;
    }

    /** Room for handles of posted operations. The caller fills it from 0 and calls {@link #awaitAll}. */
    public Object[] handles(int n) {
        if (handles.length < n) {
            handles = new Object[Math.max(n, 2 * handles.length)];
        }
        return handles;
    }

    /** Awaits the first {@code n} handles, null for what is done already, and leaves none behind. */
    public void awaitAll(int n) {
        Object[] posted = handles;
        for (int i = 0; i < n; i++) {
            Object handle = posted[i];
            if (handle != null) {
                posted[i] = null;
                port.collAwait(handle);
            }
        }
    }

    /** Sends a message without data. */
    public void signal(int dest, int tag) {
        port.collSend(null, 0, 0, TypeLayout.BYTE, dest, tag);
    }

    /** Posts the receive of a message without data. */
    public Object postSignal(int source, int tag) {
        return port.collPostRecv(null, 0, 0, TypeLayout.BYTE, source, tag);
    }

    /** Sends packed data, of which {@code unit} is {@linkplain TypeLayout#single one byte}. */
    public void sendBytes(Object buffer, long offset, long bytes, TypeLayout unit, int dest, int tag) {
        port.collSend(buffer, offset, bytes, unit, dest, tag);
    }

    /** Receives packed data. */
    public void recvBytes(Object buffer, long offset, long bytes, TypeLayout unit, int source, int tag) {
        port.collRecv(buffer, offset, bytes, unit, source, tag);
    }

    /** Posts the receive of packed data. */
    public Object postBytes(Object buffer, long offset, long bytes, TypeLayout unit, int source, int tag) {
        return port.collPostRecv(buffer, offset, bytes, unit, source, tag);
    }

    /** Sends one of the blocks. */
    public void sendBlock(Blocks blocks, int block, int dest, int tag) {
        port.collSend(blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), dest, tag);
    }

    /**
     * Sends without waiting for the receiver: a short message at once, a long one by an operation that is returned to
     * be awaited.
     */
    public Object start(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        if (count * type.size() <= Tuning.SHORT_BYTES) {
            port.collSend(buffer, offset, count, type, dest, tag);
            return null;
        }
        return port.collPostSend(buffer, offset, count, type, dest, tag);
    }

    /** Sends one of the blocks without waiting for its receiver. */
    public Object startBlock(Blocks blocks, int block, int dest, int tag) {
        return start(blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), dest, tag);
    }

    /** Posts the receive of one of the blocks. */
    public Object postBlock(Blocks blocks, int block, int source, int tag) {
        return port.collPostRecv(
                blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), source, tag);
    }

    /** Copies a block of one buffer to a block of another. */
    public void copyBlock(Blocks from, int fromBlock, Blocks to, int toBlock) {
        port.localCopy(
                from.buffer(),
                from.offset(fromBlock),
                from.count(fromBlock),
                from.type(fromBlock),
                to.buffer(),
                to.offset(toBlock),
                to.count(toBlock),
                to.type(toBlock));
    }

    /** Copies this rank's own data into its block, unless they are in place. */
    public void copyOwn(Object buffer, long offset, long count, TypeLayout type, Blocks to) {
        if (buffer != IN_PLACE) {
            port.localCopy(buffer, offset, count, type, to.buffer(), to.offset(rank), to.count(rank), to.type(rank));
        }
    }
}
