package org.bipj.shm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.figures.JobDescription;
import org.bipj.shm.job.Reaper;
import org.bipj.shm.job.Remover;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.job.SessionLock;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;

/**
 * The session of a host's ranks under a foreign launcher: the lowest rank of the host makes it, the others open it, and the
 * last one to end removes it. If all are killed, a {@link Remover} does so.
 *
 * <p>Such a launcher may let ranks go on when another one has died. Each rank therefore watches the next one of its host, by its
 * byte of the session's lock, and ends the job.
 */
public final class HostSession {
    private final Path directory;
    private final SessionLock lock;
    private final Store store;
    private final Board board;
    /** By place on this host: the rank in the whole job. */
    private final int[] ranks;

    private final int place;
    /** Null in ranks that have not made the session. */
    private final Remover remover;

    private HostSession(Path directory, SessionLock lock, OwnDirectory files, int[] ranks, int place, Remover remover) {
        this.directory = directory;
        this.lock = lock;
        this.ranks = ranks.clone();
        this.place = place;
        this.remover = remover;
        store = new FileStore(files);
        board = Board.attach(store.open(BoardFile.NAME).memory(), ranks.length);
    }

    /**
     * Makes the session, and begins to remove the sessions of killed jobs of the same user.
     *
     * @param ranks of the host, by place; the caller is at place 0
     * @param size ranks of the job, on all hosts
     * @throws PortException if there is no room for it
     */
    public static HostSession make(int[] ranks, int size) {
        if (ranks.length > ShmSession.MAX_RANKS) {
            throw new PortException(ranks.length + " ranks share a host, expected at most " + ShmSession.MAX_RANKS);
        }
        Path planned = ShmSession.planDirectory();
        Thread reaper = Reaper.start(planned.getParent());
        Remover remover = startRemover(planned);
        SessionDirectory made = SessionDirectory.make(planned);
        try {
            ShmSession.makeBoard(made.files(), ranks.length, size > ranks.length, reaper)
                    .close();
            JobDescription.ofThisProcess(
                            JobDescription.PROCESSES,
                            size,
                            IntStream.of(ranks).boxed().toList(),
                            List.of("started by another launcher"))
                    .write(made.files());
            HostSession session = new HostSession(planned, made.lock(), made.files(), ranks, 0, remover);
            session.enter();
            return session;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private static Remover startRemover(Path planned) {
        try {
            return Remover.start(planned);
        } catch (IOException e) {
            System.getLogger(HostSession.class.getName())
                    .log(System.Logger.Level.DEBUG, "no shell to remove the session of killed ranks", e);
            return null;
        }
    }

    /**
     * Opens the session that another rank of the host has made.
     *
     * @param ranks of the host, by place
     * @param place of the caller
     * @throws PortException if there is none, or it is not this user's
     */
    public static HostSession open(Path directory, int[] ranks, int place) {
        try {
            OwnDirectory files = OwnDirectory.open(directory);
            HostSession session = new HostSession(directory, SessionLock.open(files), files, ranks, place, null);
            session.enter();
            return session;
        } catch (IOException e) {
            throw new PortException(
                    "cannot open the session " + directory + ", which another rank of this host has made: "
                            + SessionFileErrors.why(e) + "; do the ranks of this host share that directory?",
                    e);
        }
    }

    private void enter() {
        try {
            if (!lock.join(place)) {
                throw new PortException("place " + place + " of the session " + directory + " is taken already");
            }
        } catch (IOException e) {
            throw new PortException(
                    "cannot lock a place of the session " + directory + ": " + SessionFileErrors.why(e), e);
        }
    }

    /** The directory of the session. */
    public Path directory() {
        return directory;
    }

    /** Makes the caller a rank. To be called once. */
    public Job join(boolean crowded, RankLauncher launcher) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(launcher), "bipj-session-end"));
        return ProcessJob.join(place, board.ranks(), crowded, new Watched(launcher), store, board, null, null);
    }

    /** The session is not removed before these processes have ended, if this one is killed. For the rank that has made it. */
    public void await(List<Long> pids) {
        if (remover != null) {
            remover.await(pids);
        }
    }

    private void end(RankLauncher launcher) {
        leave();
        if (board.state(place) == Board.FINISHED) {
            launcher.leave();
        }
    }

    /** This process ends: the last one of the session removes it. */
    private void leave() {
        try {
            if (lock.leave()) {
                remove();
            }
        } catch (IOException | RuntimeException e) {
            // The remover tries again, and so does the next job.
            System.getLogger(HostSession.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot leave the session " + directory, e);
        }
    }

    private void remove() {
        try (OwnDirectory files = OwnDirectory.open(directory)) {
            files.delete();
        } catch (IOException | RuntimeException e) {
            // Another rank has removed it, or the next job does.
            System.getLogger(HostSession.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot remove the session " + directory, e);
        }
    }

    /** The launcher, and beside it the next rank of this host. */
    private final class Watched implements RankLauncher {
        private final RankLauncher launcher;
        private int next = place;

        Watched(RankLauncher launcher) {
            this.launcher = launcher;
        }

        /** The next rank is the next one that has not finalised the library. */
        private boolean hasNextEnded() throws IOException {
            if (next == place || board.state(next) == Board.FINISHED) {
                do {
                    next = (next + 1) % board.ranks();
                } while (next != place && board.state(next) == Board.FINISHED);
            }
            return next != place && board.pid(next) != 0 && lock.isGone(next);
        }

        /** Where the next rank has ended the job, it has said why. */
        @Override
        public boolean isGone() throws IOException {
            return hasNextEnded() && board.state(next) == Board.ABORTED || launcher.isGone();
        }

        @Override
        public String failure() throws IOException {
            // The state after the lock: it is final.
            boolean died = hasNextEnded() && board.state(next) < Board.FINISHED;
            return died ? "rank " + ranks[next] + " has ended without having finalised the library" : null;
        }

        /**
         * Before the launcher kills all processes for it, the session is removed: a job survives that for as long as it takes to end.
         * What other ranks run into then is no reason of theirs.
         */
        @Override
        public void abort(int code, String reason) {
            remove();
            boolean isFirst = IntStream.range(0, board.ranks())
                    .noneMatch(other -> other != place && board.state(other) == Board.ABORTED);
            if (isFirst) {
                launcher.abort(code, reason);
            }
        }

        @Override
        public Application application(int size) {
            return launcher.application(size);
        }
    }
}
