package waits;

import mpi.*;
// Root cause is rank 1 in every variant; rank 0 is its victim and reaches the barrier 5 ms after it; ranks 2 and 3 wait
// in the barrier 300 ms for rank 1 and 5 ms for rank 0 (lock: 290 and 15, as rank 0 computes 10 ms before its lock;
// send and isend: besides, the transfer of 4 MiB).
// args[0]: isend (long iSend + waitFor), send (the same blocking: the control), lock, pscw, icoll (iBarrier on a
// sub-communicator of 0 and 1), probe (rank 0 waits in probe for a message of rank 1, and receives it: wrong in process
// and thread mode only)

public class LatePartner {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        byte[] b = new byte[4 << 20];
        int[] m = new int[4];
        int r = Work.rank;
        String v = a[0];
        Win w = v.equals("lock") || v.equals("pscw") ? new Win(m, 4, 1, MPI.INFO_NULL, Work.W) : null;
        Intracomm pair = Work.W.split(r < 2 ? 0 : 1, r);
        Group g = Work.W.getGroup(), g0 = g.incl(new int[] {0}), g1 = g.incl(new int[] {1});
        Work.W.barrier();
        switch (v) {
            case "send" -> {
                if (r == 0) Work.W.send(b, b.length, MPI.BYTE, 1, 1);
                if (r == 1) {
                    Work.ms(300);
                    Work.W.recv(b, b.length, MPI.BYTE, 0, 1);
                }
            }
            case "isend" -> {
                if (r == 0) Work.W.iSend(b, b.length, MPI.BYTE, 1, 1).waitFor();
                if (r == 1) {
                    Work.ms(300);
                    Work.W.recv(b, b.length, MPI.BYTE, 0, 1);
                }
            }
            case "lock" -> {
                if (r == 1) {
                    w.lock(MPI.LOCK_EXCLUSIVE, 2, 0);
                    w.put(m, 1, MPI.INT, 2, 0, 1, MPI.INT);
                    w.flush(2);
                    Work.ms(300);
                    w.unlock(2);
                }
                if (r == 0) {
                    Work.ms(10);
                    w.lock(MPI.LOCK_EXCLUSIVE, 2, 0);
                    w.put(m, 1, MPI.INT, 2, 0, 1, MPI.INT);
                    w.unlock(2);
                }
            }
            case "pscw" -> {
                if (r == 0) {
                    w.start(g1, 0);
                    w.put(m, 1, MPI.INT, 1, 0, 1, MPI.INT);
                    w.complete();
                }
                if (r == 1) {
                    Work.ms(300);
                    w.post(g0, 0);
                    w.waitFor();
                }
            }
            case "probe" -> {
                if (r == 0) {
                    Work.W.probe(1, 5);
                    Work.W.recv(m, 1, MPI.INT, 1, 5);
                }
                if (r == 1) {
                    Work.ms(300);
                    Work.W.send(m, 1, MPI.INT, 0, 5);
                }
            }
            case "icoll" -> {
                if (r == 1) Work.ms(300);
                if (r < 2) pair.iBarrier().waitFor();
            }
        }
        if (r == 0) Work.ms(5);
        Work.W.barrier();
        MPI.Finalize();
    }
}
