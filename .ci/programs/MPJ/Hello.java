import mpi.*;

public class Hello {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] own = {MPI.COMM_WORLD.Rank()};
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + ": " + sum[0]);
        MPI.Finalize();
    }
}
