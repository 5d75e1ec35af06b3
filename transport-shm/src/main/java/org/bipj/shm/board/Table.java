package org.bipj.shm.board;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.WaitReport;
import org.bipj.core.nic.SharedTable;
import org.bipj.core.payload.Payload;
import org.bipj.shm.memory.Access;

/** One rank's view of the table on the board. */
public final class Table implements SharedTable {
    /** Bytes that one line holds beside its turn. */
    static final int BYTES = 56;

    private static final int DATA = 8;

    private final Board board;
    private final int rank;
    private final int ranks;
    private long turn;
    /** Ranks below this one have published in this turn. */
    private int seen;

    /** The view of one rank. */
    public Table(Board board, int rank) {
        this.board = board;
        this.rank = rank;
        this.ranks = board.ranks();
        this.seen = ranks;
    }

    @Override
    public int bytes() {
        return BYTES;
    }

    @Override
    public void publish(Payload data) {
        long bytes = data.size();
        if (bytes > BYTES) {
            throw new IllegalArgumentException(
                    "rank " + rank + ": " + bytes + " bytes for the table, expected at most " + BYTES);
        }
        turn++;
        seen = 0;
        long line = board.tableLine(rank, turn);
        if (bytes > 0) {
            data.copyOut(0, board.memory(), line + DATA, bytes);
        }
        // Volatile: of two ranks that publish last at the same time, at least one sees all lines and wakes the
        // sleepers.
        Access.setLongVolatile(board.memory(), line, turn);
        if (isComplete()) {
            board.wakeAll();
        }
    }

    @Override
    public boolean isComplete() {
        int next = seen;
        while (next < ranks && Access.getLongAcquire(board.memory(), board.tableLine(next, turn)) == turn) {
            next++;
        }
        seen = next;
        return next == ranks;
    }

    /** True if this rank has not yet seen the end of its turn, and the turn has ended. */
    public boolean hasNews() {
        return seen < ranks && isComplete();
    }

    /** The ranks that have not published in this turn, in words; empty if there are none. */
    public String missing() {
        List<Integer> missing = IntStream.range(seen, ranks)
                .filter(other -> Access.getLongAcquire(board.memory(), board.tableLine(other, turn)) != turn)
                .boxed()
                .toList();
        return missing.isEmpty() ? "" : WaitReport.ranks(missing) + " to make the same collective call";
    }

    @Override
    public void gather(Payload into, long bytes) {
        for (int from = 0; from < ranks; from++) {
            into.copyIn(board.memory(), board.tableLine(from, turn) + DATA, from * bytes, bytes);
        }
    }
}
