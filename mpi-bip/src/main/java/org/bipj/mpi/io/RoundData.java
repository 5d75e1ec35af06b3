package org.bipj.mpi.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Region;
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
    private @Nullable MemorySegment memory;
    /** The lifetime of that memory. */
    private @Nullable Arena arena;
    /** Null where the memory is private. */
    private @Nullable Region region;

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
            data.copyOut(position, memory(), at, bytes);
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
            MemorySegment.copy(window, PieceList.at(piece), memory(), at, PieceList.length(piece));
            at += PieceList.length(piece);
        }
        send(begin, bytes, dest);
    }

    private void send(long at, long bytes, int dest) {
        messages.sendData(Data.of(memory(), at, bytes, TypeLayout.BYTE), dest);
    }

    private MemorySegment memory() {
        if (memory == null) {
            arena = Arena.ofShared();
            region = c.engine().register((int) most, arena);
            memory = region == null ? arena.allocate(most, Long.BYTES) : region.memory();
        }
        return memory;
    }

    /** Ends its memory, here: to the collector it is a small object. No message is under way. */
    void close() {
        if (region != null) {
            c.engine().close(region);
        }
        if (arena != null) {
            arena.close();
        }
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
