// ranks: 4
import mpi.*;

/** Tokens around a ring, in every way to send and receive at once. */
public class Ring {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int size = world.Size();
        int right = (me + 1) % size;
        int left = (me + size - 1) % size;

        int[] out = {-1, me, -1};
        int[] in = {-7, -7, -7, -7};
        Status s = world.Sendrecv(out, 1, 1, MPI.INT, right, 1, in, 2, 1, MPI.INT, left, 1);
        check(s.source == left && s.tag == 1 && s.Get_count(MPI.INT) == 1, "status");
        check(in[2] == left && in[0] == -7 && in[1] == -7 && in[3] == -7, "Sendrecv");

        int[] token = {0, 0, me};
        for (int i = 0; i < size; i++) {
            s = world.Sendrecv_replace(token, 2, 1, MPI.INT, right, 2, left, MPI.ANY_TAG);
            check(s.source == left && s.tag == 2, "status of replace");
        }
        check(token[2] == me, "Sendrecv_replace");

        // The ends of a line talk to nobody.
        int next = me + 1 < size ? me + 1 : MPI.PROC_NULL;
        int previous = me > 0 ? me - 1 : MPI.PROC_NULL;
        int[] line = {-5};
        s = world.Sendrecv(new int[] {me}, 0, 1, MPI.INT, next, 3, line, 0, 1, MPI.INT, previous, 3);
        check(me > 0 ? line[0] == me - 1 : line[0] == -5 && s.source == MPI.PROC_NULL, "PROC_NULL");

        // All modes.
        if (me == 0) {
            long[] buf = new long[10];
            for (int i = 0; i < buf.length; i++) buf[i] = i;
            world.Send(buf, 1, 2, MPI.LONG, 1, 4);
            world.Ssend(buf, 3, 2, MPI.LONG, 1, 4);
            world.Recv(new byte[1], 0, 0, MPI.BYTE, 1, 5);
            world.Rsend(buf, 5, 2, MPI.LONG, 1, 6);
        } else if (me == 1) {
            long[] buf = new long[10];
            world.Recv(buf, 0, 2, MPI.LONG, 0, 4);
            world.Recv(buf, 2, 2, MPI.LONG, 0, 4);
            Request ready = world.Irecv(buf, 4, 6, MPI.LONG, 0, 6);
            world.Send(new byte[1], 0, 0, MPI.BYTE, 0, 5);
            check(ready.Wait().Get_count(MPI.LONG) == 2, "count");
            for (int i = 0; i < 6; i++) check(buf[i] == i + 1, "modes " + i);
            check(buf[6] == 0, "not written");
        }
        world.Barrier();
        if (me == 0) System.out.println("ring ok");
        MPI.Finalize();
    }

    static void check(boolean good, String what) {
        if (!good) throw new RuntimeException(what);
    }
}
