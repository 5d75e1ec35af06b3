package org.bipj.mpi.op;

import org.bipj.mpi.coll.port.Combination;
import org.jspecify.annotations.Nullable;

/**
 * One operation on one kind of data. Arrays are those that {@link ReduceType#newArray} makes; positions and lengths
 * count primitive elements of these arrays, and are multiples of {@link ReduceType#elements}.
 */
public interface Reduction extends Combination {
    /** True where the order of the operands does not matter. All operations are taken to be associative. */
    boolean commutative();

    /** Which of the predefined operations it is; null for a user's. */
    default @Nullable Operation operation() {
        return null;
    }

    /**
     * Combines two operands into the second: {@code inOut[inOutStart + i] = in[inStart + i] op inOut[inOutStart + i]}.
     * The operand in {@code in} is the left one: that of the lower ranks.
     *
     * @param elements number of primitive elements of the arrays, not of datatype elements
     */
    @Override
    void apply(Object in, int inStart, Object inOut, int inOutStart, int elements);
}
