package waits;

import mpi.*;
// Known: rank 2 reaches MPI.Finalize 400 ms after the others: they wait there 3 x 400 ms for it. Before, rank 1 is
// late: 300 ms at new Win (the others wait 3 x 300 ms for it), 200 ms at new File (3 x 200), 100 ms at writeAtAll (3 x
// 100). Argument: a file's name.

public class LateMembers {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        if (Work.rank == 1) Work.ms(300);
        Win w = new Win(new int[4], 4, 1, MPI.INFO_NULL, Work.W);
        if (Work.rank == 1) Work.ms(200);
        File f = new File(Work.W, a[0], MPI.MODE_CREATE | MPI.MODE_RDWR);
        if (Work.rank == 1) Work.ms(100);
        f.writeAtAll(Work.rank * 4, new int[] {1}, 1, MPI.INT);
        f.close();
        w.free();
        if (Work.rank == 2) Work.ms(400);
        MPI.Finalize();
    }
}
