package org.bipj.mpi.coll.record;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CollPort;

/** Copies elements of one layout into elements of another. */
final class LocalCopy extends Step {
    private final Object from;
    private final long fromOffset;
    private final long fromCount;
    private final TypeLayout fromType;
    private final Object to;
    private final long toOffset;
    private final long toCount;
    private final TypeLayout toType;

    LocalCopy(
            Object from,
            long fromOffset,
            long fromCount,
            TypeLayout fromType,
            Object to,
            long toOffset,
            long toCount,
            TypeLayout toType) {
        this.from = from;
        this.fromOffset = fromOffset;
        this.fromCount = fromCount;
        this.fromType = fromType;
        this.to = to;
        this.toOffset = toOffset;
        this.toCount = toCount;
        this.toType = toType;
    }

    @Override
    boolean run(CollPort port) {
        port.localCopy(from, fromOffset, fromCount, fromType, to, toOffset, toCount, toType);
        return true;
    }
}
