package waits;

import mpi.*;
// Known: rank 1 polls iProbe in a loop for 300 ms until rank 0 sends, 3 times; then probe waits 100
// ms, 3 times; All for rank 0: 0.9 s (polled) + 0.3 s.

public class Polls {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        int[] b = new int[1];
        for (int i = 0; i < 3; i++) {
            if (Work.rank == 0) {
                Work.ms(300);
                Work.W.send(b, 1, MPI.INT, 1, 1);
            } else {
                while (Work.W.iProbe(0, 1) == null) {
                    Work.ms(0.05);
                }
                Work.W.recv(b, 1, MPI.INT, 0, 1);
            }
        }
        for (int i = 0; i < 3; i++) {
            if (Work.rank == 0) {
                Work.ms(100);
                Work.W.send(b, 1, MPI.INT, 1, 2);
            } else {
                Work.W.probe(0, 2);
                Work.W.recv(b, 1, MPI.INT, 0, 2);
            }
        }
        MPI.Finalize();
    }
}
