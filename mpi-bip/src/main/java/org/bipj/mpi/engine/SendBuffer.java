package org.bipj.mpi.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * A place for the buffer that the user attaches to a communicator or to the process, and the buffered sends that it pays for (MPI 4.1
 * section 3.6). Their data are copied to memory of the library. The size of the attached buffer limits these copies, at {@link #OVERHEAD}
 * bytes more for each message; {@link #AUTOMATIC} sets no limit. Without a buffer, messages of up to {@link #SHORT} bytes may be copied:
 * Open MPI sends those of its eager limit.
 *
 * <p>All its methods are called under the lock of progress.
 */
public final class SendBuffer {
    /** Stands for as much room as is needed (MPI_BUFFER_AUTOMATIC). */
    public static final byte[] AUTOMATIC = new byte[0];

    /** Bytes that a message takes on top of its data (MPI_BSEND_OVERHEAD). */
    static final int OVERHEAD = 128;

    /** Length in bytes up to which a message needs no attached buffer: the largest eager limit of Open MPI's transports, TCP's. */
    static final int SHORT = 1 << 16;

    private final List<Held> held = new ArrayList<>();
    private byte @Nullable [] attached;
    private long used;
    /** Number of messages so far that were copied. */
    private long messages;

    /** @param number counted from 1 */
    private record Held(SendOp op, long bytes, long number) {}

    /** A buffer that is not attached. */
    public SendBuffer() {}

    /** @param replaces true where a buffer that is attached already is forgotten: the sends that it pays for own their data */
    void attach(byte[] buffer, boolean replaces) {
        if (attached != null && !replaces) {
            throw new EngineException(ErrorClass.BUFFER, "attachBuffer: a buffer is attached already");
        }
        attached = buffer;
    }

    /** True while a buffer is attached. */
    public boolean isAttached() {
        return attached != null;
    }

    /** True if a message may be sent: its length matters where no buffer is attached. */
    boolean admits(long bytes) {
        return attached != null || bytes <= SHORT;
    }

    /** The buffer, which is attached no longer; null if none was. */
    byte @Nullable [] detach() {
        byte @Nullable [] buffer = attached;
        attached = null;
        return buffer;
    }

    /** Ends the sends that are done; returns true if all are that a buffer pays for. */
    boolean reclaim(OpPool pool) {
        for (Iterator<Held> all = held.iterator(); all.hasNext(); ) {
            Held one = all.next();
            if (one.op.isDone()) {
                used -= one.bytes;
                pool.give(one.op);
                all.remove();
            }
        }
        return used == 0;
    }

    /** Number of messages so far that were copied: {@link #hasSent} tells when they have left. */
    long messages() {
        return messages;
    }

    /** Ends the sends that are done; returns true if the first so many messages have left their copies. */
    boolean hasSent(long number, OpPool pool) {
        reclaim(pool);
        return held.isEmpty() || held.getFirst().number > number;
    }

    /** True if all unfinished sends that a buffer pays for go to this rank itself. */
    boolean holdsOnlyLocal() {
        return held.stream().allMatch(one -> one.bytes == 0 || one.op.isLocal());
    }

    /** Reserves room for a message of that many bytes and returns memory for its data. */
    byte[] take(long bytes, OpPool pool) {
        reclaim(pool);
        if (attached == null && bytes > SHORT) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "a buffered send of more than " + SHORT
                            + " bytes needs an attached buffer, and none is attached: call MPI.attachBuffer with at least "
                            + (bytes + OVERHEAD) + " bytes first");
        }
        if (attached == null) {
            return new byte[(int) bytes];
        }
        long room = attached == AUTOMATIC ? Long.MAX_VALUE : attached.length;
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
        messages++;
        held.add(new Held(op, attached == null ? 0 : bytes + OVERHEAD, messages));
    }
}
