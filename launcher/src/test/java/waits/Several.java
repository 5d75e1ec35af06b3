package waits;

import mpi.*;
// Rank 0 waits for the first of two messages of rank 1 (20 ms), then for the first of two messages of ranks 1 and 2,
// which
// come 20 ms later. Rank 1 is 20 ms late at iBarrier.

public class Several {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        int[] b = new int[1], c = new int[1];
        if (Work.rank == 0) {
            Request[] same = {Work.W.iRecv(b, 1, MPI.INT, 1, 5), Work.W.iRecv(c, 1, MPI.INT, 1, 6)};
            Request.waitAny(same);
            Request.waitAll(same);
            Request[] others = {Work.W.iRecv(b, 1, MPI.INT, 1, 7), Work.W.iRecv(c, 1, MPI.INT, 2, 8)};
            Request.waitAny(others);
            Request.waitAll(others);
        } else {
            Work.ms(20);
            if (Work.rank == 1) Work.W.send(b, 1, MPI.INT, 0, 5);
            if (Work.rank == 1) Work.W.send(b, 1, MPI.INT, 0, 6);
            Work.ms(20);
            Work.W.send(b, 1, MPI.INT, 0, 6 + Work.rank);
        }
        if (Work.rank == 1) Work.ms(20);
        Work.W.iBarrier().waitFor();
        MPI.Finalize();
    }
}
