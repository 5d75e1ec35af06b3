package mpi;

/** Partners of a shift along one dimension of a Cartesian communicator (MPI_Cart_shift). */
public final class ShiftParms {
    /** Rank to receive from, or {@code PROC_NULL}, as mpiJava 1.2 has it. */
    public final int rank_source;

    /** Rank to send to, or {@code PROC_NULL}, as mpiJava 1.2 has it. */
    public final int rank_dest;

    ShiftParms(int source, int dest) {
        this.rank_source = source;
        this.rank_dest = dest;
    }

    /** Rank to receive from, or {@code PROC_NULL}. */
    public int getRankSource() {
        return rank_source;
    }

    /** Rank to send to, or {@code PROC_NULL}. */
    public int getRankDest() {
        return rank_dest;
    }
}
