package org.bipj.mpi.rma;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.jspecify.annotations.Nullable;

/** One window as this rank has it: its memory, and the messages of other ranks that this rank serves. */
class Target {
    private static final long ATTACH_ALIGN = 64;

    private final OneSided rma;
    private final WindowShape shape;
    private final Notices notices;
    private final Completion completion;
    private final Combiner combiner;
    /** The window's memory; null in a dynamic window. */
    private final @Nullable MemorySegment memory;
    /** By displacement what is attached; in a dynamic window only. */
    private final TreeMap<Long, MemorySegment> attached = new TreeMap<>();

    private long nextDisplacement = ATTACH_ALIGN;
    private final LockQueue locks;
    private final OperationHeader header = new OperationHeader();
    private final Payload data;
    /** The elements that the last look-up has found. */
    private final Data found = new Data();

    /** By rank: replies that are still leaving the window's memory. */
    private final int[] replying;
    /** The sum over all ranks of the counts above. */
    private int allReplying;

    Target(OneSided rma, WindowShape shape, Notices notices, Completion completion) {
        this.rma = rma;
        this.shape = shape;
        this.notices = notices;
        this.completion = completion;
        memory = shape.isDynamic() ? null : shape.own();
        combiner = new Combiner(rma.cache);
        data = rma.newPayload();
        locks = new LockQueue(this::granted, shape.turns());
        replying = new int[shape.ranks()];
    }

    /** True if operations of this rank on its own window wait their turn among those of others, as messages: in explored and replayed runs. */
    boolean isServedInTurn() {
        return rma.servesSelf();
    }

    /** The window is no longer used. */
    void freed() {}

    /** This rank has come to a fence. */
    void fences() {}

    /** The program may look at the window's memory, in a call that orders it behind what others have done. */
    void looks() {}

    /** The lock of this rank's memory, where others do not reach it. */
    final LockQueue locks() {
        return locks;
    }

    // ---- memory ------------------------------------------------------------------------------------------------

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
    boolean find(Data wanted) {
        TypeLayout layout = wanted.type();
        long count = wanted.count();
        long at = wanted.offset();
        if (count > layout.mostElements()) {
            return false;
        }
        long from = at + layout.lowest(count);
        long to = at + layout.highest(count);
        found.set(memory, at, count, layout);
        if (memory != null) {
            return from >= 0 && to <= memory.byteSize();
        }
        Map.Entry<Long, MemorySegment> below = attached.floorEntry(from);
        if (below == null || to > below.getKey() + below.getValue().byteSize()) {
            return false;
        }
        found.set(below.getValue(), at - below.getKey(), count, layout);
        return true;
    }

    /** The same of a header's elements, which {@code into} then stands for. */
    boolean find(OperationHeader wanted, Payload into) {
        boolean is = find(wanted.elements);
        if (is) {
            into.set(found);
        }
        return is;
    }

