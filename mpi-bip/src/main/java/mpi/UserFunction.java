package mpi;

import java.nio.ByteBuffer;

/**
 * A reduction written by the user (MPI_User_function): {@code inOut[i] = in[i] op inOut[i]} for {@code count} elements
 * of the datatype. Override one of the two forms. Where both are overridden, BOOLEAN data use the arrays and all other
 * data the buffers, as in the Open MPI Java bindings.
 */
public abstract class UserFunction implements ReduceFunction {
    /** For subclasses. */
    public UserFunction() {}

    @Override
    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException(getClass().getName() + " overrides neither form of UserFunction.call");
    }

    /**
     * Combines operands in byte buffers of the machine's byte order. The operands begin at position 0, and lie as in a
     * buffer that is sent: elements are an extent of the datatype apart.
     *
     * @param in left operands, not to be changed
     * @param inOut right operands, and the results
     * @param count number of datatype elements
     * @param datatype type of the elements
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException(getClass().getName() + " overrides neither form of UserFunction.call");
    }
}
