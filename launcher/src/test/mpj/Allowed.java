// ranks: 2
import mpi.*;

/** What mpiJava and MPJ Express let pass: calls for nothing, calls before Init and after Finalize. */
public class Allowed {
    public static void main(String[] args) throws Exception {
        double before = MPI.Wtime();
        String node = MPI.Get_processor_name();
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        int me = w.Rank(), other = 1 - me;
        int[] in = {-1, -1, -1};

        // Requests that are done: freed and cancelled, once or more.
        Request r = w.Irecv(in, 0, 1, MPI.INT, other, 1);
        Request s = w.Isend(new int[] {me}, 0, 1, MPI.INT, other, 1);
        s.Wait();
        s.Free();
        s.Cancel();
        while (r.Test() == null) {}
        r.Free();
        r.Free();
        r.Cancel();
        MPI.REQUEST_NULL.Free();
        MPI.REQUEST_NULL.Cancel();
        check(in[0] == other && r.Is_null() && s.Wait() != null, "free");

        // Persistent requests with gaps between them, freed twice.
        Prequest[] all = {
            null, w.Send_init(new int[] {me}, 0, 1, MPI.INT, other, 2), null, w.Recv_init(in, 1, 1, MPI.INT, other, 2)
        };
        for (int i = 0; i < 3; i++) {
            in[1] = -1;
            Prequest.Startall(all);
            Request.Waitall(all);
            check(in[1] == other, "start " + i);
        }
        for (int i = 1; i < 4; i += 2) {
            all[i].Free();
            all[i].Free();
            all[i].Cancel();
        }

        // Communicators: what is no longer there, and what always is.
        Intracomm half = w.Split(me, 0);
        half.Free();
        half.Free();
        w.Free();
        MPI.COMM_SELF.Free();
        MPI.COMM_NULL.Free();
        check(half.Is_null() && w.Size() == 2 && MPI.COMM_SELF.Size() == 1, "communicators");

        // Groups: none beside one.
        Group one = w.Group(), none = MPI.GROUP_NULL;
        check(Group.Union(one, none) == one && Group.Union(none, one) == one && Group.Difference(one, none) == one
                && Group.Difference(none, one) == none && Group.Intersection(none, one) == none
                && Group.Compare(one, none) == MPI.UNEQUAL && none.Size() == MPI.UNDEFINED, "groups");

        // A buffered send without a buffer, and a buffer instead of another one while a message is under way.
        w.Bsend(new int[] {me}, 0, 1, MPI.INT, other, 3);
        MPI.Buffer_attach(new byte[1 << 20]);
        w.Bsend(new double[100000], 0, 100000, MPI.DOUBLE, other, 4);
        byte[] second = new byte[1000];
        MPI.Buffer_attach(second);
        w.Bsend(new int[] {me + 7}, 0, 1, MPI.INT, other, 5);
        w.Recv(in, 2, 1, MPI.INT, other, 5);
        check(in[2] == other + 7, "by the second buffer");
        w.Recv(new double[100000], 0, 100000, MPI.DOUBLE, other, 4);
        w.Recv(in, 2, 1, MPI.INT, other, 3);
        check(in[2] == other && MPI.Buffer_detach() == second && MPI.Buffer_detach() == null, "buffered");

        Intracomm grid = w.Create_cart(new int[] {2}, new boolean[] {true}, false);
        double during = MPI.Wtime();
        MPI.Finalize();
        check(w.Rank() == me && w.Size() == 2 && grid.Rank() == me && MPI.COMM_SELF.Rank() == 0, "after Finalize");
        w.Free();
        grid.Free();
        r.Free();
        r.Cancel();
        check(during >= before && MPI.Wtime() >= during, "time");
        check(node.equals(MPI.Get_processor_name()), "name");
        System.out.println(me + " ok");
    }

    static void check(boolean good, String what) {
        if (!good) throw new Error(what);
    }
}
