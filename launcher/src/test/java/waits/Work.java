package waits;

/** Common: ms() "computes" for a known time, in all modes (sleep is virtual in sim mode). */
final class Work {
    static int rank, size;
    static mpi.Intracomm W;

    static void init(String[] a) throws Exception {
        mpi.MPI.Init(a);
        set();
    }

    static void set() throws Exception {
        W = mpi.MPI.COMM_WORLD;
        rank = W.getRank();
        size = W.getSize();
        W.barrier();
    }

    static void ms(double t) throws Exception {
        if (t > 0) Thread.sleep((long) t, (int) ((t - (long) t) * 1e6));
    }
}
