package counted;

import mpi.*;

/** Each rank has more threads than have records: each of them sends a message, and takes one. Then one rank writes and reads. */
public class ManyThreads {
    public static final int THREADS = 70;

    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int next = (rank + 1) % world.getSize();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int tag = i;
            threads[i] = new Thread(() -> {
                try {
                    world.send(new long[1], 1, MPI.LONG, next, tag);
                    world.recv(new long[2], 2, MPI.LONG, MPI.ANY_SOURCE, tag);
                } catch (MPIException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, world);
        win.fence(0);
        if (rank == 0) {
            win.put(new int[3], 3, MPI.INT, 1, 0, 3, MPI.INT);
            win.get(new int[2], 2, MPI.INT, 1, 0, 2, MPI.INT);
        }
        win.fence(0);
        win.free();
        world.setErrhandler(MPI.ERRORS_RETURN);
        try {
            world.send(new long[1], 1, MPI.LONG, world.getSize(), 0);
        } catch (MPIException e) {
            // A call without bytes and without a message.
        }
        MPI.Finalize();
        try {
            world.barrier();
        } catch (MPIException e) {
            // Behind the end of what is counted.
        }
    }
}
