package org.bipj.mpi.coll.schedule;

import java.lang.foreign.MemorySegment;
import org.bipj.mpi.coll.port.CollPort;

/** A recorded step that copies packed bytes. */
final class Move extends Step {
    private final MemorySegment from;
    private final long fromOffset;
    private final MemorySegment to;
    private final long toOffset;
    private final long bytes;

    Move(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        this.from = from;
        this.fromOffset = fromOffset;
        this.to = to;
        this.toOffset = toOffset;
        this.bytes = bytes;
    }

    @Override
    boolean run(CollPort port) {
        port.move(from, fromOffset, to, toOffset, bytes);
        return true;
    }
}
