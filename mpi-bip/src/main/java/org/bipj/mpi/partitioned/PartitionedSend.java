package org.bipj.mpi.partitioned;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.Envelope;

/** The sending side: a message for each partition, which leaves when the program says that it is ready. */
public final class PartitionedSend extends PartitionedOperation {
    private final int firstTag;
    private final BitSet ready = new BitSet();
    private boolean hasBegun;
    private final List<SendOp> leaving = new ArrayList<>();
    private final Data partition = new Data();

    PartitionedSend(Partitions all, int context, int dest, int firstTag, Data first, int partitions) {
        super(all, context, dest, first, partitions);
        this.firstTag = firstTag;
    }

    @Override
    protected void begin() {
        ready.clear();
        hasBegun = true;
    }

    @Override
    public void ready(int low, int high, boolean isActive) {
        checkPartition(low);
        checkPartition(high);
        if (low > high) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the first partition is " + low + " and the last one " + high + "; expected no more than that");
        }
        all.progress().enter();
        try {
            // To PROC_NULL it is complete from its start on, which a test between two partitions may have reported.
            if (!isActive && (peer >= 0 || !hasBegun)) {
                throw new EngineException(
                        ErrorClass.REQUEST, "partition " + low + " is ready, but the request is not started");
            }
            int before = ready.nextSetBit(low);
            if (before >= 0 && before <= high) {
                throw new EngineException(ErrorClass.REQUEST, "partition " + before + " is ready already");
            }
            for (int i = low; i <= high; i++) {
                ready.set(i);
                send(i);
            }
        } finally {
            all.progress().exit();
        }
        // Long partitions that were ready before wait for an answer, which may have come.
        int moved = all.progress().round();
    }

    private void send(int i) {
        if (peer < 0 || isDone()) {
            return;
        }
        partition.setBlocks(first, i, 1);
        try {
            Sending sending = all.sending();
            leaving.add(sending.startSend(Envelope.PARTITIONED, peer, firstTag + i, Sending.STANDARD, partition));
        } finally {
            partition.clear();
        }
    }

    @Override
    boolean advanceAll() {
        for (int i = leaving.size() - 1; i >= 0; i--) {
            SendOp op = leaving.get(i);
            if (op.isDone()) {
                leaving.remove(i);
                all.sending().recycle(op);
            }
        }
        return leaving.isEmpty() && ready.cardinality() == partitions;
    }

    /** After a failure the others leave no more, where nothing has received them. */
    @Override
    protected void ended() {
        leaving.forEach(op -> all.sending().takeBack(Envelope.PARTITIONED, op));
        leaving.clear();
    }

    @Override
    public void free() {
        if (peer < 0) {
            return;
        }
        all.progress().enter();
        try {
            all.receiving().checkSource(context, peer);
        } catch (EngineException e) {
            // The receiver prepares none.
            all.takeBack(firstTag);
        } finally {
            all.free(firstTag);
            all.progress().exit();
        }
    }
}
