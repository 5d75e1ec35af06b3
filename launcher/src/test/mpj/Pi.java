// ranks: 3
import mpi.*;

public class Pi {
    public static void main(String args[]) throws Exception {
        args = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] n = new int[1];
        if (rank == 0) {
            n[0] = args.length > 0 ? Integer.parseInt(args[0]) : 100000;
        }
        double start = MPI.Wtime();
        MPI.COMM_WORLD.Bcast(n, 0, 1, MPI.INT, 0);
        double h = 1.0 / n[0];
        double sum = 0.0;
        for (int i = rank + 1; i <= n[0]; i += size) {
            double x = h * (i - 0.5);
            sum += 4.0 / (1.0 + x * x);
        }
        double mypi[] = {h * sum};
        double pi[] = new double[1];
        MPI.COMM_WORLD.Reduce(mypi, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        double end = MPI.Wtime();
        if (rank == 0) {
            System.out.println("pi is about " + Math.round(pi[0] * 1e8) / 1e8);
            if (end < start || MPI.Wtick() <= 0) {
                System.out.println("time runs backwards");
            }
        }
        MPI.Finalize();
    }
}
