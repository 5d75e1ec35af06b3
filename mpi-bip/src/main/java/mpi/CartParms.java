package mpi;

/** Dimensions, periods and the caller's coordinates of a Cartesian communicator (MPI_Cart_get). */
public final class CartParms {
    /** Numbers of processes along the dimensions, as mpiJava 1.2 has them. */
    public final int[] dims;

    /** True for the dimensions that are periodic, as mpiJava 1.2 has them. */
    public final boolean[] periods;

    /** The caller's coordinates, as mpiJava 1.2 has them. */
    public final int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /** Number of dimensions. */
    public int getDimCount() {
        return dims.length;
    }

    /** Number of processes along dimension {@code i}. */
    public int getDim(int i) throws MPIException {
        return ValueChecks.element(dims, i, "CartParms.getDim: i");
    }

    /** True where dimension {@code i} is periodic. */
    public boolean getPeriod(int i) throws MPIException {
        return periods[ValueChecks.checkIndex(i, periods.length, "CartParms.getPeriod: i")];
    }

    /** The caller's coordinate along dimension {@code i}. */
    public int getCoord(int i) throws MPIException {
        return ValueChecks.element(coords, i, "CartParms.getCoord: i");
    }
}
