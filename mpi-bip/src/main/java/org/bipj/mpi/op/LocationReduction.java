package org.bipj.mpi.op;

/** Reduces pairs of a value and an index by MINLOC or MAXLOC (MPI 4.1 section 6.9.4). */
abstract class LocationReduction implements Reduction {
    /** Sign of a comparison of the left operand's value with the right one's by which the left one wins. */
    final int wins;

    LocationReduction(Operation operation) {
        wins = operation == Operation.MINLOC ? -1 : 1;
    }

    @Override
    public final Operation operation() {
        return wins < 0 ? Operation.MINLOC : Operation.MAXLOC;
    }

    @Override
    public final boolean commutative() {
        return true;
    }
}
