package org.bipj.mpi.partitioned;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side: a receive for each partition of the sender, straight to where its elements lie. Where a partition of the sender begins
 * or ends within an element of this side's datatype, it is received into memory of its own, and copied from there.
 */
public final class PartitionedReceive extends PartitionedOperation {
    private final int tag;
    /** Null until the sender's announcement has come. */
    private Partitions.@Nullable Announcement sender;
    /** Why there is no sender, or none that fits; else null. */
    private @Nullable EngineException refusal;

    private boolean isPosted;
    private @Nullable PostedRecv[] posted = {};
    /** By partition of the sender; null where it is received in place. */
    private byte @Nullable [][] staged = {};
    /** Partitions of the sender that have come. */
    private final BitSet arrived = new BitSet();
    /** All of the buffer, where something is copied to it. */
    private final Payload whole;

    PartitionedReceive(Partitions all, int source, int context, int tag, Data first, int partitions) {
        super(all, context, source, first, partitions);
        this.tag = tag;
        whole = all.newPayload();
    }

    /** The announcement is this receive's if it fits and there was none before. */
    boolean take(Partitions.Announcement words) {
        if (words.context() != context || words.tag() != tag) {
            return false;
        }
        sender = words;
        if (words.partitions() * words.bytes() != partitions * first.bytes()) {
            refusal = new EngineException(
                    ErrorClass.TRUNCATE,
                    "the sender has " + words.partitions() + " partitions of " + words.bytes()
                            + " bytes, and this receive " + partitions + " of " + first.bytes()
                            + ": the sum must be the same");
        }
        return true;
    }

    void fail(EngineException why) {
        refusal = why;
    }

    @Override
    public int source() {
        return peer;
    }

    @Override
    public int tag() {
        return peer < 0 ? PostedRecv.ANY : tag;
    }

    @Override
    public long bytes() {
        return peer < 0 || failure() != null ? 0 : partitions * first.bytes();
    }

    @Override
    public long elementBytes() {
        return first.type().size();
    }

    @Override
    protected void begin() {
        isPosted = false;
        arrived.clear();
    }

    @Override
    boolean advanceAll() {
        if (sender == null && refusal == null) {
            all.match(peer);
        }
        if (sender == null) {
            if (refusal != null) {
                throw refusal;
            }
            return false;
        }
        if (!isPosted) {
            post(sender);
        }
        int number = sender.partitions();
        for (int i = arrived.nextClearBit(0); i < number; i = arrived.nextClearBit(i + 1)) {
            PostedRecv op = posted[i];
            if (op != null && op.isDone()) {
                posted[i] = null;
                end(op, i, sender.bytes());
                arrived.set(i);
            }
        }
        if (arrived.cardinality() < number) {
            return false;
        }
        if (refusal != null) {
            throw refusal;
        }
        return true;
    }

    private void post(Partitions.Announcement words) {
        int number = words.partitions();
        posted = new PostedRecv[number];
        staged = new byte[number][];
        isPosted = true;
        long size = first.type().size();
        long bytes = words.bytes();
        boolean isInPlace = refusal == null && (size == 0 || bytes % size == 0);
        Data data = new Data();
        for (int i = 0; i < number; i++) {
            if (isInPlace) {
                long elements = size == 0 ? 0 : bytes / size;
                long at = first.offset() + i * elements * first.type().extent();
                data.set(first.buffer(), at, elements, first.type());
            } else {
                byte[] memory = new byte[Math.toIntExact(bytes)];
                staged[i] = memory;
                data.set(memory, 0, bytes, TypeLayout.BYTE);
            }
            posted[i] = all.receiving().startReceive(Envelope.PARTITIONED, peer, words.firstTag() + i, data);
        }
    }

    private void end(PostedRecv op, int i, long bytes) {
        EngineException failure = failure(op);
        all.receiving().recycle(op);
        if (failure != null) {
            throw failure;
        }
        byte[] memory = staged[i];
        if (memory != null && refusal == null) {
            staged[i] = null;
            whole.set(first.buffer(), first.offset(), first.count() * partitions, first.type());
            whole.copyIn(MemorySegment.ofArray(memory), 0, i * bytes, bytes);
            whole.clear();
        }
    }

    private static @Nullable EngineException failure(PostedRecv op) {
        if (!op.hasFailed()) {
            return null;
        }
        EngineException interruption = op.interruption();
        if (interruption != null) {
            return interruption;
        }
        return new EngineException(
                ErrorClass.TYPE,
                "the partitions consist of " + op.sentType() + ", and the receive is for "
                        + op.layout().signature() + ": the types must be the same");
    }

    @Override
    public boolean hasArrived(int partition, boolean isActive) {
        checkPartition(partition);
        if (!isActive || peer < 0) {
            return true;
        }
        if (isThere(partition)) {
            return true;
        }
        boolean isThere = all.progress().round() > 0 && isThere(partition);
        if (!isThere && failure() instanceof RuntimeException failure) {
            throw failure;
        }
        return isThere;
    }

    private boolean isThere(int partition) {
        all.progress().enter();
        try {
            Partitions.Announcement words = sender;
            if (words == null || !isPosted) {
                return false;
            }
            all.progress().advanceBackgrounds();
            // Those of the sender that this one overlaps; of partitions without elements, those in the same part of
            // all.
            long theirs = words.partitions();
            int from = (int) (partition * theirs / partitions);
            int end = (int) (((partition + 1) * theirs - 1) / partitions);
            return theirs == 0 || arrived.nextClearBit(from) > end;
        } finally {
            all.progress().exit();
        }
    }

    /** After a failure the others are taken back where nothing has come for them. */
    @Override
    protected void ended() {
        for (PostedRecv op : posted) {
            if (op != null) {
                all.receiving().cancel(op);
            }
        }
        posted = new PostedRecv[0];
        staged = new byte[0][];
    }

    @Override
    public void free() {
        // A sender may still announce itself to it: the next receive of the same tag is for the next sender.
    }
}
