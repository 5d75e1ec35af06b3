package org.bipj.shm;

import java.nio.file.Path;
import java.util.Map;
import org.bipj.core.job.Job;

/**
 * One job over shared memory, as its launcher holds it. Ranks that are processes join it by their environment; ranks that
 * are threads of this JVM are given their membership by {@link #job}.
 */
public final class ShmSession implements AutoCloseable {
    /** Most ranks that one job may have. */
    public static final int MAX_RANKS = 4096;

    /** What is to be done when a rank that is a thread ends its job. */
    @FunctionalInterface
    public interface AbortHandler {
        /**
         * Ends all ranks of the job. Does not return normally.
         *
         * @param rank the rank that ends the job
         * @param code exit code of the job, 1 to 255
         * @param reason one line to print with the rank's number
         */
        void abort(int rank, int code, String reason);
    }

    private final int ranks;
    private final BoardView board;
    private final SessionDirectory directory;
    private final BoardFile file;
    private final Store store;
    private final AbortHandler handler;
    /** Made when first needed: to map the board takes time that the start of a job has not got. */
    private Questions questions;

    private ShmSession(SessionDirectory directory, BoardFile file) {
        this.ranks = file.ranks();
        this.board = file;
        this.directory = directory;
        this.file = file;
        this.store = new FileStore(directory.path());
        this.handler = null;
    }

    private ShmSession(int ranks, AbortHandler handler) {
        this.ranks = ranks;
        this.store = new LocalStore();
        this.board = Board.make(store.create(BoardFile.NAME, Board.bytes(ranks)).memory(), ranks);
        this.directory = null;
        this.file = null;
        this.handler = handler;
    }

    /**
     * A job whose ranks are processes. Removes what killed launchers of the same user have left, then makes a session
     * directory, which {@link #close} removes.
     *
     * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
     * @throws org.bipj.core.nic.PortException if there is no place or no room for the directory
     */
    public static ShmSession forProcesses(int ranks) {
        checkRanks(ranks);
        Path base = SessionDirectory.base();
        Reaper.reap(base);
        SessionDirectory directory = SessionDirectory.create(base);
        try {
            return new ShmSession(directory, BoardFile.create(directory.path(), ranks));
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** As {@link #forThreads(int, AbortHandler)}; a rank that ends the job prints why and halts the JVM. */
    public static ShmSession forThreads(int ranks) {
        return forThreads(ranks, (rank, code, reason) -> {
            System.err.println("bipj: rank " + rank + ": " + reason);
            Exit.flushAndHalt(code);
        });
    }

    /**
     * A job whose ranks are threads of this JVM.
     *
     * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
     * @param handler called by a rank that ends the job
     */
    public static ShmSession forThreads(int ranks, AbortHandler handler) {
        checkRanks(ranks);
        return new ShmSession(ranks, handler);
    }

    private static void checkRanks(int ranks) {
        if (ranks < 1 || ranks > MAX_RANKS) {
            throw new IllegalArgumentException("ranks: " + ranks + ", expected 1 to " + MAX_RANKS);
        }
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= ranks) {
            throw new IllegalArgumentException("rank: " + rank + ", expected 0 to " + (ranks - 1));
        }
    }

    /** What the ranks have told of themselves. */
    public BoardView board() {
        return board;
    }

    /** The session directory; null where ranks are threads. */
    public Path directory() {
        return directory == null ? null : directory.path();
    }

    /** Environment variables that make a process the given rank of this job. */
    public Map<String, String> environment(int rank) {
        checkRank(rank);
        if (directory == null) {
            throw new IllegalStateException("the ranks of this job are threads: no process can join it");
        }
        return RankEnvironment.of(directory.path().toString(), rank, ranks);
    }

    /** Membership of a rank that is a thread of this JVM. To be asked for once per rank. */
    public Job job(int rank) {
        checkRank(rank);
        if (directory != null) {
            throw new IllegalStateException("the ranks of this job are processes: they join by their environment");
        }
        return new ThreadJob(rank, store, (Board) board, handler);
    }

    /**
     * What the launcher asks the ranks while the job runs.
     *
     * @throws org.bipj.core.nic.PortException if the board cannot be mapped
     */
    public synchronized Questions questions() {
        if (questions == null) {
            questions = new Questions(store, board instanceof Board shared ? shared : file.map());
        }
        return questions;
    }

    /** Ends the session when all ranks have ended: removes its shared memory. */
    @Override
    public void close() {
        if (directory != null) {
            file.close();
            directory.close();
        } else {
            store.close();
        }
    }
}
