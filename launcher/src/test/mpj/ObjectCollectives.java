// ranks: 3
import java.util.Arrays;
import mpi.*;

/** Collective operations on arrays of objects. */
public class ObjectCollectives {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        Datatype t = MPI.OBJECT;
        int me = w.Rank(), p = w.Size();
        String[] names = new String[4];
        if (me == 1) names = new String[] {"-", "a", "b", "-"};
        w.Bcast(names, 1, 2, t, 1);
        check(names[1].equals("a") && names[2].equals("b") && (me == 1 || names[3] == null), "Bcast");

        Object[] mine = {null, "g" + me, Integer.valueOf(me)};
        Object[] all = new Object[1 + 2 * p];
        w.Gather(mine, 1, 2, t, all, 1, 2, t, 0);
        if (me == 0) check(Arrays.toString(all).equals("[null, g0, 0, g1, 1, g2, 2]"), "Gather " + Arrays.toString(all));
        Object[] every = new Object[2 * p];
        w.Allgather(mine, 1, 2, t, every, 0, 2, t);
        check(Arrays.toString(every).equals("[g0, 0, g1, 1, g2, 2]"), "Allgather");
        Object[] two = new Object[3];
        w.Scatter(all, 1, 2, t, two, 1, 2, t, 0);
        check(two[1].equals("g" + me) && two[2].equals(me) && two[0] == null, "Scatter");

        int[] counts = {1, 0, 2}, displs = {2, 2, 0};
        String[] own = {"v" + me + "0", "v" + me + "1"};
        Object[] parts = new Object[4];
        w.Gatherv(own, 0, counts[me], t, parts, 1, counts, displs, t, 2);
        if (me == 2) check(Arrays.toString(parts).equals("[null, v20, v21, v00]"), "Gatherv " + Arrays.toString(parts));
        w.Allgatherv(own, 0, counts[me], t, parts, 1, counts, displs, t);
        check(Arrays.toString(parts).equals("[null, v20, v21, v00]"), "Allgatherv");
        Object[] back = new Object[3];
        w.Scatterv(parts, 1, counts, displs, t, back, 1, counts[me], t, 2);
        String expected = me == 0 ? "[null, v00, null]" : me == 1 ? "[null, null, null]" : "[null, v20, v21]";
        check(Arrays.toString(back).equals(expected), "Scatterv");

        String[] out = new String[p], in = new String[p];
        for (int i = 0; i < p; i++) out[i] = me + ">" + i;
        w.Alltoall(out, 0, 1, t, in, 0, 1, t);
        for (int i = 0; i < p; i++) check(in[i].equals(i + ">" + me), "Alltoall");
        int[] one = {1, 1, 1}, forth = {0, 1, 2}, down = {2, 1, 0};
        w.Alltoallv(out, 0, one, forth, t, in, 0, one, down, t);
        for (int i = 0; i < p; i++) check(in[p - 1 - i].equals(i + ">" + me), "Alltoallv");
        w.Barrier();
        if (me == 0) System.out.println("objects ok");
        MPI.Finalize();
    }

    static void check(boolean good, String what) {
        if (!good) throw new RuntimeException(what);
    }
}
