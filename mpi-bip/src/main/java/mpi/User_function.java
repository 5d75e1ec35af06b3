package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bipj.mpi.op.BaseType;

/**
 * A reduction written by the user, as mpiJava 1.2 has it (section 4.9.4): {@code inoutvec = invec op inoutvec} for each element of
 * the datatype.
 */
public abstract class User_function extends UserFunction {
    /** For subclasses. */
    public User_function() {}

    /**
     * Combines elements. They lie as in a buffer that is sent.
     *
     * @param invec array of left operands, not to be changed; of the datatype's base type, {@code Object[]} for OBJECT
     * @param inoffset index of the first left operand
     * @param inoutvec array of right operands, and of the results
     * @param inoutoffset index of the first right operand
     * @param count number of datatype elements
     * @param datatype type of the elements
     */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
            throws MPIException;

    /** Calls {@link #Call}. */
    @Override
    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
        if (datatype.base() != BaseType.INT2) {
            Call(in, 0, inOut, 0, count, datatype);
            return;
        }
        // The pairs that both dialects have are bytes in reductions, since Open MPI's others are of two types.
        int[] left = ints(in);
        int[] right = ints(inOut);
        Call(left, 0, right, 0, count, datatype);
        ByteBuffer.wrap((byte[]) inOut)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer()
                .put(right);
    }

    private static int[] ints(Object bytes) {
        int[] values = new int[((byte[]) bytes).length / Integer.BYTES];
        ByteBuffer.wrap((byte[]) bytes)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer()
                .get(values);
        return values;
    }
}
