package counted;

import mpi.MPI;

/** Each rank sends so many messages of 8 bytes to itself. */
public class ManyCalls {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            MPI.COMM_WORLD.send(new byte[8], 8, MPI.BYTE, rank, 1);
            MPI.COMM_WORLD.recv(new byte[8], 8, MPI.BYTE, rank, 1);
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
