// ranks: 4
import mpi.*;

/** C = A B by blocks of rows; the arrays are flat, so that offsets find rows. */
public class MatMul {
    static final int N = 24;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int p = MPI.COMM_WORLD.Size();
        int rows = N / p;
        double[] a = new double[N * N + 5];
        double[] b = new double[N * N];
        double[] c = new double[N * N];
        if (me == 0) {
            for (int i = 0; i < N * N; i++) {
                a[5 + i] = i % 7;
                b[i] = i % 5;
            }
        }
        double[] mine = new double[rows * N];
        double[] part = new double[rows * N];
        MPI.COMM_WORLD.Bcast(b, 0, N * N, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Scatter(a, 5, rows * N, MPI.DOUBLE, mine, 0, rows * N, MPI.DOUBLE, 0);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++) part[i * N + j] += mine[i * N + k] * b[k * N + j];
        MPI.COMM_WORLD.Gather(part, 0, rows * N, MPI.DOUBLE, c, 0, rows * N, MPI.DOUBLE, 0);
        if (me == 0) {
            double trace = 0;
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++) {
                    double sum = 0;
                    for (int k = 0; k < N; k++) sum += a[5 + i * N + k] * b[k * N + j];
                    if (sum != c[i * N + j]) throw new RuntimeException("c[" + i + "][" + j + "]");
                    if (i == j) trace += sum;
                }
            System.out.println("trace " + trace);
        }
        MPI.Finalize();
    }
}
