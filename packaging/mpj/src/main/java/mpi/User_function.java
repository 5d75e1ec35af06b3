package mpi;

/** A reduction that a program defines. */
public abstract class User_function {
    /** For subclasses. */
    public User_function() {}

    /** Combines elements: {@code inoutvec[inoutoffset + i] = invec[inoffset + i] op inoutvec[inoutoffset + i]} for {@code count} elements of the datatype. The arrays are of the base type; of {@link MPI#OBJECT}, {@code Object[]}. */
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
