package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.RecvOp;

/** A message of one peer that cannot be served yet, because it, its operands, or one before it has not arrived whole. */
final class Incoming {
    final long envelope;
    final MemorySegment bytes;
    /** Where {@link #bytes} arrive; null: they are there. */
    final RecvOp arriving;
    /** Operands that are announced and not accepted. */
    Arrival announced;
    /** Where operands go once they are accepted. */
    RecvOp operands;
    /** Operands that are staged, for an accumulate; null also where there was no memory for them. */
    MemorySegment staged;

    Incoming(long envelope, MemorySegment bytes, RecvOp arriving) {
        this.envelope = envelope;
        this.bytes = bytes;
        this.arriving = arriving;
    }

    boolean isWhole() {
        return arriving == null || arriving.isDone();
    }
}
