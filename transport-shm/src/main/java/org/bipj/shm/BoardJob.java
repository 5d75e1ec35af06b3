package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.machine.ThisHost;
import org.bipj.shm.board.Board;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.memory.Store;

/** A rank of a job on this host, whose ranks see each other's states on a board. */
abstract class BoardJob implements Job {
    private static final int REASON_LOOKS = 1000;
    private static final long REASON_LOOK_MS = 5;

    final int rank;
    final boolean crowded;
    final Store store;
    final Board board;
    /** Of the rank with other jobs; null where this job has no address. */
    private final ShmConnections connections;

    private final NameKeeping names;
    /** The port that the rank has opened last; null before. */
    private volatile ShmPort port;
    /** What refers to the port, which the end of the process or session frees; null before the first close. */
    private Runnable kept;

    /**
     * A rank.
     *
     * @param address by which other jobs find this one; null: none can
     * @param parents who has started the job; null: its user has
     * @param names what becomes of names that the rank publishes
     */
    BoardJob(
            int rank,
            boolean crowded,
            Store store,
            Board board,
            String address,
            Connections.Parents parents,
            NameKeeping names) {
        this.rank = rank;
        this.crowded = crowded;
        this.store = store;
        this.board = board;
        this.names = names;
        connections = address == null
                ? null
                : new ShmConnections(rank, crowded, store, board, address, parents, this::neighbourFailed);
    }

    /** The port that the rank opens. */
    final ShmPort opened(ShmPort port) {
        if (connections != null) {
            connections.opened(port);
        }
        this.port = port;
        return port.ofCaller();
    }

    /** The port that the rank has opened last, for those who look at the rank; null before. */
    final ShmPort port() {
        return port;
    }

    /** The address of a job that this rank is connected with and that has failed; null if there is none. */
    final String failedNeighbour() {
        return connections == null ? null : connections.failed();
    }

    /** A job of another host has failed that this rank is connected with; by any thread. */
    void neighbourFailed(String why) {
        abort(1, why);
    }

    @Override
    public final void awaitReason() {
        try {
            for (int looks = 0; looks < REASON_LOOKS && !hasReason(); looks++) {
                Thread.sleep(REASON_LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasReason() {
        return IntStream.range(0, board.ranks()).anyMatch(other -> board.state(other) == Board.ABORTED);
    }

    @Override
    public final Connections connections() {
        return connections;
    }

    @Override
    public final NameKeeping names() {
        return names;
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int size() {
        return board.ranks();
    }

    @Override
    public final String node() {
        return ThisHost.NAME;
    }

    @Override
    public final String named(int number) {
        return connections == null ? Integer.toString(number) : connections.named(number);
    }

    /** Jobs of one family share it. */
    @Override
    public final String memory() {
        return Long.toHexString(board.family()) + " " + ThisHost.NAME;
    }

    @Override
    public final boolean isCrowded() {
        return crowded;
    }

    @Override
    public final boolean leave() {
        if (port != null && RankEnvironment.isVerbose()) {
            System.err.print(port.distances());
        }
        board.leave(rank);
        return true;
    }

    @Override
    public final boolean survivesDeaths() {
        return board.survivesDeaths();
    }

    @Override
    public final boolean haveAllLeft() {
        return board.haveAllLeft() && (connections == null || connections.haveNeighboursLeft());
    }

    /** Ranks of other jobs have no memory of this one. */
    @Override
    public final boolean isNear(int other) {
        return other < board.ranks();
    }

    /** A rank that waits looks again by itself: its sleeps are short. */
    @Override
    public final boolean hasFinished(int other) {
        return board.isOver(other);
    }

    @Override
    public final boolean hasClosed(int other, int client, int opening) {
        return board.closed(other, client) > opening || board.isOver(other);
    }

    @Override
    public final boolean keep(int[] closed, Runnable end) {
        kept = end;
        board.setClosed(rank, closed);
        board.setDormant(rank, true);
        return true;
    }

    @Override
    public void started(int client) {
        board.setOpened(rank, client);
        board.setState(rank, Board.STARTED);
    }

    @Override
    public final MemorySegment shared(String name, long bytes) {
        return store.share(name, bytes);
    }
}
