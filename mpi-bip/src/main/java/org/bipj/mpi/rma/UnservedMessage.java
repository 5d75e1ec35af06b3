package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.RecvOp;
import org.jspecify.annotations.Nullable;

/** A message of one peer that cannot be served yet, because it, its operands, or one before it has not arrived whole. */
final class UnservedMessage {
    final long envelope;
    final MemorySegment bytes;
    /** Where {@link #bytes} arrive; null: they are there. */
    final @Nullable RecvOp arriving;
    /** Operands that are announced and not accepted. */
    @Nullable
    Arrival announced;
    /** Where operands go once they are accepted. */
    @Nullable
    RecvOp operands;
    /** Operands that are staged, for an accumulate; null also where there was no memory for them. */
    @Nullable
    MemorySegment staged;

    UnservedMessage(long envelope, MemorySegment bytes, @Nullable RecvOp arriving) {
        this.envelope = envelope;
        this.bytes = bytes;
        this.arriving = arriving;
    }

    boolean isWhole() {
        return arriving == null || arriving.isDone();
    }
}
