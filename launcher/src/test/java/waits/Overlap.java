package waits;

import mpi.*;
// Known: part A (phase "good"): both post iRecv+iSend of 1 KiB, compute 20 ms, waitAll: no waiting. 10 times.
// Part B (phase "bad"): rank 0 computes 40 ms BEFORE iSend; rank 1 posts iRecv, computes 5 ms, waits: 10 x 35
// ms for rank 0.
// Part C (phase "late-recv"): rank 0 iSend of 4 MiB, waitFor; rank 1 computes 40 ms before its recv: 10 x 40
// ms for rank 1; what the wait lasts beyond that (35 ms each in virtual time) is transfer.
// Part D (phase "icoll"): iAllReduce; rank 0 calls it at once and waits, rank 1 40 ms later: 10 x 40 ms for
// rank 1.

public class Overlap {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        byte[] s = new byte[4 << 20], r = new byte[4 << 20];
        int o = 1 - Work.rank;
        double[] d = new double[1], e = new double[1];
        try (Phase _ = MPI.phase("good")) {
            for (int i = 0; i < 10; i++) {
                Request[] q = {Work.W.iRecv(r, 1024, MPI.BYTE, o, 1), Work.W.iSend(s, 1024, MPI.BYTE, o, 1)};
                Work.ms(20);
                Request.waitAll(q);
            }
        }
        Work.W.barrier();
        try (Phase _ = MPI.phase("bad")) {
            for (int i = 0; i < 10; i++) {
                if (Work.rank == 0) {
                    Work.ms(40);
                    Request q = Work.W.iSend(s, 1024, MPI.BYTE, 1, 2);
                    q.waitFor();
                } else {
                    Request q = Work.W.iRecv(r, 1024, MPI.BYTE, 0, 2);
                    Work.ms(5);

                    q.waitFor();
                }
            }
        }
        Work.W.barrier();
        try (Phase _ = MPI.phase("late-recv")) {
            for (int i = 0; i < 10; i++) {
                if (Work.rank == 0) {
                    Request q = Work.W.iSend(s, s.length, MPI.BYTE, 1, 3);
                    q.waitFor();
                } else {
                    Work.ms(40);
                    Work.W.recv(r, r.length, MPI.BYTE, 0, 3);
                }
            }
        }
        Work.W.barrier();
        try (Phase _ = MPI.phase("icoll")) {
            for (int i = 0; i < 10; i++) {
                if (Work.rank == 1) Work.ms(40);
                Request q = Work.W.iAllReduce(d, e, 1, MPI.DOUBLE, MPI.SUM);
                q.waitFor();
            }
        }
        MPI.Finalize();
    }
}
