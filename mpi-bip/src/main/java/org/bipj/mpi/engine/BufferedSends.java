package org.bipj.mpi.engine;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
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
    private final SendBuffer ofProcess = new SendBuffer();

    BufferedSends(EngineParts parts, Sending sending) {
        this.sending = sending;
        progress = parts.progress();
        time = parts.time();
        ops = parts.ops();
        self = parts.self();
        original = ops.newPayload();
    }

    /** The buffer of those messages whose communicator has none. */
    public SendBuffer ofProcess() {
        return ofProcess;
    }

    /**
     * Gives room to buffered sends (MPI_Buffer_attach, MPI_Comm_attach_buffer).
     *
     * @param replaces true where a buffer may be attached already
     */
    public void attach(SendBuffer place, byte[] buffer, boolean replaces) {
        progress.enter();
        try {
            place.attach(buffer, replaces);
        } finally {
            progress.exit();
        }
    }

    /** Waits for the buffered sends and takes their room back (MPI_Buffer_detach, MPI_Comm_detach_buffer); null if there is none. */
    public byte @Nullable [] detach(SendBuffer place) {
        await(place, "detaches", () -> place.reclaim(ops));
        progress.enter();
        try {
            return place.detach();
        } finally {
            progress.exit();
        }
    }

    /** Waits until the messages so far have left a buffer (MPI_Buffer_flush, MPI_Comm_flush_buffer). */
    public void flush(SendBuffer place) {
        RequestEnd end = startFlush(place);
        await(place, "flushes", end::isDone);
    }

    /** The same; returns the end of this operation at once. */
    public RequestEnd startFlush(SendBuffer place) {
        progress.enter();
        try {
            return new FlushEnd(place, place.messages());
        } finally {
            progress.exit();
        }
    }

    private final class FlushEnd extends RequestEnd {
        private final SendBuffer place;
        private final long messages;

        FlushEnd(SendBuffer place, long messages) {
            this.place = place;
            this.messages = messages;
        }

        @Override
        protected boolean isDone() {
            return place.hasSent(messages, ops);
        }
    }

    private void await(SendBuffer place, String verb, BooleanSupplier isDone) {
        for (int fruitless = 0; !isTrue(isDone); ) {
            if (progress.isAlone() && place.holdsOnlyLocal()) {
                throw Deadlock.ofBuffer(self, verb);
            }
            fruitless = progress.advance(fruitless);
        }
    }

    private boolean isTrue(BooleanSupplier condition) {
        progress.enter();
        try {
            return condition.getAsBoolean();
        } finally {
            progress.exit();
        }
    }

    /**
     * Sends at once, or out of a copy that a buffer pays for. Without one, only the message's length decides whether it is
     * refused, so that a program does not depend on whether its message could leave at once.
     */
    public void send(SendBuffer place, int context, int dest, int tag, Data data) {
        progress.enter();
        try {
            if (place.admits(data.bytes()) && sending.trySend(context, dest, tag, data)) {
                return;
            }
            original.set(data);
            BufferChecks.checkFits(original, data);
            long bytes = original.size();
            byte[] copy = place.take(bytes, ops);
            original.copyOut(0, MemorySegment.ofArray(copy), 0, bytes);
            time.chargeCopy(bytes);
            copied.set(copy, 0, data.count(), data.type().packed());
            SendOp op = sending.start(context, dest, tag, Sending.STANDARD, copied);
            place.hold(op, bytes);
        } finally {
            sending.endTry();
            original.clear();
            copied.clear();
            progress.exit();
        }
    }
}
