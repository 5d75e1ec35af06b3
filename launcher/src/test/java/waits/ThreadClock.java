package waits;

import mpi.*;
// Known: THREAD_MULTIPLE; a second thread of rank 1 receives 3 messages, each of which a second thread of rank 0 sends
// 40
// ms after the one before.

public class ThreadClock {
    public static void main(String[] a) throws Exception {
        MPI.InitThread(a, MPI.THREAD_MULTIPLE);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.getRank();
        Thread t = new Thread(() -> {
            try {
                long[] b = new long[1];
                for (int i = 0; i < 3; i++) {
                    if (me == 0) {
                        Thread.sleep(40);
                        w.send(b, 1, MPI.LONG, 1, 1);
                    } else {
                        w.recv(b, 1, MPI.LONG, 0, 1);
                    }
                }
            } catch (Exception e) {
                throw new Error(e);
            }
        });
        t.start();
        t.join();
        MPI.Finalize();
    }
}
