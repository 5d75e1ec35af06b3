// ranks: 2
import mpi.*;
import mpjbuf.*;
import mpjdev.*;

/** As programs of MPJ Express are written: its lower packages imported beside mpi, and the count read out of the status. */
public class Counts {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm w = MPI.COMM_WORLD;
        int me = w.Rank();
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        pair.Commit();
        Datatype two = Datatype.Contiguous(2, MPI.OBJECT);
        two.Commit();
        if (me == 0) {
            w.Send(new double[5], 0, 5, MPI.DOUBLE, 1, 1);
            w.Send(new int[6], 0, 6, MPI.INT, 1, 2);
            w.Send(new int[3], 0, 3, MPI.INT, 1, 3);
            w.Send(new String[] {"a", "b", "c", "d"}, 0, 4, MPI.OBJECT, 1, 4);
            w.Send(new String[] {"a", "b", "c", "d"}, 0, 4, MPI.OBJECT, 1, 5);
            w.Send(new char[0], 0, 0, MPI.CHAR, 1, 6);
            w.Send(new short[7], 0, 7, MPI.SHORT, 1, 7);
            w.Send(new Object[] {"x", 1, 2L}, 0, 3, MPI.OBJECT, 1, 8);
            w.Send(new long[2], 0, 2, MPI.LONG, 1, 9);
        } else {
            Status s = w.Probe(0, 1);
            check(s.count == 40 && s.count == 8 * s.Get_count(MPI.DOUBLE), "bytes, of a probe", s);
            s = w.Recv(new double[9], 2, 7, MPI.DOUBLE, 0, 1);
            check(s.count == 5, "doubles", s);
            s = w.Recv(new int[6], 0, 3, pair, 0, 2);
            check(s.count == 3 && s.Get_elements(pair) == 6, "pairs", s);
            s = w.Recv(new int[6], 0, 3, pair, 0, 3);
            check(s.count == MPI.UNDEFINED && s.Get_count(pair) == MPI.UNDEFINED, "a pair and a half", s);
            s = w.Probe(0, 4);
            check(s.count == 4 && s.Get_count(MPI.OBJECT) == 4, "objects, of a probe", s);
            s = w.Recv(new Object[6], 1, 5, MPI.OBJECT, 0, 4);
            check(s.count == 4, "objects", s);
            s = w.Irecv(new Object[6], 0, 3, two, 0, 5).Wait();
            check(s.count == 2, "pairs of objects", s);
            s = w.Irecv(new char[1], 0, 1, MPI.CHAR, 0, 6).Wait();
            check(s.count == 0, "nothing", s);
            Request[] both = {w.Irecv(new short[9], 0, 9, MPI.SHORT, 0, 7), w.Irecv(new Object[3], 0, 3, MPI.OBJECT, 0, 8)};
            Status[] all = Request.Waitall(both);
            check(all[0].count == 7 && all[1].count == 3, "of several requests", all[1]);
            s = w.Sendrecv(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0, new long[4], 1, 3, MPI.LONG, 0, 9);
            check(s.count == 2, "of an exchange", s);
            s = w.Recv(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
            check(s.count == 0 && MPI.EMPTY_STATUS.count == 0, "of nobody", s);
        }
        boolean good = MPI.NUM_OF_PROCESSORS == Runtime.getRuntime().availableProcessors();
        System.out.println(me + (good ? " ok" : " bad"));
        MPI.Finalize();
    }

    static void check(boolean good, String what, Status s) {
        if (!good) throw new Error(what + ": " + s + ", count " + s.count);
    }
}
