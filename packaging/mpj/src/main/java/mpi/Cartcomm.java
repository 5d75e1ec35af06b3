package mpi;

/** A communicator whose processes form a grid. */
public class Cartcomm extends Intracomm {
    Cartcomm() {}

    /** A communicator of the same grid with a context of its own (MPI_Comm_dup). */
    @Override
    public Object clone() throws MPIException {
        throw Signatures.alone();
    }

    /** Chooses the dimensions of a grid that are 0 (MPI_Dims_create). */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        throw Signatures.alone();
    }

    /** Dimensions, periods and the caller's coordinates (MPI_Cart_get). */
    public CartParms Get() throws MPIException {
        throw Signatures.alone();
    }

    /** The rank at a place (MPI_Cart_rank). */
    public int Rank(int[] coords) throws MPIException {
        throw Signatures.alone();
    }

    /** The place of a rank (MPI_Cart_coords). */
    public int[] Coords(int rank) throws MPIException {
        throw Signatures.alone();
    }

    /** The ranks to receive from and to send to in a shift along a dimension (MPI_Cart_shift). */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        throw Signatures.alone();
    }

    /** The caller's grid of fewer dimensions (MPI_Cart_sub). */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        throw Signatures.alone();
    }

    /** The rank that the caller would have in a grid (MPI_Cart_map). */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        throw Signatures.alone();
    }
}
