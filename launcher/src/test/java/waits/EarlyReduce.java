package waits;

import mpi.*;
// Known: root 0 enters reduce at once, ranks 1..3 compute 30 ms: root waits 10 x 30 ms, for ranks 1..3, whose
// acts come together; nobody else waits. Barrier between: no waiting to speak of.

public class EarlyReduce {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        double[] s = new double[1], r = new double[1];
        for (int i = 0; i < 10; i++) {
            if (Work.rank > 0) Work.ms(30);
            Work.W.reduce(s, r, 1, MPI.DOUBLE, MPI.SUM, 0);
            Work.W.barrier();
        }
        MPI.Finalize();
    }
}
