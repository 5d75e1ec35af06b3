// ranks: 4
import mpi.*;

/** Every collective operation that moves data, with offsets everywhere. */
public class Collectives {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank(), p = w.Size(), root = 2;

        char[] text = new char[8];
        if (me == root) text = "..word..".toCharArray();
        w.Bcast(text, 2, 4, MPI.CHAR, root);
        check(new String(text, 2, 4).equals("word") && (me == root || text[1] == 0), "Bcast");

        short[] two = {-1, (short) me, (short) (10 + me)};
        short[] gathered = new short[3 + 2 * p];
        w.Gather(two, 1, 2, MPI.SHORT, gathered, 3, 2, MPI.SHORT, root);
        for (int i = 0; i < p && me == root; i++)
            check(gathered[3 + 2 * i] == i && gathered[4 + 2 * i] == 10 + i, "Gather");
        check(gathered[2] == 0 && (me == root || gathered[3] == 0), "Gather, elsewhere");

        // Rank r gives r + 1 elements; parts lie backwards.
        int[] counts = new int[p], displs = new int[p];
        int total = 0;
        for (int r = p - 1; r >= 0; r--) {
            counts[r] = r + 1;
            displs[r] = total;
            total += r + 1;
        }
        byte[] mine = new byte[me + 3];
        for (int i = 0; i <= me; i++) mine[2 + i] = (byte) (10 * me + i);
        byte[] parts = new byte[5 + total];
        w.Gatherv(mine, 2, me + 1, MPI.BYTE, parts, 5, counts, displs, MPI.BYTE, root);
        if (me == root) checkParts(parts, counts, displs, "Gatherv");
        byte[] everywhere = new byte[5 + total];
        w.Allgatherv(mine, 2, me + 1, MPI.BYTE, everywhere, 5, counts, displs, MPI.BYTE);
        checkParts(everywhere, counts, displs, "Allgatherv");

        byte[] again = new byte[me + 2];
        w.Scatterv(parts, 5, counts, displs, MPI.BYTE, again, 1, me + 1, MPI.BYTE, root);
        for (int i = 0; i <= me; i++) check(again[1 + i] == 10 * me + i, "Scatterv");

        long[] longs = new long[p + 1];
        for (int r = 0; r < p; r++) longs[1 + r] = 100 * me + r;
        long[] part = new long[3];
        w.Scatter(longs, 1, 1, MPI.LONG, part, 2, 1, MPI.LONG, root);
        check(part[2] == 100 * root + me, "Scatter");
        long[] all = new long[p + 2];
        w.Allgather(longs, 1, 1, MPI.LONG, all, 2, 1, MPI.LONG);
        for (int r = 0; r < p; r++) check(all[2 + r] == 100 * r, "Allgather");
        w.Alltoall(longs, 1, 1, MPI.LONG, all, 2, 1, MPI.LONG);
        for (int r = 0; r < p; r++) check(all[2 + r] == 100 * r + me, "Alltoall");

        // r sends s + 1 elements to s.
        int[] sdispls = new int[p], scounts = new int[p], rcounts = new int[p], rdispls = new int[p];
        int at = 0;
        for (int r = 0; r < p; r++) {
            scounts[r] = r + 1;
            sdispls[r] = at;
            at += r + 1;
            rcounts[r] = me + 1;
            rdispls[r] = (p - 1 - r) * (me + 1);
        }
        float[] fs = new float[1 + at], fr = new float[3 + p * (me + 1)];
        for (int i = 0; i < at; i++) fs[1 + i] = me * 1000 + i;
        w.Alltoallv(fs, 1, scounts, sdispls, MPI.FLOAT, fr, 3, rcounts, rdispls, MPI.FLOAT);
        for (int r = 0; r < p; r++)
            for (int i = 0; i <= me; i++) check(fr[3 + rdispls[r] + i] == r * 1000 + sdispls[me] + i, "Alltoallv");

        // Rows to columns: a type on one side.
        int[] square = new int[p * p];
        for (int i = 0; i < p; i++) square[i * p + 1] = 10 * me + i;
        Datatype column = Datatype.Vector(p, 1, p, MPI.INT);
        column.Commit();
        int[] rows = new int[p * p];
        w.Gather(square, 1, 1, column, rows, 0, p, MPI.INT, 0);
        for (int i = 0; i < p * p && me == 0; i++) check(rows[i] == 10 * (i / p) + i % p, "Gather of columns");
        w.Barrier();
        if (me == 0) System.out.println("collectives ok");
        MPI.Finalize();
    }

    static void checkParts(byte[] parts, int[] counts, int[] displs, String what) {
        for (int r = 0; r < counts.length; r++)
            for (int i = 0; i < counts[r]; i++) check(parts[5 + displs[r] + i] == 10 * r + i, what + " of " + r);
    }

    static void check(boolean good, String what) {
        if (!good) throw new RuntimeException(what);
    }
}
