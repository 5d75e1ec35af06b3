package org.bipj.launch.hosts;

import org.bipj.core.runtime.Client;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/** The states that the ranks of all hosts have published on their boards, as far as their supervisors have reported them. */
final class RemoteBoard implements BoardView {
    private final Record[] records;

    private record Record(int state, int opened, long pid, int code, boolean dormant, boolean over, String reason) {}

    RemoteBoard(int ranks) {
        records = new Record[ranks];
        java.util.Arrays.fill(records, new Record(Board.ABSENT, 0, 0, 0, false, false, ""));
    }

    /** Takes in what a supervisor reports of one rank. */
    synchronized void take(int rank, Unpacker from) {
        records[rank] = new Record(
                from.number(Board.ABSENT, Board.DEAD),
                from.number(Client.SESSION),
                from.number(),
                (int) from.number(),
                from.flag(),
                from.flag(),
                from.text());
    }

    private synchronized Record of(int rank) {
        return records[rank];
    }

    /** Requests come in frames of their own. */
    @Override
    public int asked() {
        return 0;
    }

    @Override
    public int ranks() {
        return records.length;
    }

    @Override
    public int state(int rank) {
        return of(rank).state;
    }

    @Override
    public int opened(int rank) {
        return of(rank).opened;
    }

    @Override
    public boolean isDormant(int rank) {
        return of(rank).dormant;
    }

    @Override
    public boolean isOver(int rank) {
        return of(rank).over;
    }

    @Override
    public long pid(int rank) {
        return of(rank).pid;
    }

    @Override
    public int exitCode(int rank) {
        return of(rank).code;
    }

    @Override
    public String reason(int rank) {
        return of(rank).reason;
    }
}
