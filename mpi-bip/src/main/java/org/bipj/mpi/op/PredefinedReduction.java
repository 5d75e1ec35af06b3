package org.bipj.mpi.op;

/** A predefined operation on arrays of one type. All of them are commutative. */
abstract class PredefinedReduction implements Reduction {
    /** The operation; subclasses choose their loop by it. */
    final Operation operation;

    PredefinedReduction(Operation operation) {
        this.operation = operation;
    }

    @Override
    public final Operation operation() {
        return operation;
    }

    @Override
    public final boolean commutative() {
        return true;
    }
}
