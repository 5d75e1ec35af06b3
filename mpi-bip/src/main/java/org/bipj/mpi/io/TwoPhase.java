package org.bipj.mpi.io;

import java.nio.ByteBuffer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

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
 * <p>No rank waits for its sends before it has posted its receives of the same round.
 *
 * <p>A rank's view must be ascending: then its data in a window follow each other in memory order too.
 *
 * <p>An aggregator writes only what ranks have written: bytes between their pieces are not touched.
 */
final class TwoPhase {
    /** Bytes of the file that all aggregators handle in a round, at most. */
    private static final long LARGEST_ROUND = 1 << 30;

    private static final int NONE = -1;
    private static final long[] NO_PIECES = {};

    private final CommCore c;
    private final Disk disk;
    private final long windowBytes;
    private final int aggregators;
    /** This rank's number among the aggregators, or NONE. */
    private final int aggregator;

    private final PieceList taken = new PieceList();
    private final PieceList all = new PieceList();
    /** Null where this rank is no aggregator. */
    private final @Nullable Scratch window;

    private final AccessMessages incoming;
    /** Two, so that a rank packs the data of a round while those of the one before are fetched. */
    private final RoundData[] outboxes;

    private int rounds;
    /** Where data with gaps arrive; made when needed. */
    private @Nullable Scratch packed;

    private @Nullable EngineException failure;
    /** An access is under way, or was when it failed: messages may still arrive in its memory. */
    private boolean isBusy;

    TwoPhase(CommCore c, Disk disk, Hints hints) {
        this.c = c;
        this.disk = disk;
        windowBytes = hints.bufferBytes();
        aggregators = (int) Math.min(Math.min(hints.aggregators(), c.size()), LARGEST_ROUND / windowBytes);
        int mine = NONE;
        for (int a = 0; a < aggregators; a++) {
            mine = rankOf(a) == c.rank() ? a : mine;
        }
        aggregator = mine;
        incoming = new AccessMessages(c);
        outboxes = new RoundData[] {new RoundData(c, windowBytes), new RoundData(c, windowBytes)};
        window = mine == NONE ? null : Scratch.of((int) windowBytes);
    }

    private Scratch window() {
        assert window != null : "this rank is no aggregator";
        return window;
    }

    private int rankOf(int number) {
        return (int) ((long) number * c.size() / aggregators);
    }

