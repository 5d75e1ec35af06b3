// ranks: 4
import mpi.*;

/** Non-blocking messages and every way to wait for several. */
public class Requests {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank(), n = w.Size();
        int[] buf = new int[3 * n];
        Request[] r = new Request[2 * n];
        int[] own = {me, me * me, -me};
        for (int i = 0; i < n; i++) {
            r[i] = w.Irecv(buf, 3 * i, 3, MPI.INT, i, 10);
        }
        for (int i = 0; i < n; i++) {
            r[n + i] = i % 2 == 0 ? w.Isend(own, 0, 3, MPI.INT, i, 10) : w.Issend(own, 0, 3, MPI.INT, i, 10);
        }
        Status[] all = Request.Waitall(r);
        for (int i = 0; i < n; i++) {
            check(all[i].source == i && all[i].tag == 10 && all[i].Get_count(MPI.INT) == 3, "status " + i);
            check(buf[3 * i] == i && buf[3 * i + 1] == i * i && buf[3 * i + 2] == -i, "data " + i);
            check(r[i].Is_null(), "a request that is complete");
        }
        // None is active now.
        all = Request.Waitall(r);
        check(all.length == r.length && all[0] == null, "inactive requests have no status");
        check(Request.Waitsome(r).length == 0 && Request.Testsome(r).length == 0, "some of none");
        check(Request.Waitany(r).index == MPI.UNDEFINED, "any of none");

        w.Barrier();
        if (me == 0) {
            Request[] q = new Request[n - 1];
            int[] in = new int[n - 1];
            for (int i = 1; i < n; i++) q[i - 1] = w.Irecv(in, i - 1, 1, MPI.INT, i, 20);
            check(Request.Testany(q) == null, "nothing has come");
            check(Request.Testall(q) == null, "not all have come");
            check(Request.Testsome(q).length == 0, "none has come");
            w.Barrier();
            Status one = Request.Waitany(q);
            check(one.index + 1 == one.source && q[one.index].Is_null(), "Waitany");
            int rest = n - 2;
            while (rest > 1) {
                Status[] some = Request.Waitsome(q);
                for (Status s : some) check(in[s.index] == s.source, "Waitsome");
                rest -= some.length;
            }
            while (rest > 0) {
                Status[] some = Request.Testsome(q);
                for (Status s : some) check(s.index + 1 == s.source, "Testsome");
                rest -= some.length;
            }
            for (int i = 1; i < n; i++) check(in[i - 1] == i, "received " + i);
        } else {
            w.Barrier();
            Request q = w.Irsend(new int[] {me}, 0, 1, MPI.INT, 0, 20);
            Status s = q.Test();
            while (s == null) s = q.Test();
            check(q.Is_null(), "tested");
        }
        // Testall and Testany that succeed; a send that is forgotten.
        if (me == 1) {
            w.Isend(new double[] {2.5}, 0, 1, MPI.DOUBLE, 0, 30).Free();
            w.Send(new double[] {3.5}, 0, 1, MPI.DOUBLE, 0, 31);
        } else if (me == 0) {
            double[] d = new double[2];
            Request[] q = {w.Irecv(d, 0, 1, MPI.DOUBLE, 1, 30), w.Irecv(d, 1, 1, MPI.DOUBLE, 1, 31)};
            Status any = Request.Testany(q);
            while (any == null) any = Request.Testany(q);
            check(any.source == 1, "Testany");
            Status[] both = Request.Testall(q);
            while (both == null) both = Request.Testall(q);
            check(d[0] == 2.5 && d[1] == 3.5, "Testall");
        }
        w.Barrier();
        if (me == 0) System.out.println("requests ok");
        MPI.Finalize();
    }

    static void check(boolean good, String what) {
        if (!good) throw new RuntimeException(what);
    }
}