    /** The elements that {@link #find(Data)} has found, in this rank's memory. */
    Data found() {
        return found;
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    /**
     * Serves one message.
     *
     * @param whole the message if it had to wait; its operands may have come apart from it
     */
    void serve(int peer, long envelope, MemorySegment from, long at, @Nullable UnservedMessage whole) {
        int handle = MessageKind.handle(envelope);
        switch (MessageKind.kind(envelope)) {
            case MessageKind.OPERATION, MessageKind.ANNOUNCED -> perform(peer, handle, from, at, whole);
            case MessageKind.LOCK_SHARED -> locks.lock(new LockQueue.Waiter(peer, handle, false));
            case MessageKind.LOCK_EXCLUSIVE -> locks.lock(new LockQueue.Waiter(peer, handle, true));
            case MessageKind.UNLOCK -> {
                locks.unlock(peer);
                answer(peer, handle);
            }
            case MessageKind.FLUSH -> answer(peer, handle);
            case MessageKind.POST -> notices.posts[shape.rankOf(peer)]++;
            case MessageKind.COMPLETE -> notices.completes[shape.rankOf(peer)]++;
            case MessageKind.REFUSED -> completion.refused(refusal(from, at));
            default -> throw new IllegalStateException("a message of kind " + MessageKind.kind(envelope));
        }
    }

    private void answer(int peer, int handle) {
        rma.send(peer, MessageKind.envelope(MessageKind.DONE, shape.number(), handle));
    }

    /** A reply to a rank begins to leave the window's memory. */
    void replies(int peer) {
        replying[shape.rankOf(peer)]++;
        allReplying++;
    }

    /** A reply to a rank has left. */
    void replied(int peer) {
        replying[shape.rankOf(peer)]--;
        allReplying--;
    }

    /** True for a message with an accumulate whose recorded turn has not come. */
    boolean awaitsTurn(int peer, MemorySegment from, long at) {
        WindowTurns turns = shape.turns();
        return turns != null && OperationHeader.isAccumulate(from, at) && !turns.mayServe(peer);
    }

    boolean isReplying(int peer) {
        return allReplying > 0 && replying[shape.rankOf(peer)] > 0;
    }

    /** This rank itself wants or gives back the lock. */
    void lockForSelf(boolean exclusive) {
        locks.lock(new LockQueue.Waiter(rma.port.rank(), 0, exclusive));
    }

    void unlockForSelf() {
        locks.unlock(rma.port.rank());
    }

    /** Releases the locks of a rank that has failed. */
    void lose(int peer) {
        locks.lose(peer);
    }

    private void granted(LockQueue.Waiter waiter) {
        if (waiter.handle() == 0) {
            notices.granted = true;
        } else {
            answer(waiter.peer(), waiter.handle());
        }
    }

    private void perform(int peer, int handle, MemorySegment from, long start, @Nullable UnservedMessage whole) {
        long operands = start + header.read(from, start);
        rma.time.chargeCopy(header.data());
        if (!find(header.elements)) {
            refuse(peer, handle, RmaErrors.notAttached(shape.rank(), header.elements));
            return;
        }
        try {
            performFound(peer, handle, from, operands, whole != null && whole.operands != null ? whole : null);
        } catch (OutOfMemoryError e) {
            refuse(peer, handle, RmaErrors.heapFull(shape.rank(), header.data()));
        }
    }

    /**
     * Performs an operation whose elements are found.
     *
     * @param apart the message whose operands have come apart from the header; null: they follow it
     */
    private void performFound(
            int peer, int handle, MemorySegment from, long operands, @Nullable UnservedMessage apart) {
        long reply = MessageKind.envelope(MessageKind.REPLY, shape.number(), handle);
        switch (header.action) {
            case OperationHeader.PUT -> {
                if (apart == null || apart.staged != null) {
                    data.set(found);
                    if (apart == null) {
                        data.copyIn(from, operands, 0, header.operands);
                    } else {
                        data.copyIn(apart.staged, 0, 0, header.operands);
                    }
                    data.clear();
                }
            }
            case OperationHeader.GET -> rma.reply(peer, reply, found, this);
            default -> {
                WindowTurns turns = shape.turns();
                if (turns != null) {
                    turns.served(peer);
                }
                @Nullable MemorySegment staged = apart != null ? apart.staged : copy(from, operands, header.operands);
                if (staged == null) {
                    refuse(peer, handle, RmaErrors.heapFull(shape.rank(), header.data()));
                    return;
                }
                @Nullable
                MemorySegment old = header.action == OperationHeader.ACCUMULATE ? null : OneSided.stage(header.data());
                combine(staged, old);
                if (old != null) {
                    rma.reply(peer, reply, Data.of(old, 0, header.data(), TypeLayout.BYTE), null);
                }
            }
        }
    }

    private static MemorySegment copy(MemorySegment from, long at, long bytes) {
        MemorySegment staged = OneSided.stage(bytes);
        MemorySegment.copy(from, at, staged, 0, bytes);
        return staged;
    }

    private void combine(MemorySegment operands, @Nullable MemorySegment old) {
        WindowControl control = shape.control(shape.rank());
        if (header.action == OperationHeader.SWAP) {
            MemorySegment memoryOfFound = (MemorySegment) found.buffer();
            assert memoryOfFound != null && old != null : "a swap of elements that were found, and a reply";
            combiner.swap(
                    memoryOfFound, control, found.offset() + found.type().runOffset(0), header.type, operands, old);
        } else {
            combiner.accumulate(found, control, header.type, header.operation, operands, old);
        }
    }

    /** Says why an operation is not done; the origin throws it when it completes the operation. */
    private void refuse(int peer, int handle, EngineException why) {
        byte[] text = why.getMessage().getBytes(StandardCharsets.UTF_8);
        int bytes = 2 * Integer.BYTES + text.length;
        MemorySegment message = rma.compose(bytes);
        message.set(JAVA_INT_UNALIGNED, 0, why.errorClass());
        message.set(JAVA_INT_UNALIGNED, Integer.BYTES, text.length);
        MemorySegment.copy(text, 0, message, ValueLayout.JAVA_BYTE, 2 * Integer.BYTES, text.length);
        rma.sendComposed(peer, MessageKind.envelope(MessageKind.REFUSED, shape.number(), 0), bytes);
        if (handle != 0) {
            answer(peer, handle);
        }
    }

    private static EngineException refusal(MemorySegment from, long at) {
        byte[] text = new byte[from.get(JAVA_INT_UNALIGNED, at + Integer.BYTES)];
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at + 2 * Integer.BYTES, text, 0, text.length);
        return new EngineException(from.get(JAVA_INT_UNALIGNED, at), new String(text, StandardCharsets.UTF_8));
    }
}
