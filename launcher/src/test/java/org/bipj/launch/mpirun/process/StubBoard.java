package org.bipj.launch.mpirun.process;

import java.util.Arrays;
import org.bipj.core.runtime.Client;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/** What ranks have published, as the test says it. */
final class StubBoard implements BoardView {
    private static final int FIRST_PID = 1_000;

    private final int[] states;
    private final Client[] clients;
    private final String[] reasons;

    StubBoard(int ranks) {
        states = new int[ranks];
        Arrays.fill(states, Board.ABSENT);
        clients = new Client[ranks];
        Arrays.fill(clients, Client.MPI);
        reasons = new String[ranks];
    }

    /** A rank has initialised the library. */
    synchronized void started(int rank) {
        states[rank] = Board.STARTED;
    }

    /** A rank has opened one of its interfaces. */
    synchronized void started(int rank, Client client) {
        clients[rank] = client;
        states[rank] = Board.STARTED;
    }

    /** A rank has closed what it has opened. */
    synchronized void finished(int rank) {
        states[rank] = Board.FINISHED;
    }

    /** A rank ends the job. */
    synchronized void aborted(int rank, String reason) {
        reasons[rank] = reason;
        states[rank] = Board.ABORTED;
    }

    @Override
    public int ranks() {
        return states.length;
    }

    @Override
    public synchronized int state(int rank) {
        return states[rank];
    }

    @Override
    public synchronized int opened(int rank) {
        return clients[rank].ordinal();
    }

    @Override
    public boolean isDormant(int rank) {
        return false;
    }

    @Override
    public synchronized long pid(int rank) {
        return states[rank] == Board.ABSENT ? 0 : FIRST_PID + rank;
    }

    @Override
    public int asked() {
        return 0;
    }

    @Override
    public int exitCode(int rank) {
        return 1;
    }

    @Override
    public synchronized String reason(int rank) {
        return reasons[rank];
    }
}
