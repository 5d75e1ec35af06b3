package waits;

import mpi.*;
// Known: ranks 1..3 lock rank 0's window exclusively, hold it 10 ms, 10 times each: 300 ms serialised; while one holds
// it, the others wait in lock: 180, 190 and 200 ms in the order of the first lock, for the holders; rank 0
// waits 300 ms in the barrier.

public class Locks {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        int[] mem = new int[16], v = {1};
        Win w = new Win(mem, 16, 1, MPI.INFO_NULL, Work.W);
        if (Work.rank > 0)
            for (int i = 0; i < 10; i++) {
                w.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                w.put(v, 1, MPI.INT, 0, Work.rank, 1, MPI.INT);
                w.flush(0);
                Work.ms(10);
                w.unlock(0);
            }
        Work.W.barrier();
        w.free();
        MPI.Finalize();
    }
}
