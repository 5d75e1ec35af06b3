package waits;

import mpi.*;
// Known: rank 1 needs 30 ms before each fence, the others none: 3 x 10 x 30 = 0.9 s for rank 1. Then
// post/start: rank 0 starts (waits there, in put or in complete) and rank 1 posts 30 ms late; 10 times: 0.3 s;
// ranks 2 and 3 wait those 0.3 s in the barrier for rank 1: 1.8 s in all. Matrix: rank 0 puts 10 x 4 bytes to
// rank 1.

public class Fences {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        int[] mem = new int[16], v = {1};
        Win w = new Win(mem, 16, 1, MPI.INFO_NULL, Work.W);
        w.fence(0);
        for (int i = 0; i < 10; i++) {
            Work.ms(Work.rank == 1 ? 30 : 0);
            w.fence(0);
        }
        Group g = Work.W.getGroup(), g0 = g.incl(new int[] {0}), g1 = g.incl(new int[] {1});
        for (int i = 0; i < 10; i++) {
            if (Work.rank == 0) {
                w.start(g1, 0);
                w.put(v, 1, MPI.INT, 1, 3, 1, MPI.INT);
                w.complete();
            }
            if (Work.rank == 1) {
                Work.ms(30);
                w.post(g0, 0);
                w.waitFor();
            }
        }
        Work.W.barrier();
        w.free();
        MPI.Finalize();
    }
}
