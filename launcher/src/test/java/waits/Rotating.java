package waits;

import mpi.*;
// Known: in iteration i rank i%4 computes 25 ms, the others 5 ms: each rank makes the 3 others wait 20 ms x 5
// iterations = 300 ms; 1.2 s in all, no one culprit.
// The computing time of all ranks is the same (200 ms each).

public class Rotating {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        double[] s = new double[1], r = new double[1];
        for (int i = 0; i < 20; i++) {
            Work.ms(i % 4 == Work.rank ? 25 : 5);
            Work.W.allReduce(s, r, 1, MPI.DOUBLE, MPI.SUM);
        }
        MPI.Finalize();
    }
}
