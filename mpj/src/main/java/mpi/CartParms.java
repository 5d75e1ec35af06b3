package mpi;

/** What {@link Cartcomm#Get} returns. */
public class CartParms {
    CartParms() {}

    /** Processes along each dimension. */
    public int[] dims;

    /** True for each dimension that is periodic. */
    public boolean[] periods;

    /** The caller's coordinates. */
    public int[] coords;
}
