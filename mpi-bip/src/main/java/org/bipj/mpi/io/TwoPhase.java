package org.bipj.mpi.io;

import java.nio.ByteBuffer;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;

/**
 * Collective accesses in two phases: some ranks, the aggregators, read and write large windows of the file for all, and
 * exchange the small pieces in them by messages (Thakur, Gropp and Lusk, "Data sieving and collective I/O in ROMIO",
 * Frontiers '99, section 4).
 *
 * <pre>
 *   file      | window 0 | window 1 | window 2 | window 3 | window 4 |
 *   handled by   aggr. 0    aggr. 1    aggr. 0    aggr. 1    aggr. 0
 *   in          ------- round 0 ----  ------- round 1 ----  -- round 2
 *
 *   each rank, each round      to each aggregator: the list of its pieces; then data to it, or data from it
 * </pre>
 *
 * <p>A rank's view must be ascending: then its data in a window follow each other in memory order too.
 *
 * <p>An aggregator writes only what ranks have written: bytes between their pieces are not touched.
 */
final class TwoPhase {
    /** Bytes of the file that all aggregators handle in a round, at most. */
    private static final long LARGEST_ROUND = 1 << 30;

    private final CommCore c;
    private final Disk disk;
    private final long windowBytes;
    private final int aggregators;
    /** This rank's number among the aggregators, or -1. */
    private final int aggregator;

    private final Messages messages;
    private final PieceList own = new PieceList();
    private final PieceList all = new PieceList();
    private final Scratch window;
    /** Where data with gaps are packed for the messages of a round; made when needed. */
    private Scratch packed;

    private EngineException failure;

    TwoPhase(CommCore c, Disk disk, Hints hints) {
        this.c = c;
        this.disk = disk;
        windowBytes = hints.bufferBytes();
        aggregators = (int) Math.min(Math.min(hints.aggregators(), c.size()), LARGEST_ROUND / windowBytes);
        int mine = -1;
        for (int a = 0; a < aggregators; a++) {
            mine = rankOf(a) == c.rank() ? a : mine;
        }
        aggregator = mine;
        messages = new Messages(c);
        window = mine < 0 ? null : Scratch.of((int) windowBytes);
    }

    private int rankOf(int number) {
        return (int) ((long) number * c.size() / aggregators);
    }

    /** What an aggregator failed to do in the last access; null if nothing. The access itself has been gone through. */
    EngineException failure() {
        return failure;
    }

    /**
     * Accesses bytes of the view from a position on.
     *
     * @param low byte of the file at which the first data of any rank are
     * @param high one past the last one
     */
    void run(View.Cursor cursor, Transfer transfer, long bytes, long low, long high) {
        failure = null;
        long done = 0;
        long last = (high - 1) / windowBytes;
        for (long first = low / windowBytes; first <= last; first += aggregators) {
            int count = (int) Math.min(aggregators, last - first + 1);
            done += transfer.isWrite()
                    ? writeRound(cursor, transfer, done, bytes - done, first, count)
                    : readRound(cursor, transfer, done, bytes - done, first, count);
        }
    }

    private void take(View.Cursor cursor, long number, long most) {
        own.take(cursor, number * windowBytes, (number + 1) * windowBytes, most);
    }

    private long writeRound(View.Cursor cursor, Transfer transfer, long position, long left, long first, int count) {
        long done = 0;
        long[] ownPieces = {};
        long ownPosition = 0;
        for (int a = 0; a < count; a++) {
            take(cursor, first + a, left - done);
            if (a == aggregator) {
                ownPieces = own.toArray();
                ownPosition = position + done;
            } else {
                messages.sendPieces(own.toArray(), rankOf(a));
                send(transfer, position + done, done, a);
            }
            done += own.bytes();
        }
        if (aggregator >= 0 && aggregator < count) {
            collect(transfer, ownPieces, ownPosition);
            write((first + aggregator) * windowBytes);
        }
        messages.awaitSends();
        return done;
    }

    /** Sends the data of the own pieces to an aggregator. */
    private void send(Transfer transfer, long position, long roundPosition, int to) {
        long n = own.bytes();
        if (n == 0) {
            return;
        } else if (transfer.isDense()) {
            messages.sendData(transfer.buffer(), position, n, TypeLayout.BYTE, rankOf(to));
            return;
        }
        transfer.payload().copyOut(position, packed().segment(), roundPosition, n);
        messages.sendData(packed.segment(), roundPosition, n, TypeLayout.BYTE, rankOf(to));
    }

    private Scratch packed() {
        if (packed == null) {
            packed = Scratch.of(Math.toIntExact(windowBytes * aggregators));
        }
        return packed;
    }

