package org.bipj.mpi.engine;

import org.bipj.core.nic.HostTime;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.PostedRecv;

/** Sends a buffer and receives into it (MPI_Sendrecv_replace, MPI 4.1 section 3.10): what is sent is a copy. */
public final class ReplacingExchange {
    /** The longest array that every JVM can make. */
    private static final int COPY_MAX = Integer.MAX_VALUE - 8;

    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    private final HostTime time;
    private final OpPool ops;
    private final Payload original;
    /** Room for a copy that no call is using. */
    private byte[] spare = new byte[0];

    ReplacingExchange(EngineParts parts, Sending sending, Receiving receiving) {
        this.sending = sending;
        this.receiving = receiving;
        progress = parts.progress();
        time = parts.time();
        ops = parts.ops();
        original = ops.newPayload();
    }

    /** Sends and receives. The caller recycles what it gets. */
    public PostedRecv run(int context, Data data, int dest, int sendTag, int source, int recvTag) {
        byte[] copy = copy(data, true);
        PostedRecv op = receiving.startReceive(context, source, recvTag, data);
        try {
            sending.send(context, dest, sendTag, Sending.STANDARD, packed(data, copy));
            progress.await(op, source);
        } catch (RuntimeException e) {
            receiving.cancel(op);
            throw e;
        }
        spare = copy;
        return op;
    }

    /** A copy of the data, in memory of its own. */
    public Data copyOf(Data data) {
        return packed(data, copy(data, false));
    }

    private static Data packed(Data data, byte[] copy) {
        return Data.of(copy, 0, data.count(), data.type().packed());
    }

    /** Copies the data, into the spare room where that may be used and is large enough. */
    private byte[] copy(Data data, boolean intoSpare) {
        long size = data.bytes();
        if (size > COPY_MAX) {
            throw new EngineException(
                    ErrorClass.COUNT, "the data are " + size + " bytes; expected no more than a byte[] holds");
        }
        int bytes = (int) size;
        progress.enter();
        try {
            original.set(data);
            BufferChecks.checkFits(original, data);
            BufferChecks.checkWritable(original);
            byte[] copy = intoSpare && spare.length >= bytes ? spare : new byte[bytes];
            spare = intoSpare ? new byte[0] : spare;
            ops.copyToArray(original, copy, bytes);
            original.clear();
            time.chargeCopy(bytes);
            return copy;
        } finally {
            progress.exit();
        }
    }
}
