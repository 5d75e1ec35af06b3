package mpi;

/** What {@link Cartcomm#Get} returns. */
public final class CartParms {
    /** Processes along each dimension. */
    public final int[] dims;

    /** True for each dimension that is periodic. */
    public final boolean[] periods;

    /** The caller's coordinates. */
    public final int[] coords;

    private CartParms() {
        throw Signatures.alone();
    }
}
