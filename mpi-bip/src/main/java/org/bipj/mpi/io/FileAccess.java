package org.bipj.mpi.io;

import java.util.function.LongSupplier;
import org.bipj.core.payload.Payload;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.RequestEnd;

/**
 * A read or write that a request waits for. It needs nothing of other ranks, so that a thread of the JVM can do it while the rank does
 * something else. Any thread may ask whether it is over.
 */
public final class FileAccess extends RequestEnd {
    private final AccessQueue queue;
    private final Transfer transfer;
    private final LongSupplier access;
    private long bytes;
    private volatile boolean isOver;

    /**
     * An access that has not begun.
     *
     * @param queue of its file
     * @param access does it, and tells the bytes moved
     */
    FileAccess(AccessQueue queue, Transfer transfer, LongSupplier access) {
        this.queue = queue;
        this.transfer = transfer;
        this.access = access;
    }

    /** Does it. */
    void perform() {
        try {
            bytes = access.getAsLong();
            end(null);
        } catch (IllegalStateException e) {
            end(transfer.payload().isOpen() ? e : new EngineException(ErrorClass.BUFFER, Payload.CLOSED));
        } catch (RuntimeException | Error e) {
            end(e);
        } finally {
            isOver = true;
        }
    }

    @Override
    protected boolean isDone() {
        return isOver;
    }

    @Override
    public void settle() {
        if (!isOver) {
            queue.settle();
        }
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long elementBytes() {
        return transfer.elementBytes();
    }
}
