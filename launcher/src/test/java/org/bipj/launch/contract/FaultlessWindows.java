package org.bipj.launch.contract;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/** Legal neighbours of faults with windows: what may meet in one epoch, and receives into memory that others update at another time. */
final class FaultlessWindows {
    private static final int TAG = 12;
    private static final int WORDS = 16;

    private final Intracomm comm;
    private final int me;
    private final int next;
    private final int last;
    private final IntBuffer memory = MPI.newIntBuffer(WORDS);

    private FaultlessWindows(Intracomm comm) {
        this.comm = comm;
        me = comm.getRank();
        next = (me + 1) % comm.getSize();
        last = (me + comm.getSize() - 1) % comm.getSize();
    }

    /** All ranks make a window, and free it behind a fence. */
    static void run(Intracomm comm) {
        new FaultlessWindows(comm).run();
    }

    private void run() {
        int[] one = new int[1];
        try (Win win = new Win(memory, WORDS, 1, MPI.INFO_NULL, comm)) {
            exchange(0);
            win.fence(MPI.MODE_NOPRECEDE);
            // Accumulates may meet; a get and a put beside them; receives beside all of them.
            win.accumulate(one, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
            win.getAccumulate(one, 1, MPI.INT, new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
            win.fetchAndOp(one, new int[1], MPI.INT, 0, 0, MPI.NO_OP);
            win.get(new int[2], 2, MPI.INT, next, 2, 2, MPI.INT);
            win.put(new byte[Integer.BYTES], Integer.BYTES, MPI.BYTE, next, 10, Integer.BYTES, MPI.BYTE);
            win.put(one, 1, MPI.INT, next, 1, 1, MPI.INT);
            exchange(4);
            win.fence(0);
            // What was updated is read and received into in the next epoch.
            win.get(one, 1, MPI.INT, next, 0, 1, MPI.INT);
            exchange(1);
            win.fence(0);
            receiveBeforePut(win);
            win.fence(MPI.MODE_NOSUCCEED);
            exchange(0);
            locked(win);
        }
    }

    /** Two values from the last rank, into the window. */
    private void exchange(int at) {
        Request receive = comm.iRecv(MPI.slice(memory, at), 2, MPI.INT, last, TAG);
        comm.send(new int[2], 2, MPI.INT, next, TAG);
        receive.waitFor();
    }

    /** The put comes behind the receive, of whose end the target tells. */
    private void receiveBeforePut(Win win) {
        exchange(6);
        comm.sendRecv(new int[0], 0, MPI.INT, last, TAG + 1, new int[0], 0, MPI.INT, next, TAG + 1);
        win.put(new int[1], 1, MPI.INT, next, 6, 1, MPI.INT);
    }

    /** A flush, or a wait for what a get brings, lies between. */
    private void locked(Win win) {
        comm.barrier();
        win.lockAll(0);
        win.accumulate(new int[1], 1, MPI.INT, next, 8, 1, MPI.INT, MPI.SUM);
        win.flush(next);
        win.get(new int[1], 1, MPI.INT, next, 8, 1, MPI.INT);
        win.flushAll();
        win.rGet(new int[1], 1, MPI.INT, next, 9, 1, MPI.INT).waitFor();
        win.put(new int[1], 1, MPI.INT, next, 9, 1, MPI.INT);
        win.unlockAll();
        comm.barrier();
    }
}
