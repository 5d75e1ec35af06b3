// ranks: 3
import mpi.*;

/** Heat in a rod, with a double[] whose borders are exchanged in place until nothing changes. */
public class Jacobi {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank(), p = w.Size(), n = 10;
        double[] u = new double[n + 2], v = new double[n + 2];
        if (me == 0) u[0] = v[0] = 1;
        int left = me == 0 ? MPI.PROC_NULL : me - 1, right = me == p - 1 ? MPI.PROC_NULL : me + 1;
        double[] change = {1}, most = new double[1];
        int steps = 0;
        while (change[0] > 1e-9) {
            Request[] r = {
                w.Irecv(u, 0, 1, MPI.DOUBLE, left, 1), w.Irecv(u, n + 1, 1, MPI.DOUBLE, right, 2),
                w.Isend(u, n, 1, MPI.DOUBLE, right, 1), w.Isend(u, 1, 1, MPI.DOUBLE, left, 2)
            };
            Request.Waitall(r);
            most[0] = 0;
            for (int i = 1; i <= n; i++) {
                v[i] = 0.5 * (u[i - 1] + u[i + 1]);
                most[0] = Math.max(most[0], Math.abs(v[i] - u[i]));
            }
            System.arraycopy(v, 1, u, 1, n);
            // The old dialect has no form in place: programs pass one array twice all the same.
            change[0] = most[0];
            w.Allreduce(change, 0, change, 0, 1, MPI.DOUBLE, MPI.MAX);
            steps++;
        }
        double[] sum = {0}, total = new double[1];
        for (int i = 1; i <= n; i++) sum[0] += u[i];
        w.Reduce(sum, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        if (me == 0) System.out.println("heat " + Math.round(total[0] * 1000) / 1000.0 + ", converged " + (steps > 100));
        MPI.Finalize();
    }
}