    /** The error of an aggregator in the last access, or null. The access itself was completed. */
    @Nullable
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
        isBusy = true;
        long done = 0;
        long last = (high - 1) / windowBytes;
        for (long first = low / windowBytes; first <= last; first += aggregators) {
            int count = (int) Math.min(aggregators, last - first + 1);
            RoundData outbox = outboxes[rounds++ & 1];
            outbox.empty();
            Round round = take(cursor, done, bytes - done, first, count);
            if (transfer.isWrite()) {
                write(round, transfer, outbox);
            } else {
                read(round, transfer, outbox);
            }
            done += round.bytes();
        }
        outboxes[0].empty();
        outboxes[1].empty();
        isBusy = false;
    }

    /** Ends its memory; it is not used again. */
    void close() {
        if (isBusy) {
            return;
        }
        if (window != null) {
            window.giveBack();
        }
        if (packed != null) {
            packed.giveBack();
        }
        outboxes[0].close();
        outboxes[1].close();
    }

    /**
     * This rank's part in a round.
     *
     * @param firstWindow number of the window of aggregator 0
     * @param pieces of this rank, for each aggregator that has a window
     * @param positions in this rank's data at which those pieces begin
     */
    private record Round(long firstWindow, long[][] pieces, long[] positions, long bytes) {
        long begin() {
            return positions[0];
        }
    }

    private Round take(View.Cursor cursor, long position, long left, long firstWindow, int count) {
        long[][] pieces = new long[count][];
        long[] positions = new long[count];
        long done = 0;
        for (int a = 0; a < count; a++) {
            long number = firstWindow + a;
            taken.take(cursor, number * windowBytes, (number + 1) * windowBytes, left - done);
            pieces[a] = taken.toArray();
            positions[a] = position + done;
            done += taken.bytes();
        }
        return new Round(firstWindow, pieces, positions, done);
    }

    /** True if this rank has a window to handle in a round. */
    private boolean handles(Round round) {
        return aggregator != NONE && aggregator < round.pieces.length;
    }

    private long offset(Round round) {
        return (round.firstWindow + aggregator) * windowBytes;
    }

    // ---- writing -----------------------------------------------------------------------------------------------

    private void write(Round round, Transfer transfer, RoundData outbox) {
        for (int a = 0; a < round.pieces.length; a++) {
            if (a != aggregator) {
                outbox.sendPieces(round.pieces[a], rankOf(a));
            }
        }
        // Before data are sent: a full outbox waits for its receivers, which must not wait for this rank in turn.
        if (handles(round)) {
            collect(round, transfer);
        }
        for (int a = 0; a < round.pieces.length; a++) {
            if (a != aggregator) {
                outbox.send(transfer.payload(), round.positions[a], PieceList.bytes(round.pieces[a]), rankOf(a));
            }
        }
        if (handles(round)) {
            incoming.awaitReceives();
            write(offset(round));
        }
    }

    /** Puts this rank's data in their places in the window, and posts receives there for those of the others. */
    private void collect(Round round, Transfer transfer) {
        long[] own = round.pieces[aggregator];
        all.clear();
        all.addAll(own);
        long position = round.positions[aggregator];
        for (long piece : own) {
            transfer.payload().copyOut(position, window().segment(), PieceList.at(piece), PieceList.length(piece));
            position += PieceList.length(piece);
        }
        for (int rank = 0; rank < c.size(); rank++) {
            long[] pieces = rank == c.rank() ? NO_PIECES : incoming.receivePieces(rank);
            all.addAll(pieces);
            if (pieces.length > 0) {
                incoming.receiveData(Data.of(window().segment(), 0, 1, PieceList.layout(pieces, windowBytes)), rank);
            }
        }
    }

    private void write(long offset) {
        all.merge();
        for (int i = 0; i < all.size() && failure == null; i++) {
            int at = PieceList.at(all.get(i));
            ByteBuffer data = window().range(at, PieceList.length(all.get(i)));
            failure = CollectiveSteps.attempt(() -> disk.write(data, offset + at));
        }
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    private void read(Round round, Transfer transfer, RoundData outbox) {
        for (int a = 0; a < round.pieces.length; a++) {
            if (a != aggregator) {
                outbox.sendPieces(round.pieces[a], rankOf(a));
                receive(round, transfer, a);
            }
        }
        if (handles(round)) {
            distribute(round, transfer, outbox);
        }
        incoming.awaitReceives();
        for (int a = 0; a < round.pieces.length && !transfer.isDense(); a++) {
            if (a != aggregator) {
                long n = PieceList.bytes(round.pieces[a]);
                transfer.payload().copyIn(packed().segment(), inPacked(round, a), round.positions[a], n);
            }
        }
    }

    /** Posts the receive of the data of this rank's pieces from an aggregator. */
    private void receive(Round round, Transfer transfer, int a) {
        long n = PieceList.bytes(round.pieces[a]);
        if (n > 0 && transfer.isDense()) {
            incoming.receiveData(Data.of(transfer.buffer(), round.positions[a], n, TypeLayout.BYTE), rankOf(a));
        } else if (n > 0) {
            incoming.receiveData(Data.of(packed().segment(), inPacked(round, a), n, TypeLayout.BYTE), rankOf(a));
        }
    }

    private static long inPacked(Round round, int a) {
        return round.positions[a] - round.begin();
    }

    private Scratch packed() {
        if (packed == null) {
            packed = Scratch.of((int) (windowBytes * aggregators));
        }
        return packed;
    }

    /** Reads what all ranks want of a window, and gives it to them. */
    private void distribute(Round round, Transfer transfer, RoundData outbox) {
        long[][] wanted = new long[c.size()][];
        all.clear();
        for (int rank = 0; rank < c.size(); rank++) {
            wanted[rank] = rank == c.rank() ? round.pieces[aggregator] : incoming.receivePieces(rank);
            all.addAll(wanted[rank]);
        }
        read(offset(round));
        for (int rank = 0; rank < c.size(); rank++) {
            if (rank != c.rank()) {
                outbox.send(window().segment(), wanted[rank], rank);
            }
        }
        long position = round.positions[aggregator];
        for (long piece : round.pieces[aggregator]) {
            transfer.payload().copyIn(window().segment(), PieceList.at(piece), position, PieceList.length(piece));
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
        failure = CollectiveSteps.attempt(() -> {
            int got = disk.read(window().range(from, n), offset + from);
            if (got < n) {
                throw new EngineException(
                        FileErrors.IO,
                        disk.path() + ": the file ended at byte " + (offset + from + got)
                                + " while it was read; it has been made shorter at the same time");
            }
        });
    }
}
