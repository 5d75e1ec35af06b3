package mpi;

import org.bipj.mpi.op.Reduction;

/** A user's function as collectives see it. */
final class UserReduction implements Reduction {
    private final boolean commutative;

    UserReduction(UserFunction function, boolean commutative, Datatype type) {
        this.commutative = commutative;
    }

    @Override
    public boolean commutative() {
        return commutative;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        throw new UnsupportedOperationException("reductions: in work");
    }
}
