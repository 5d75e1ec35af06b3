package waits;

import mpi.*;
// Known: serialised chain, one rank computes (20 ms) at a time, then a barrier; 10 times. Each rank makes the 3 others
// wait 20 ms x 10 = 600 ms; 2.4 s of waiting in all; the run takes 0.8 s, in which one rank computes at any time.

public class Chain {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        int[] b = new int[1];
        for (int i = 0; i < 10; i++) {
            if (Work.rank > 0) Work.W.recv(b, 1, MPI.INT, Work.rank - 1, 1);
            Work.ms(20);
            if (Work.rank < Work.size - 1) Work.W.send(b, 1, MPI.INT, Work.rank + 1, 1);
            Work.W.barrier();
        }
        MPI.Finalize();
    }
}
