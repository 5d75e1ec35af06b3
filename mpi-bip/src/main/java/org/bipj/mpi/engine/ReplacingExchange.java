package org.bipj.mpi.engine;

import org.bipj.core.nic.HostTime;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.match.PostedRecv;

/** Sends a buffer and receives into it (MPI_Sendrecv_replace, MPI 4.1 section 3.10): what is sent is a copy. */
final class ReplacingExchange {
    /** Longest array that every JVM makes. */
    private static final int COPY_MAX = Integer.MAX_VALUE - 8;

    private final Sending sending;
    private final Receiving receiving;
    private final Progress progress;
    private final HostTime time;
    private final OpPool ops;
    private final Payload data;
    /** Room for a copy that no call is using. */
    private byte[] spare = new byte[0];

    ReplacingExchange(Engine engine) {
        sending = engine.sending;
        receiving = engine.receiving;
        progress = engine.progress;
        time = engine.time;
        ops = engine.ops;
        data = ops.newPayload();
    }

    /** Sends and receives. The caller recycles what it gets. */
    PostedRecv run(
            int context, Object buffer, long count, TypeLayout type, int dest, int sendTag, int source, int recvTag) {
        long size = count * type.size();
        if (size > COPY_MAX) {
            throw new EngineException(
                    ErrorClass.COUNT, "the data are " + size + " bytes; expected no more than a byte[] holds");
        }
        byte[] copy;
        int bytes = (int) size;
        progress.enter();
        try {
            data.set(buffer, 0, count, type);
            Arguments.checkFits(data, buffer, count, type);
            Arguments.checkWritable(data);
            copy = spare.length >= bytes ? spare : new byte[bytes];
            spare = new byte[0];
            ops.copyToArray(data, copy, bytes);
            data.clear();
            time.chargeCopy(bytes);
        } finally {
            progress.exit();
        }
        PostedRecv op = receiving.startReceive(context, source, recvTag, buffer, 0, count, type);
        try {
            sending.send(context, dest, sendTag, Engine.STANDARD, copy, 0, count, type.packed());
            progress.await(op, source);
        } catch (RuntimeException e) {
            receiving.cancel(op);
            throw e;
        }
        spare = copy;
        return op;
    }
}
