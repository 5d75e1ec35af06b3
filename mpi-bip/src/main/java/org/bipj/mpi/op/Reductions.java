package org.bipj.mpi.op;

/** The predefined operations on the predefined types. */
public final class Reductions {
    private Reductions() {}

    /** An operation on a type. */
    public static Reduction of(Operation operation, BaseType type) {
        throw new UnsupportedOperationException("reductions: in work");
    }
}
