package mpi;

/**
 * A reduction written by the user, as a lambda: {@code inOut[i] = in[i] op inOut[i]} for {@code count} elements of the
 * datatype.
 *
 * <pre>{@code
 * Op hypot = new Op((in, inOut, count, type) -> {
 *     double[] a = (double[]) in;
 *     double[] b = (double[]) inOut;
 *     for (int i = 0; i < count; i++) {
 *         b[i] = Math.hypot(a[i], b[i]);
 *     }
 * }, true);
 * }</pre>
 *
 * <p>{@link UserFunction}, which the Open MPI Java bindings have, is a class, and has a form for byte buffers too.
 */
@FunctionalInterface
public interface ReduceFunction {
    /**
     * Combines operands in Java arrays: of the datatype's Java type where it has one ({@code int[]} for INT), bytes
     * otherwise. The operands begin at index 0, and lie as in an array that is sent.
     *
     * @param in left operands, not to be changed
     * @param inOut right operands, and the results
     * @param count number of datatype elements
     * @param datatype type of the elements
     */
    void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException;
}
