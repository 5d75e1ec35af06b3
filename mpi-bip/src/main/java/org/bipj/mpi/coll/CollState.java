package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CollPort;

/**
 * What collective operations keep of one communicator between calls: the choice of algorithms and reusable holders. A
 * communicator has at most one collective operation in progress at a time (MPI 4.1 section 6.1), so nothing is locked.
 */
final class CollState {
    // What rank 0 decides, as bits.
    private static final int OVERSUBSCRIBED = 1;
    private static final int CHECKS_TYPES = 2;

    final CollPort port;
    final int rank;
    final int size;
    final ScratchPool pool = new ScratchPool();
    final PackedPool packed = new PackedPool();
    final Blocks send = new Blocks();
    final Blocks receive = new Blocks();
    final Blockwise reductions;
    private final int[] starts;
    private Tuning tuning;
    private Object[] handles = new Object[4];

    CollState(CollPort port) {
        this.port = port;
        this.rank = port.rank();
        this.size = port.size();
        this.reductions = new Blockwise(this, new Reducing(this));
        this.starts = new int[size + 1];
    }

    /** The communicator's state, made by its first collective operation. */
    static CollState of(CollPort port) {
        Object state = port.collState();
        return state != null ? (CollState) state : create(port);
    }

    private static CollState create(CollPort port) {
        CollState state = new CollState(port);
        // Kept only when it is whole: where the agreement fails, the next operation tries again.
        state.agree();
        port.collState(state);
        return state;
    }

    /** Ranks of several nodes may differ in this, and in their environments, but must choose the same algorithms: rank 0 decides. */
    private void agree() {
        int seen = port.collIsCrowded() ? OVERSUBSCRIBED : 0;
        seen |= port.collChecksTypes() ? CHECKS_TYPES : 0;
        byte[] agreed = {(byte) seen};
        BcastBinomial.run(this, agreed, 0, 1, TypeLayout.BYTE, 0);
        tuning = new Tuning(
                size, (agreed[0] & OVERSUBSCRIBED) != 0, port.collTableBytes(), (agreed[0] & CHECKS_TYPES) != 0);
    }

    /** What chooses algorithms, the same on all ranks. */
    Tuning tuning() {
        return tuning;
    }

    /** Room for where each rank's block begins, and where the last one ends. */
    int[] starts() {
        return starts;
    }

    /** Room for handles of posted operations. The caller fills it from 0 and calls {@link #awaitAll}. */
    Object[] handles(int n) {
        if (handles.length < n) {
            handles = new Object[Math.max(n, 2 * handles.length)];
        }
        return handles;
    }

    /** Awaits the first {@code n} handles, null for what is done already, and leaves none behind. */
    void awaitAll(int n) {
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
    void signal(int dest, int tag) {
        port.collSend(null, 0, 0, TypeLayout.BYTE, dest, tag);
    }

    /** Posts the receive of a message without data. */
    Object postSignal(int source, int tag) {
        return port.collPostRecv(null, 0, 0, TypeLayout.BYTE, source, tag);
    }

    /** Sends packed data, of which {@code unit} is {@linkplain TypeLayout#single one byte}. */
    void sendBytes(Object buffer, long offset, long bytes, TypeLayout unit, int dest, int tag) {
        port.collSend(buffer, offset, bytes, unit, dest, tag);
    }

    /** Receives packed data. */
    void recvBytes(Object buffer, long offset, long bytes, TypeLayout unit, int source, int tag) {
        port.collRecv(buffer, offset, bytes, unit, source, tag);
    }

    /** Posts the receive of packed data. */
    Object postBytes(Object buffer, long offset, long bytes, TypeLayout unit, int source, int tag) {
        return port.collPostRecv(buffer, offset, bytes, unit, source, tag);
    }

    /** Sends one of the blocks. */
    void sendBlock(Blocks blocks, int block, int dest, int tag) {
        port.collSend(blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), dest, tag);
    }

    /**
     * Sends without waiting for the receiver: a short message at once, a long one by an operation that is returned to
     * be awaited.
     */
    Object start(Object buffer, long offset, long count, TypeLayout type, int dest, int tag) {
        if (count * type.size() <= Tuning.SHORT_BYTES) {
            port.collSend(buffer, offset, count, type, dest, tag);
            return null;
        }
        return port.collPostSend(buffer, offset, count, type, dest, tag);
    }

    /** Sends one of the blocks without waiting for its receiver. */
    Object startBlock(Blocks blocks, int block, int dest, int tag) {
        return start(blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), dest, tag);
    }

    /** Posts the receive of one of the blocks. */
    Object postBlock(Blocks blocks, int block, int source, int tag) {
        return port.collPostRecv(
                blocks.buffer(), blocks.offset(block), blocks.count(block), blocks.type(block), source, tag);
    }

    /** Copies a block of one buffer to a block of another. */
    void copyBlock(Blocks from, int fromBlock, Blocks to, int toBlock) {
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
    void copyOwn(Object buffer, long offset, long count, TypeLayout type, Blocks to) {
        if (buffer != Collectives.IN_PLACE) {
            port.localCopy(buffer, offset, count, type, to.buffer(), to.offset(rank), to.count(rank), to.type(rank));
        }
    }
}