    /** Puts the data of all ranks in their places in the window. */
    private void collect(Transfer transfer, long[] ownPieces, long ownPosition) {
        all.clear();
        all.addAll(ownPieces);
        long position = ownPosition;
        for (long piece : ownPieces) {
            transfer.payload().copyOut(position, window.segment(), PieceList.at(piece), PieceList.length(piece));
            position += PieceList.length(piece);
        }
        for (int rank = 0; rank < c.size(); rank++) {
            long[] pieces = rank == c.rank() ? new long[0] : messages.receivePieces(rank);
            all.addAll(pieces);
            if (pieces.length == 1) {
                messages.receiveData(
                        window.segment(), PieceList.at(pieces[0]), PieceList.length(pieces[0]), TypeLayout.BYTE, rank);
            } else if (pieces.length > 1) {
                messages.receiveData(window.segment(), 0, 1, PieceList.layout(pieces, windowBytes), rank);
            }
        }
        messages.awaitReceives();
    }

    private void write(long offset) {
        all.merge();
        for (int i = 0; i < all.size() && failure == null; i++) {
            int at = PieceList.at(all.get(i));
            ByteBuffer data = window.range(at, PieceList.length(all.get(i)));
            failure = Agreement.attempt(() -> disk.write(data, offset + at));
        }
    }

    private long readRound(View.Cursor cursor, Transfer transfer, long position, long left, long first, int count) {
        long done = 0;
        long[] ownPieces = {};
        long ownPosition = 0;
        for (int a = 0; a < count; a++) {
            take(cursor, first + a, left - done);
            if (a == aggregator) {
                ownPieces = own.toArray();
                ownPosition = position + done;
            } else {
                messages.sendPieces(own.toArray(), rankOf(a));
                receive(transfer, position + done, done, a);
            }
            done += own.bytes();
        }
        if (aggregator >= 0 && aggregator < count) {
            distribute(transfer, ownPieces, ownPosition, (first + aggregator) * windowBytes);
        }
        messages.awaitReceives();
        messages.awaitSends();
        if (!transfer.isDense()) {
            unpack(transfer, position, done, ownPieces, ownPosition);
        }
        return done;
    }

    /** Posts the receive of the data of the own pieces from an aggregator. */
    private void receive(Transfer transfer, long position, long roundPosition, int from) {
        long n = own.bytes();
        if (n > 0 && transfer.isDense()) {
            messages.receiveData(transfer.buffer(), position, n, TypeLayout.BYTE, rankOf(from));
        } else if (n > 0) {
            messages.receiveData(packed().segment(), roundPosition, n, TypeLayout.BYTE, rankOf(from));
        }
    }

    /** Moves what has been received in a round to its places, but for what this rank has read by itself. */
    private void unpack(Transfer transfer, long position, long bytes, long[] ownPieces, long ownPosition) {
        long ownBytes = 0;
        for (long piece : ownPieces) {
            ownBytes += PieceList.length(piece);
        }
        long before = ownBytes == 0 ? bytes : ownPosition - position;
        long after = before + ownBytes;
        if (before > 0) {
            transfer.payload().copyIn(packed().segment(), 0, position, before);
        }
        if (bytes > after) {
            transfer.payload().copyIn(packed().segment(), after, position + after, bytes - after);
        }
    }

    /** Reads what all ranks want of a window, and gives it to them. */
    private void distribute(Transfer transfer, long[] ownPieces, long ownPosition, long offset) {
        long[][] wanted = new long[c.size()][];
        all.clear();
        for (int rank = 0; rank < c.size(); rank++) {
            wanted[rank] = rank == c.rank() ? ownPieces : messages.receivePieces(rank);
            all.addAll(wanted[rank]);
        }
        read(offset);
        for (int rank = 0; rank < c.size(); rank++) {
            if (rank != c.rank() && wanted[rank].length > 0) {
                messages.sendData(window.segment(), 0, 1, PieceList.layout(wanted[rank], windowBytes), rank);
            }
        }
        long position = ownPosition;
        for (long piece : ownPieces) {
            transfer.payload().copyIn(window.segment(), PieceList.at(piece), position, PieceList.length(piece));
            position += PieceList.length(piece);
        }
    }

    /** Reads from the first byte that is wanted to the last, holes and all: one large read for many small ones. */
    private void read(long offset) {
        all.merge();
        if (all.size() == 0 || failure != null) {
            return;
        }
        int from = PieceList.at(all.get(0));
        long last = all.get(all.size() - 1);
        int n = PieceList.at(last) + PieceList.length(last) - from;
        failure = Agreement.attempt(() -> {
            int got = disk.read(window.range(from, n), offset + from);
            if (got < n) {
                throw new EngineException(
                        FileErrors.IO,
                        disk.path() + ": the file ended at byte " + (offset + from + got)
                                + " while it was read; it has been made shorter at the same time");
            }
        });
    }
}
