package mpi;

/** What {@link Cartcomm#Shift} returns. */
public class ShiftParms {
    ShiftParms() {}

    /** The rank to receive from, or {@link MPI#PROC_NULL}. */
    public int rank_source;

    /** The rank to send to, or {@link MPI#PROC_NULL}. */
    public int rank_dest;
}
