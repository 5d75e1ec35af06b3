package org.bipj.mpi.rma;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.EngineException;

/** One window as this rank has it: its memory, and the messages of other ranks that this rank serves. */
final class Target {
    private static final long ATTACH_ALIGN = 64;

    private final OneSided rma;
    private final Window window;
    private final int number;
    private final Combiner combiner;
    /** Null in a dynamic window. */
    private final MemorySegment memory;
    /** By displacement what is attached to a dynamic window; null in others. */
    private final TreeMap<Long, MemorySegment> attached;

    private long nextDisplacement = ATTACH_ALIGN;
    private final LockQueue locks;
    private final Header header = new Header();
    private final Payload data;
    /** The memory that was found last, and where in it. */
    private MemorySegment found;

    private long foundAt;

    Target(OneSided rma, Window window, int number, MemorySegment memory) {
        this.rma = rma;
        this.window = window;
        this.number = number;
        this.memory = memory;
        attached = memory == null ? new TreeMap<>() : null;
        combiner = new Combiner(rma.cache);
        data = rma.newPayload();
        locks = new LockQueue(this::granted);
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    boolean isDynamic() {
        return attached != null;
    }

    /** Attaches memory; returns the displacement of its first byte. */
    long attach(MemorySegment part) {
        long at = nextDisplacement;
        attached.put(at, part);
        long end = at + part.byteSize();
        nextDisplacement = (end + 2 * ATTACH_ALIGN - 1) / ATTACH_ALIGN * ATTACH_ALIGN;
        return at;
    }

    void detach(long at) {
        attached.remove(at);
    }

    /** Looks for the memory of some elements; false if this rank has none there. */
    boolean find(long at, long count, TypeLayout layout) {
        if (count > layout.mostElements()) {
            return false;
        }
        long from = at + layout.lowest(count);
        long to = at + layout.highest(count);
        found = memory;
        foundAt = at;
        if (memory != null) {
            return from >= 0 && to <= memory.byteSize();
        }
        Map.Entry<Long, MemorySegment> below = attached.floorEntry(from);
        if (below == null || to > below.getKey() + below.getValue().byteSize()) {
            return false;
        }
        found = below.getValue();
        foundAt = at - below.getKey();
        return true;
    }

    /** The same of a header's elements, which {@code into} then stands for. */
    boolean find(Header wanted, Payload into) {
        boolean is = find(wanted.at, wanted.count, wanted.layout);
        if (is) {
            into.set(found, foundAt, wanted.count, wanted.layout);
        }
        return is;
    }

    /** What {@link #find(long, long, TypeLayout)} has found. */
    MemorySegment found() {
        return found;
    }

    /** The origin of the elements in {@link #found()}, in bytes. */
    long foundAt() {
        return foundAt;
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    /**
     * Serves one message.
     *
     * @param whole the message if it had to wait; its operands may have come apart from it
     */
    void serve(int peer, long envelope, MemorySegment from, long at, Incoming whole) {
        int handle = Kind.handle(envelope);
        switch (Kind.kind(envelope)) {
            case Kind.OPERATION, Kind.ANNOUNCED -> perform(peer, handle, from, at, whole);
            case Kind.LOCK_SHARED -> locks.lock(new LockQueue.Waiter(peer, handle, false));
            case Kind.LOCK_EXCLUSIVE -> locks.lock(new LockQueue.Waiter(peer, handle, true));
            case Kind.UNLOCK -> {
                locks.unlock();
                answer(peer, handle);
            }
            case Kind.FLUSH -> answer(peer, handle);
            case Kind.POST -> window.posted(peer);
            case Kind.COMPLETE -> window.completed(peer);
            case Kind.REFUSED -> window.refused(refusal(from, at));
            default -> throw new IllegalStateException("a message of kind " + Kind.kind(envelope));
        }
    }

    private void answer(int peer, int handle) {
        rma.send(peer, Kind.envelope(Kind.DONE, number, handle));
    }

    /** This rank itself wants or gives back the lock. */
    void lockForSelf(boolean exclusive) {
        locks.lock(new LockQueue.Waiter(rma.port.rank(), 0, exclusive));
    }

    void unlockForSelf() {
        locks.unlock();
    }

    private void granted(LockQueue.Waiter waiter) {
        if (waiter.peer() == rma.port.rank()) {
            window.locks().grantedToSelf();
        } else {
            answer(waiter.peer(), waiter.handle());
        }
    }

    private void perform(int peer, int handle, MemorySegment from, long start, Incoming whole) {
        long operands = start + header.read(from, start);
        rma.time.chargeCopy(header.data());
        if (!find(header.at, header.count, header.layout)) {
            refuse(peer);
            if (handle != 0) {
                answer(peer, handle);
            }
            return;
        }
        long reply = Kind.envelope(Kind.REPLY, number, handle);
        boolean apart = whole != null && whole.operands != null;
        switch (header.action) {
            case Header.PUT -> {
                if (!apart) {
                    data.set(found, foundAt, header.count, header.layout);
                    data.copyIn(from, operands, 0, header.operands);
                    data.clear();
                }
            }
            case Header.GET -> rma.reply(peer, reply, found, foundAt, header.count, header.layout);
            default -> {
                MemorySegment staged = apart ? whole.staged : copy(from, operands, header.operands);
                MemorySegment old = header.action == Header.ACCUMULATE ? null : OneSided.stage(header.data());
                combine(staged, old);
                if (old != null) {
                    rma.reply(peer, reply, old, 0, header.data(), TypeLayout.BYTE);
                }
            }
        }
    }

    private static MemorySegment copy(MemorySegment from, long at, long bytes) {
        MemorySegment staged = OneSided.stage(bytes);
        MemorySegment.copy(from, at, staged, 0, bytes);
        return staged;
    }

    private void combine(MemorySegment operands, MemorySegment old) {
        Control control = window.control(window.rank());
        if (header.action == Header.SWAP) {
            combiner.swap(found, control, foundAt, header.type, operands, old);
        } else {
            combiner.accumulate(
                    found, control, foundAt, header.count, header.layout, header.type, header.operation, operands, old);
        }
    }

    /** Says why an operation is not done; the origin throws it when it completes the operation. */
    private void refuse(int peer) {
        String words = RmaErrors.notAttached(window.rank(), header.at, header.count, header.layout)
                .getMessage();
        byte[] text = words.getBytes(StandardCharsets.UTF_8);
        MemorySegment message = rma.compose(Integer.BYTES + text.length);
        message.set(JAVA_INT_UNALIGNED, 0, text.length);
        MemorySegment.copy(text, 0, message, ValueLayout.JAVA_BYTE, Integer.BYTES, text.length);
        rma.sendComposed(peer, Kind.envelope(Kind.REFUSED, number, 0), Integer.BYTES + text.length);
    }

    private static EngineException refusal(MemorySegment from, long at) {
        byte[] text = new byte[from.get(JAVA_INT_UNALIGNED, at)];
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at + Integer.BYTES, text, 0, text.length);
        return new EngineException(RmaErrors.RMA_RANGE, new String(text, StandardCharsets.UTF_8));
    }
}
