// ranks: 2
import mpi.*;

public class Environment {
    public static void main(String[] args) throws Exception {
        boolean before = MPI.Initialized();
        int level = MPI.InitThread(args, MPI.THREAD_FUNNELED);
        int ub = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
        Object host = MPI.COMM_WORLD.Attr_get(MPI.HOST);
        Integer io = (Integer) MPI.COMM_WORLD.Attr_get(MPI.IO);
        int global = MPI.COMM_WORLD.Attr_get(MPI.WTIME_IS_GLOBAL);
        boolean good = !before && MPI.THREAD_SINGLE < level && level <= MPI.THREAD_SERIALIZED + 1
                && MPI.Initialized() && level >= MPI.THREAD_FUNNELED && ub >= 32767
                && host.equals(MPI.PROC_NULL) && io != null && (global == 0 || global == 1)
                && MPI.COMM_NULL.Is_null() && MPI.REQUEST_NULL.Is_null() && MPI.EMPTY_STATUS.source == MPI.ANY_SOURCE
                && MPI.GROUP_NULL != null && MPI.REQUEST_NULL.Wait() != null
                && MPI.COMM_WORLD.Errhandler_get() != null;
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        good &= MPI.COMM_WORLD.Errorhandler_get() == MPI.ERRORS_ARE_FATAL;
        Request r = MPI.COMM_SELF.Isend(new int[] {1}, 0, 1, MPI.INT, 0, 0);
        Status s = MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
        s.free();
        r.finalize();
        r.Wait();
        System.out.println(MPI.COMM_WORLD.Rank() + (good ? " ok" : " bad"));
        MPI.Finalize();
    }
}
