package org.bipj.mpi.io;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Sending;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;

/** Messages of a collective access that are under way, in the file's own communicator. */
final class AccessMessages {
    private static final int PIECES = 1;
    private static final int DATA = 2;
    private static final TypeLayout LONGS = TypeLayout.bytes(Long.BYTES);

    private final CommCore c;
    private final List<SendOp> sends = new ArrayList<>();
    private final List<PostedRecv> receives = new ArrayList<>();

    AccessMessages(CommCore c) {
        this.c = c;
    }

    void sendPieces(long[] pieces, int dest) {
        sends.add(c.startSend(Data.of(pieces, 0, pieces.length, LONGS), dest, PIECES, Sending.STANDARD));
    }

    /** Waits for a list of any length. */
    long[] receivePieces(int source) {
        Unexpected message = c.awaitProbe(source, PIECES, true);
        long[] pieces = new long[(int) (message.length() / Long.BYTES)];
        PostedRecv op = c.startReceiveOf(message, Data.of(pieces, 0, pieces.length, LONGS));
        c.await(op);
        c.recycle(op);
        return pieces;
    }

    void sendData(Data data, int dest) {
        sends.add(c.startSend(data, dest, DATA, Sending.STANDARD));
    }

    void receiveData(Data data, int source) {
        receives.add(c.startReceive(data, source, DATA));
    }

    /** Waits for all data to be received. */
    void awaitReceives() {
        for (PostedRecv op : receives) {
            c.await(op);
            c.recycle(op);
        }
        receives.clear();
    }

    /** Waits until what was sent may be used again. */
    void awaitSends() {
        for (SendOp op : sends) {
            c.await(op);
            c.recycle(op);
        }
        sends.clear();
    }
}
