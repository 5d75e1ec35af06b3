package mpi;

/** What {@link Cartcomm#Shift} returns. */
public final class ShiftParms {
    /** The rank to receive from, or {@link MPI#PROC_NULL}. */
    public final int rank_source;

    /** The rank to send to, or {@link MPI#PROC_NULL}. */
    public final int rank_dest;

    private ShiftParms() {
        throw Signatures.alone();
    }
}
