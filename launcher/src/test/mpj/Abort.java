// ranks: 2
// code: 7
import mpi.*;

public class Abort {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) {
            System.out.println("enough");
            System.out.flush();
            MPI.COMM_WORLD.Abort(7);
        }
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0);
        MPI.Finalize();
    }
}
