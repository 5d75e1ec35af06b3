package org.bipj.shm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.bipj.core.job.Job;
import org.bipj.core.job.JobProvider;
import org.bipj.core.nic.PortException;

/** Makes a process that {@code mpirun} started a rank of its job. */
public final class ShmJobProvider implements JobProvider {
    /** For the service loader. */
    public ShmJobProvider() {}

    @Override
    public Optional<Job> join() {
        String session = System.getenv(RankEnvironment.SESSION);
        if (session == null || session.isEmpty()) {
            return Optional.empty();
        }
        int size = number(RankEnvironment.SIZE, 1, ShmSession.MAX_RANKS);
        int rank = number(RankEnvironment.RANK, 0, size - 1);
        int localSize = number(RankEnvironment.LOCAL_SIZE, 1, size);
        boolean crowded = Boolean.parseBoolean(System.getenv(RankEnvironment.CROWDED));
        return Optional.of(join(Path.of(session), rank, size, localSize, crowded));
    }

    private static int number(String variable, int least, int most) {
        String value = System.getenv(variable);
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new PortException(variable + "=" + value + ": expected a number from " + least + " to " + most
                + ", as mpirun sets it together with " + RankEnvironment.SESSION);
    }

    private static Job join(Path session, int rank, int size, int localSize, boolean crowded) {
        if (!Files.isDirectory(session)) {
            throw new PortException(RankEnvironment.SESSION + "=" + session + ": rank " + rank
                    + " finds no such directory. The job that it belonged to has ended; to run alone, unset "
                    + RankEnvironment.SESSION);
        }
        Store store = new FileStore(session);
        Board board = Board.attach(store.open(BoardFile.NAME).memory(), size);
        long pid = board.pid(rank);
        if (pid != 0 && pid != ProcessHandle.current().pid()) {
            throw new PortException("rank " + rank + " of this job is process " + pid
                    + " already. A program that a rank" + " starts cannot be the same rank: unset "
                    + RankEnvironment.SESSION + " in its environment");
        }
        return ProcessJob.join(rank, localSize, crowded, session, store, board);
    }
}
