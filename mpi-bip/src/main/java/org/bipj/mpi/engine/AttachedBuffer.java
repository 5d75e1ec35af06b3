package org.bipj.mpi.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * The buffer that the user has attached, and the buffered sends that it pays for (MPI 4.1 section 3.6). Their data are copied
 * to memory of the library. The size of the attached buffer limits these copies, at {@link #OVERHEAD} bytes more for each
 * message.
 */
final class AttachedBuffer {
    /** Bytes that a message takes on top of its data (MPI_BSEND_OVERHEAD). */
    static final int OVERHEAD = 128;

    private final List<Held> held = new ArrayList<>();
    private byte @Nullable [] attached;
    private long used;

    private record Held(SendOp op, long bytes) {}

    void attach(byte[] buffer) {
        if (attached != null) {
            throw new EngineException(ErrorClass.BUFFER, "attachBuffer: a buffer is attached already");
        }
        attached = buffer;
    }

    boolean isAttached() {
        return attached != null;
    }

    /** The buffer, which is attached no longer; null if none was. */
    byte @Nullable [] detach() {
        byte @Nullable [] buffer = attached;
        attached = null;
        return buffer;
    }

    /** Ends the sends that are done; returns true if all are. */
    boolean reclaim(OpPool pool) {
        for (Iterator<Held> all = held.iterator(); all.hasNext(); ) {
            Held one = all.next();
            if (one.op.isDone()) {
                used -= one.bytes;
                pool.give(one.op);
                all.remove();
            }
        }
        return held.isEmpty();
    }

    /** True if all unfinished sends go to this rank itself. */
    boolean holdsOnlyLocal() {
        return held.stream().allMatch(one -> one.op.isLocal());
    }

    /** Reserves room for a message of that many bytes and returns memory for its data. */
    byte[] take(long bytes, OpPool pool) {
        reclaim(pool);
        if (attached == null) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "a buffered send needs an attached buffer, and none is attached: call MPI.attachBuffer with at least "
                            + (bytes + OVERHEAD) + " bytes first");
        }
        long room = attached.length;
        if (bytes + OVERHEAD > room - used) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "a buffered send of " + bytes + " bytes needs " + (bytes + OVERHEAD)
                            + " bytes of attached buffer; of " + room + " attached, " + used + " are in use");
        }
        used += bytes + OVERHEAD;
        return new byte[(int) bytes];
    }

    void hold(SendOp op, long bytes) {
        held.add(new Held(op, bytes + OVERHEAD));
    }
}
