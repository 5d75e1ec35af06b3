package org.bipj.mpi.coll.schedule;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.port.CollPort;

/** Copies elements of one layout into elements of another. */
final class LocalCopy extends Step {
    private final Data from;
    private final Data to;

    LocalCopy(Data from, Data to) {
        this.from = from;
        this.to = to;
    }

    @Override
    boolean run(CollPort port) {
        port.localCopy(from, to);
        return true;
    }
}
