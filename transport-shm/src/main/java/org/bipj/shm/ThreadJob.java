package org.bipj.shm;

import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeper;
import org.bipj.core.nic.NicPort;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.board.Board;
import org.bipj.shm.figures.FigureSource;
import org.bipj.shm.job.Binding;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.link.SessionNames;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.SharedPayloads;

/** A rank that is a thread of a JVM which holds the whole job. */
final class ThreadJob extends BoardJob {
    private final Application application;
    /** What other jobs of this JVM find of this one, as long as it is referred to. */
    private final Neighbour own;

    private final ShmSession.AbortHandler handler;
    /** What its calls are checked for; null: what the process's environment says. */
    private final String checks;
    /** The thread that has initialised the library; null before. */
    private volatile Thread opener;
    /** Where its choices are recorded, or replayed from; null: neither. */
    private final ChoiceFolder choices;

    ThreadJob(
            int rank,
            Application application,
            boolean crowded,
            Store store,
            Board board,
            Neighbour own,
            Connections.Parents parents,
            ShmSession.AbortHandler handler,
            String checks,
            ChoiceFolder choices) {
        super(
                rank,
                crowded,
                store,
                board,
                own.address(),
                parents,
                new SessionNames(store, rank, NameKeeper.ofThisProcess()));
        this.application = application;
        this.own = own;
        this.handler = handler;
        this.checks = checks;
        this.choices = choices;
    }

    @Override
    public Application application() {
        return application;
    }

    @Override
    public int localSize() {
        return board.ranks();
    }

    @Override
    public NicPort open() {
        opener = Thread.currentThread();
        Binding.ofThread(rank).apply();
        return opened(new ShmPort(
                rank, store, board, new SharedPayloads(own.peers().payloads(), rank, board.ranks()), crowded));
    }

    /** What this rank does, for viewers. */
    FigureSource figures() {
        return new BoardFigures(this, () -> RankCounts.of(this), () -> opener);
    }

    @Override
    public void finished() {
        board.setState(rank, Board.FINISHED);
    }

    @Override
    public String checks() {
        return checks != null ? checks : super.checks();
    }

    @Override
    public ChoiceFolder choiceFolder() {
        return choices;
    }

    @Override
    public void abort(int code, String reason) {
        board.abort(rank, code, reason);
        handler.abort(rank, code, reason);
    }
}
