// ranks: 2
// options: --profile
// error: mpirun: Send +10 +400 .*
// error: mpirun: Recv +10 +400 .*
// error: mpirun: Bcast +2 +16 .*
// error: mpirun: Request.Wait +2 +0 .*
import mpi.*;

/** Calls that a profile counts. */
public class Profiled {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank();
        int[] numbers = new int[20];
        for (int i = 0; i < 5; i++) {
            if (me == 0) {
                w.Send(numbers, i, 10, MPI.INT, 1, i);
                w.Recv(numbers, i, 10, MPI.INT, 1, i);
            } else {
                w.Recv(numbers, i, 10, MPI.INT, 0, i);
                w.Send(numbers, i, 10, MPI.INT, 0, i);
            }
        }
        w.Isend(numbers, 0, 1, MPI.INT, me, 0);
        w.Irecv(numbers, 1, 1, MPI.INT, me, 0).Wait();
        w.Bcast(new double[3], 2, 1, MPI.DOUBLE, 0);
        if (me == 0) System.out.println("done");
        MPI.Finalize();
    }
}
