package org.bipj.launch.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * A program for tests: two ranks with small heaps accumulate more than these hold, where the origin updates the target's
 * memory, and where the target does. Both go on afterwards.
 */
public final class FullHeapWindows {
    private static final int BYTES = 64 << 20;

    private FullHeapWindows() {}

    /** Prints one line for each window. */
    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        MemorySegment data = Arena.global().allocate(BYTES);
        Win reached = Win.allocate(BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        accumulate("reached", reached, data, 0);
        reached.free();
        Win dynamic = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
        int[] place = new int[1];
        if (me == 1) {
            dynamic.attach(data, BYTES);
            place[0] = dynamic.displacement(data);
        }
        MPI.COMM_WORLD.bcast(place, 1, MPI.INT, 1);
        accumulate("dynamic", dynamic, data, place[0]);
        dynamic.free();
        MPI.Finalize();
    }

    private static void accumulate(String name, Win win, MemorySegment data, int place) {
        win.setErrhandler(MPI.ERRORS_RETURN);
        if (MPI.COMM_WORLD.getRank() == 0) {
            win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
            String found = "no error";
            try {
                win.accumulate(data, BYTES, MPI.BYTE, 1, place, BYTES, MPI.BYTE, MPI.BOR);
                win.flush(1);
            } catch (MPIException e) {
                found = "class " + e.getErrorClass() + ": " + e.getMessage();
            }
            byte[] one = {1};
            win.fetchAndOp(one, new byte[1], MPI.BYTE, 1, place, MPI.SUM);
            win.fetchAndOp(one, one, MPI.BYTE, 1, place, MPI.SUM);
            win.unlock(1);
            System.out.println(name + ", " + one[0] + " added afterwards, " + found);
        }
        MPI.COMM_WORLD.barrier();
    }
}
