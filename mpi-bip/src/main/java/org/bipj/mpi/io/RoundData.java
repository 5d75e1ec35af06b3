package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * The data that a rank sends in one round, packed into memory from which receivers fetch them where the port offers such memory: on few
 * processors a sender that had to take part would often have to be scheduled first.
 */
final class RoundData {
    private final CommCore c;
    private final AccessMessages messages;
    private final long most;
    private @Nullable Scratch scratch;
    private long used;

    /**
     * An empty one.
     *
     * @param most bytes of one message
     */
    RoundData(CommCore c, long most) {
        this.c = c;
        this.most = most;
        messages = new AccessMessages(c);
    }

    /** Waits until all that it holds has been received. */
    void empty() {
        messages.awaitSends();
        used = 0;
    }

    /** Sends a list of pieces. */
    void sendPieces(long[] pieces, int dest) {
        messages.sendPieces(pieces, dest);
    }

    /** Sends a range of a rank's data. */
    void send(Payload data, long position, long bytes, int dest) {
        if (bytes > 0) {
            long at = take(bytes);
            data.copyOut(position, scratch().segment(), at, bytes);
            send(at, bytes, dest);
        }
    }

    /** Sends pieces of an aggregator's window. */
    void send(MemorySegment window, long[] pieces, int dest) {
        if (pieces.length == 0) {
            return;
        }
        long bytes = PieceList.bytes(pieces);
        long begin = take(bytes);
        long at = begin;
        for (long piece : pieces) {
            MemorySegment.copy(window, PieceList.at(piece), scratch().segment(), at, PieceList.length(piece));
            at += PieceList.length(piece);
        }
        send(begin, bytes, dest);
    }

    private void send(long at, long bytes, int dest) {
        messages.sendData(Data.of(scratch().segment(), at, bytes, TypeLayout.BYTE), dest);
    }

    private Scratch scratch() {
        if (scratch == null) {
            scratch = Scratch.reachable(c, (int) most);
        }
        return scratch;
    }

    /** Room for a message; where there is none left, what is there has to go first. */
    private long take(long bytes) {
        if (used + bytes > most) {
            empty();
        }
        long at = used;
        used += bytes;
        return at;
    }
}
