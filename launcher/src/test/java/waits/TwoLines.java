package waits;

import mpi.*;
// Known: one line sends 8 bytes 1000 times, the next one 100,000 bytes 10 times (each 100 turns), same peer, tag and
// type. rank 1 computes 20 ms before each long receive: 200 ms of waiting in the second line.

public class TwoLines {
    public static void main(String[] a) throws Exception {
        Work.init(a);
        byte[] b = new byte[100000];
        for (int i = 0; i < 1000; i++) {
            if (Work.rank == 0) {
                Work.W.send(b, 8, MPI.BYTE, 1, 0);
                if (i % 100 == 50) Work.W.send(b, 100000, MPI.BYTE, 1, 0);
            } else {
                Work.W.recv(b, 8, MPI.BYTE, 0, 0);
                if (i % 100 == 50) {
                    Work.ms(20);
                    Work.W.recv(b, 100000, MPI.BYTE, 0, 0);
                }
            }
        }
        MPI.Finalize();
    }
}
