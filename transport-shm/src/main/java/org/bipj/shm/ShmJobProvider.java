package org.bipj.shm;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.JobProvider;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.job.SessionLock;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;

/** Makes a process that {@code mpirun} started a rank of its job. */
public final class ShmJobProvider implements JobProvider {
    private static final String ALONE = "To run a program alone, unset " + RankEnvironment.SESSION;

    /** Called by the service loader. */
    public ShmJobProvider() {}

    @Override
    public Optional<Job> join() {
        return join(RankEnvironment.RANK, RankEnvironment.SIZE);
    }

    @Override
    public Optional<Job> serve() {
        Path session = Path.of(OwnLauncher.start().get(RankEnvironment.SESSION));
        try {
            return Optional.of(join(session, 0, 1, 1, false));
        } catch (IOException e) {
            throw new PortException(why(session.toString(), 0, e));
        }
    }

    /**
     * Makes this process a member of its host's session in a job of several hosts: rank and size are those of the host.
     *
     * @return empty if no session is named
     * @throws PortException if the session cannot be joined
     */
    public static Optional<Job> joinHost() {
        return join(RankEnvironment.LOCAL_RANK, RankEnvironment.LOCAL_SIZE);
    }

    private static Optional<Job> join(String rankVariable, String sizeVariable) {
        String session = RankEnvironment.value(RankEnvironment.SESSION);
        if (session == null || session.isEmpty()) {
            return Optional.empty();
        }
        int size = number(sizeVariable, 1, ShmSession.MAX_RANKS);
        int rank = number(rankVariable, 0, size - 1);
        int localSize = number(RankEnvironment.LOCAL_SIZE, 1, size);
        RankEnvironment.checkVersion(
                rank, RankEnvironment.libraryVersion(), RankEnvironment.value(RankEnvironment.VERSION));
        String crowded = RankEnvironment.value(RankEnvironment.CROWDED);
        try {
            return Optional.of(join(Path.of(session), rank, size, localSize, Boolean.parseBoolean(crowded)));
        } catch (IOException e) {
            throw new PortException(why(session, rank, e));
        }
    }

    private static int number(String variable, int least, int most) {
        String value = RankEnvironment.value(variable);
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new PortException(variable + "=" + value + ": expected a number from " + least + " to " + most
                + ", as mpirun sets it together with " + RankEnvironment.SESSION);
    }

    private static String why(String session, int rank, IOException e) {
        return e instanceof NoSuchFileException
                ? atSession(session, rank) + " finds no such session: its job has ended, or a cleaner has removed it. "
                        + ALONE
                : atSession(session, rank) + " cannot join that session: " + SessionFileErrors.why(e);
    }

    private static String atSession(Object session, int rank) {
        return RankEnvironment.SESSION + "=" + session + ": rank " + rank;
    }

    private static Job join(Path session, int rank, int size, int localSize, boolean crowded) throws IOException {
        OwnDirectory files = OwnDirectory.open(session);
        SessionLock lock = SessionLock.open(files);
        if (lock.isLauncherGone()) {
            throw new PortException(atSession(session, rank) + " finds that its mpirun has ended. " + ALONE);
        }
        Store store = new FileStore(files);
        Board board = Board.attach(store.open(BoardFile.NAME).memory(), size);
        long pid = board.pid(rank);
        if (pid != 0 && pid != ProcessHandle.current().pid()) {
            throw new PortException("rank " + rank + " of this job is process " + pid
                    + " already. A program that a rank starts cannot be the same rank: unset "
                    + RankEnvironment.SESSION + " in its environment");
        }
        if (!lock.join(rank)) {
            throw new PortException("rank " + rank + " of this job is another process already, or mpirun has ended");
        }
        return ProcessJob.join(
                rank, localSize, crowded, new Mpirun(lock), store, board, Neighbour.addressOf(session), parents());
    }

    private static Connections.Parents parents() {
        String text = RankEnvironment.value(RankEnvironment.PARENTS);
        if (text == null || text.isEmpty()) {
            return null;
        }
        int space = text.indexOf(' ');
        return new Connections.Parents(text.substring(space + 1), text.substring(0, Math.max(space, 0)));
    }

    /** Sees by the session that a rank has ended the job, and sets the environment. */
    private record Mpirun(SessionLock lock) implements RankLauncher {
        @Override
        public boolean isGone() throws IOException {
            return lock.isLauncherGone();
        }

        @Override
        public void abort(int code, String reason) {}

        @Override
        public Application application(int ranks) {
            return RankEnvironment.application(ranks, RankEnvironment::value);
        }
    }
}
