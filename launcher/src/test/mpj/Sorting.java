// ranks: 4
import java.util.*;
import mpi.*;

/** Odd-even transposition, then a check that all is in order. */
public class Sorting {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank(), p = w.Size(), n = 200;
        Random random = new Random(17 + me);
        int[] mine = new int[2 * n];
        for (int i = 0; i < n; i++) mine[i] = random.nextInt(100000);
        Arrays.sort(mine, 0, n);
        for (int phase = 0; phase < p; phase++) {
            int partner = (me + phase) % 2 == 0 ? me + 1 : me - 1;
            if (partner < 0 || partner >= p) continue;
            w.Sendrecv(mine, 0, n, MPI.INT, partner, phase, mine, n, n, MPI.INT, partner, phase);
            Arrays.sort(mine);
            if (me > partner) System.arraycopy(mine, n, mine, 0, n);
        }
        int[] all = new int[n * p];
        w.Gather(mine, 0, n, MPI.INT, all, 0, n, MPI.INT, p - 1);
        if (me == p - 1) {
            boolean sorted = true;
            for (int i = 1; i < all.length; i++) sorted &= all[i - 1] <= all[i];
            System.out.println(all.length + " sorted " + sorted);
        }
        MPI.Finalize();
    }
}
