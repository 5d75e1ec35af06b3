package mpi;

/** Partners of a shift along one dimension of a Cartesian communicator (MPI_Cart_shift). */
public final class ShiftParms {
    private final int source;
    private final int dest;

    ShiftParms(int source, int dest) {
        this.source = source;
        this.dest = dest;
    }

    /** Rank to receive from, or {@code PROC_NULL}. */
    public int getRankSource() {
        return source;
    }

    /** Rank to send to, or {@code PROC_NULL}. */
    public int getRankDest() {
        return dest;
    }
}
