package waits;

import mpi.*;
// Known: THREAD_MULTIPLE, two threads a rank, tag = thread. Thread 1 of rank 0 sends 40 ms late each time, thread 0 at
// once: thread 1 of rank 1 waits 10 x 40 ms for rank 0, thread 0 does not wait. 20 messages of 8 bytes.

public class SeveralThreads {
    public static void main(String[] a) throws Exception {
        if (MPI.InitThread(a, MPI.THREAD_MULTIPLE) < MPI.THREAD_MULTIPLE) throw new Error();
        Work.set();
        Thread[] t = new Thread[2];
        int rank = Work.rank;
        Intracomm W = Work.W;
        for (int k = 0; k < 2; k++) {
            int tag = k;
            t[k] = new Thread(
                    () -> {
                        try {
                            long[] b = new long[1];
                            for (int i = 0; i < 10; i++) {
                                if (rank == 0) {
                                    if (tag == 1) Thread.sleep(40);
                                    W.send(b, 1, MPI.LONG, 1, tag);
                                } else W.recv(b, 1, MPI.LONG, 0, tag);
                            }
                        } catch (Exception e) {
                            throw new Error(e);
                        }
                    },
                    "worker-" + k);
            t[k].start();
        }
        for (Thread x : t) x.join();
        MPI.Finalize();
    }
}
