package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.ThisHost;
import org.bipj.core.nic.NicPort;
import org.bipj.shm.board.Board;
import org.bipj.shm.job.Binding;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.SharedPayloads;

/** A rank that is a thread of a JVM which holds the whole job. */
final class ThreadJob implements Job {
    private final int rank;
    private final Application application;
    private final boolean crowded;
    private final Store store;
    private final Board board;
    private final SharedPayloads.Tables payloads;
    private final ShmSession.AbortHandler handler;
    /** What its calls are checked for; null: what the process's environment says. */
    private final String checks;

    ThreadJob(
            int rank,
            Application application,
            boolean crowded,
            Store store,
            Board board,
            SharedPayloads.Tables payloads,
            ShmSession.AbortHandler handler,
            String checks) {
        this.rank = rank;
        this.application = application;
        this.crowded = crowded;
        this.store = store;
        this.board = board;
        this.payloads = payloads;
        this.handler = handler;
        this.checks = checks;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return board.ranks();
    }

    @Override
    public Application application() {
        return application;
    }

    @Override
    public String node() {
        return ThisHost.NAME;
    }

    @Override
    public int localSize() {
        return board.ranks();
    }

    @Override
    public boolean isCrowded() {
        return crowded;
    }

    @Override
    public NicPort open() {
        Binding.ofThread(rank).apply();
        return new ShmPort(rank, store, board, new SharedPayloads(payloads, rank), crowded).ofCaller();
    }

    @Override
    public void started() {
        board.setState(rank, Board.STARTED);
    }

    @Override
    public boolean leave() {
        board.leave();
        return true;
    }

    @Override
    public boolean haveAllLeft() {
        return board.haveAllLeft();
    }

    /** A rank that waits looks again by itself: its sleeps are short. */
    @Override
    public boolean hasFinished(int other) {
        return board.state(other) == Board.FINISHED;
    }

    @Override
    public void finished() {
        board.setState(rank, Board.FINISHED);
    }

    @Override
    public String checks() {
        return checks != null ? checks : Job.super.checks();
    }

    @Override
    public MemorySegment shared(String name, long bytes) {
        return store.share(name, bytes);
    }

    @Override
    public void abort(int code, String reason) {
        board.abort(rank, code, reason);
        handler.abort(rank, code, reason);
    }
}
