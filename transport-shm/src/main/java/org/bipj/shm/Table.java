package org.bipj.shm;

import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.WaitReport;
import org.bipj.core.nic.SharedTable;
import org.bipj.core.payload.Payload;

/** One rank's view of the table on the board. */
final class Table implements SharedTable {
    /** What one line holds beside its turn. */
    static final int BYTES = 56;

    private static final int DATA = 8;

    private final Board board;
    private final int rank;
    private final int ranks;
    private long turn;
    /** Ranks below this one have laid in this turn. */
    private int seen;

    Table(Board board, int rank) {
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
    public void lay(Payload data) {
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
        // Volatile: of two ranks that lay last at the same time, one sees that all have, and so wakes those who sleep.
        Access.setLongVolatile(board.memory(), line, turn);
        if (isLaid()) {
            board.wakeAll();
        }
    }

    @Override
    public boolean isLaid() {
        int next = seen;
        while (next < ranks && Access.getLongAcquire(board.memory(), board.tableLine(next, turn)) == turn) {
            next++;
        }
        seen = next;
        return next == ranks;
    }

    /** True where a rank has waited for the end of its turn, and that has come. */
    boolean hasNews() {
        return seen < ranks && isLaid();
    }

    /** Who has not laid in this turn, in words; empty where all have. */
    String missing() {
        List<Integer> missing = IntStream.range(seen, ranks)
                .filter(other -> Access.getLongAcquire(board.memory(), board.tableLine(other, turn)) != turn)
                .boxed()
                .toList();
        return missing.isEmpty() ? "" : WaitReport.ranks(missing) + " to make the same collective call";
    }

    @Override
    public void pick(Payload into, long bytes) {
        for (int from = 0; from < ranks; from++) {
            into.copyIn(board.memory(), board.tableLine(from, turn) + DATA, from * bytes, bytes);
        }
    }
}
