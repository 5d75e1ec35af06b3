package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.HostTime;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.mpi.call.BufferChecks;
import org.jspecify.annotations.Nullable;

/** Sends that wait for no receiver, as they own a copy of their data (MPI 4.1 sections 3.4 and 3.6). */
public final class BufferedSends {
    private final Sending sending;
    private final Progress progress;
    private final HostTime time;
    private final OpPool ops;
    private final int self;
    private final Payload original;
    private final Data copied = new Data();
    private final AttachedBuffer attached = new AttachedBuffer();

    BufferedSends(EngineParts parts, Sending sending) {
        this.sending = sending;
        progress = parts.progress();
        time = parts.time();
        ops = parts.ops();
        self = parts.self();
        original = ops.newPayload();
    }

    /**
     * Gives room to buffered sends (MPI_Buffer_attach).
     *
     * @param replaces true where a buffer may be attached already
     */
    public void attach(byte[] buffer, boolean replaces) {
        progress.enter();
        try {
            attached.attach(buffer, replaces);
        } finally {
            progress.exit();
        }
    }

    /** Waits for the buffered sends and takes their room back (MPI_Buffer_detach); null if there is none. */
    public byte @Nullable [] detach() {
        for (int fruitless = 0; !areDone(); ) {
            if (progress.isAlone() && attached.holdsOnlyLocal()) {
                throw Deadlock.ofDetach(self);
            }
            fruitless = progress.advance(fruitless);
        }
        progress.enter();
        try {
            return attached.detach();
        } finally {
            progress.exit();
        }
    }

    private boolean areDone() {
        progress.enter();
        try {
            return attached.reclaim(ops);
        } finally {
            progress.exit();
        }
    }

    /**
     * Sends at once, or out of a copy paid for by the attached buffer. Without one, only the message's length decides whether it is
     * refused, so that a program does not depend on whether its message could leave at once.
     */
    public void send(int context, int dest, int tag, Data data) {
        progress.enter();
        try {
            if (attached.admits(data.bytes()) && sending.trySend(context, dest, tag, data)) {
                return;
            }
            original.set(data);
            BufferChecks.checkFits(original, data);
            long bytes = original.size();
            byte[] copy = attached.take(bytes, ops);
            original.copyOut(0, MemorySegment.ofArray(copy), 0, bytes);
            time.chargeCopy(bytes);
            copied.set(copy, 0, data.count(), data.type().packed());
            SendOp op = sending.start(context, dest, tag, Sending.STANDARD, copied);
            attached.hold(op, bytes);
        } finally {
            sending.endTry();
            original.clear();
            copied.clear();
            progress.exit();
        }
    }
}
