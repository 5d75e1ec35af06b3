// ranks: 4
import mpi.*;

public class Reductions {
    static Intracomm w;
    static int me;

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        w = MPI.COMM_WORLD;
        me = w.Rank();
        int[] out = new int[2];
        int[] in = {99, me + 1};
        Op[] ops = {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.BAND, MPI.BOR, MPI.BXOR};
        String[] names = {"MAX", "MIN", "SUM", "PROD", "BAND", "BOR", "BXOR"};
        for (int i = 0; i < ops.length; i++) {
            w.Reduce(in, 1, out, 1, 1, MPI.INT, ops[i], 0);
            print(names[i] + " " + out[1]);
        }
        boolean[] t = {me > 1}, u = new boolean[1];
        Op[] logical = {MPI.LAND, MPI.LOR, MPI.LXOR};
        for (int i = 0; i < 3; i++) {
            w.Allreduce(t, 0, u, 0, 1, MPI.BOOLEAN, logical[i]);
            print(i + " " + u[0]);
        }
        // A value and where it is: flat arrays of pairs.
        int[] ip = {7, 7, me == 2 ? 50 : me, me, 3, me}, iq = new int[4];
        w.Allreduce(ip, 2, iq, 0, 2, MPI.INT2, MPI.MAXLOC);
        print("INT2 " + iq[0] + " at " + iq[1] + ", " + iq[2] + " at " + iq[3]);
        double[] dp = {me == 1 ? -2.5 : me, me}, dq = new double[2];
        w.Allreduce(dp, 0, dq, 0, 1, MPI.DOUBLE2, MPI.MINLOC);
        print("DOUBLE2 " + dq[0] + " at " + dq[1]);
        float[] fp = {me == 3 ? 9.5f : me, me}, fq = new float[2];
        w.Reduce(fp, 0, fq, 0, 1, MPI.FLOAT2, MPI.MAXLOC, 0);
        print("FLOAT2 " + fq[0] + " at " + fq[1]);
        long[] lp = {1L << 40, me}, lq = new long[2];
        w.Reduce(lp, 0, lq, 0, 1, MPI.LONG2, MPI.MAXLOC, 0);
        print("LONG2 " + lq[0] + " at " + lq[1]);
        short[] sp = {(short) -me, (short) me}, sq = new short[2];
        w.Allreduce(sp, 0, sq, 0, 1, MPI.SHORT2, MPI.MINLOC);
        print("SHORT2 " + sq[0] + " at " + sq[1]);

        int[] parts = {0, 2, 1, 3};
        long[] ls = new long[7], lr = new long[4];
        for (int i = 0; i < 6; i++) ls[1 + i] = i;
        w.Reduce_scatter(ls, 1, lr, 1, parts, MPI.LONG, MPI.SUM);
        String mine = "";
        for (int i = 0; i < parts[me]; i++) mine += " " + lr[1 + i];
        System.out.println("part of " + me + ":" + mine);
        double[] ds = {0, me + 1.0}, dr = new double[3];
        w.Scan(ds, 1, dr, 2, 1, MPI.DOUBLE, MPI.PROD);
        System.out.println((me + 1) + "! is " + dr[2]);
        MPI.Finalize();
    }

    static void print(String line) {
        if (me == 0) System.out.println(line);
    }
}
