// ranks: 2
import mpi.*;

/** Errors are exceptions, unless the program wants them to be fatal. */
public class Errors {
    interface Call {
        void run() throws MPIException;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        final Intracomm w = MPI.COMM_WORLD;
        final int me = w.Rank();
        final int[] buf = new int[4];
        int caught = 0;
        caught += fails(() -> w.Send(buf, 0, 1, MPI.INT, 2, 0));
        caught += fails(() -> w.Send(buf, 0, 1, MPI.INT, 1 - me, -5));
        caught += fails(() -> w.Send(buf, 0, -1, MPI.INT, 1 - me, 0));
        caught += fails(() -> w.Send(buf, 2, 3, MPI.INT, 1 - me, 0));
        caught += fails(() -> w.Send(buf, -1, 1, MPI.INT, 1 - me, 0));
        caught += fails(() -> w.Send(buf, 0, 1, MPI.DOUBLE, 1 - me, 0));
        caught += fails(() -> w.Send(null, 0, 1, MPI.INT, 1 - me, 0));
        caught += fails(() -> w.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 1 - me, 0));
        caught += fails(() -> w.Bcast(buf, 0, 1, MPI.INT, 7));
        caught += fails(() -> w.Reduce(buf, 0, buf, 1, 1, MPI.INT, null, 0));
        caught += fails(() -> w.Group().Incl(new int[] {5}));
        caught += fails(() -> Datatype.Vector(1, -1, 1, MPI.INT));
        caught += fails(() -> Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.FLOAT}));
        caught += fails(() -> w.Pack_size(1, MPI.OBJECT));
        caught += fails(() -> w.Create_cart(new int[] {3}, new boolean[] {false}, false));
        // A message that is too long: the receiver learns it, and the next one is sound.
        if (me == 0) {
            w.Send(new int[3], 0, 3, MPI.INT, 1, 1);
            w.Send(new String[] {"a", "b"}, 0, 2, MPI.OBJECT, 1, 1);
            w.Send(new int[] {8}, 0, 1, MPI.INT, 1, 1);
        } else {
            caught += fails(() -> w.Recv(buf, 0, 2, MPI.INT, 0, 1));
            caught += fails(() -> w.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, 1));
            w.Recv(buf, 3, 1, MPI.INT, 0, 1);
        }
        w.Barrier();
        w.Errorhandler_set(MPI.ERRORS_RETURN);
        boolean returns = w.Errorhandler_get() == MPI.ERRORS_RETURN;
        caught += fails(() -> w.Send(buf, 0, 1, MPI.INT, 2, 0));
        System.out.println(me + " " + caught + " " + buf[3] + " " + returns);
        try {
            throw new MPIException("mine");
        } catch (MPIException e) {
            if (!e.getMessage().equals("mine") || new MPIException().getMessage() != null
                    || new MPIException(new Exception("why")).getCause() == null) System.out.println("message");
        }
        MPI.Finalize();
    }

    static int fails(Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            return 1;
        }
        throw new RuntimeException("no error");
    }
}
