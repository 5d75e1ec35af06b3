package org.bipj.mpi.coll.schedule;

import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Combination;
import org.jspecify.annotations.Nullable;

/** Copies elements of one array into another, or combines them with the other's. */
final class ArrayStep extends Step {
    /** How the step combines the elements; null for a copy. */
    private final @Nullable Combination op;

    private final Object from;
    private final int fromStart;
    private final Object to;
    private final int toStart;
    private final int elements;

    ArrayStep(@Nullable Combination op, Object from, int fromStart, Object to, int toStart, int elements) {
        this.op = op;
        this.from = from;
        this.fromStart = fromStart;
        this.to = to;
        this.toStart = toStart;
        this.elements = elements;
    }

    @Override
    boolean run(CollPort port) {
        if (op == null) {
            port.copy(from, fromStart, to, toStart, elements);
        } else {
            port.combine(op, from, fromStart, to, toStart, elements);
        }
        return true;
    }
}
