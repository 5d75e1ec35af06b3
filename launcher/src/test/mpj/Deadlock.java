// ranks: 2
// code: 123
// error: waits in mpi.Comm.Recv for a message from rank 0 with tag 7 in MPI_COMM_WORLD
import mpi.*;

/** Both wait for the other's message. */
public class Deadlock {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int[] numbers = {me, -1};
        MPI.COMM_WORLD.Recv(numbers, 1, 1, MPI.INT, 1 - me, 7);
        MPI.COMM_WORLD.Send(numbers, 0, 1, MPI.INT, 1 - me, 7);
        MPI.Finalize();
    }
}
