package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the memory of other ranks (MPI 4.1 section 12.3): at once where this rank reaches that memory, else by a
 * message. The caller has checked buffers and types. A request, where there is one, is done once the program may use its
 * buffer again; without one it is null.
 */
public final class WindowOperations {
    private static final int STAGE_BYTES = 4096;

    private final OneSided rma;
    private final WindowShape shape;
    private final Epochs epochs;
    private final Completion completion;
    private final Target own;
    private final Combiner combiner;
    private final Payload origin;
    private final Payload remote;
    private final MemorySegment operandStage = OneSided.stage(STAGE_BYTES);
    private final MemorySegment resultStage = OneSided.stage(STAGE_BYTES);
    /**
     * The target's elements. First they have no buffer and an offset in bytes in the target's window; once they are reached,
     * they are in memory.
     */
    private final Data elements = new Data();

    WindowOperations(OneSided rma, WindowShape shape, Epochs epochs, Completion completion, Target own) {
        this.rma = rma;
        this.shape = shape;
        this.epochs = epochs;
        this.completion = completion;
        this.own = own;
        combiner = new Combiner(rma.cache);
        origin = rma.newPayload();
        remote = rma.newPayload();
    }

    /** Checks epoch and place, and sets {@link #elements} to what is wanted. */
    private void place(int target, Data wanted) {
        epochs.check(target);
        long at = wanted.offset();
        TypeLayout type = wanted.type();
        long count = wanted.count();
        elements.set(null, at, count, type);
        // Where there are no data, nothing is accessed, wherever that is.
        if (shape.isDynamic() || elements.bytes() == 0) {
            return;
        }
        long bytes = shape.bytes(target);
        if (at + type.lowest(count) < 0 || at + type.highest(count) > bytes || count > type.mostElements()) {
            throw RmaErrors.range(target, bytes, elements);
        }
    }

    private static void checkSame(long originBytes, long targetBytes) {
        if (originBytes != targetBytes) {
            throw new EngineException(
                    ErrorClass.TRUNCATE,
                    "the origin's data have " + originBytes + " bytes and the target's " + targetBytes
                            + "; expected the same");
        }
    }

    /** Sets {@link #elements} to their memory; false if this rank does not reach it. */
    private boolean reach(int target) {
        MemorySegment memory = shape.direct(target);
        if (memory != null) {
            elements.set(memory, elements.offset(), elements.count(), elements.type());
            return true;
        }
        if (target == shape.rank() && !own.find(elements)) {
            throw RmaErrors.notAttached(target, elements);
        }
        if (target != shape.rank() || own.isServedInTurn()) {
            completion.checkUsable(target);
            return false;
        }
        Data found = own.found();
        elements.set(found.buffer(), found.offset(), found.count(), found.type());
        return true;
    }

    /**
     * Writes elements of a target (MPI_Put, MPI_Rput).
     *
     * @param wanted the target's elements, without a buffer: the offset is in bytes from the start of the target's window
     */
    public void put(Data data, int target, Data wanted, @Nullable RequestEnd request) {
        rma.enter();
        try {
            place(target, wanted);
            long bytes = data.bytes();
            checkSame(bytes, elements.bytes());
            if (bytes == 0) {
                Pending.complete(request);
                return;
            }
            if (!reach(target)) {
                sendWithOperands(OperationHeader.PUT, Operation.REPLACE, BaseType.BYTE, data, target, 0, request);
                return;
            }
            origin.set(data);
            if (elements.type().isDense()) {
                origin.copyOut(0, memory(), elements.offset(), bytes);
            } else {
                remote.set(elements);
                remote.copyFrom(origin, bytes);
            }
            origin.clear();
            rma.time.chargeCopy(bytes);
            Pending.complete(request);
        } finally {
            rma.exit();
        }
    }

    /** The memory of the elements, which have been reached. */
    @SuppressWarnings("NullAway") // Reached elements have memory.
    private MemorySegment memory() {
        return (MemorySegment) elements.buffer();
    }

    /** Reads elements of a target (MPI_Get, MPI_Rget). Arguments as those of {@link #put}. */
    public void get(Data data, int target, Data wanted, @Nullable RequestEnd request) {
        rma.enter();
        try {
            place(target, wanted);
            long bytes = data.bytes();
            checkSame(bytes, elements.bytes());
            if (bytes == 0) {
                Pending.complete(request);
                return;
            }
            if (!reach(target)) {
                Pending into = expect(target, data, request);
                sendAlone(OperationHeader.GET, Operation.NO_OP, BaseType.BYTE, target, into.handle);
                return;
            }
            origin.set(data);
            if (elements.type().isDense()) {
                origin.copyIn(memory(), elements.offset(), 0, bytes);
            } else {
                remote.set(elements);
                origin.copyFrom(remote, bytes);
            }
            origin.clear();
            rma.time.chargeCopy(bytes);
            Pending.complete(request);
        } finally {
            rma.exit();
        }
    }

    /**
     * Combines elements of a target with the program's (MPI_Accumulate, MPI_Get_accumulate, MPI_Fetch_and_op, and their
     * forms with requests). Arguments as those of {@link #put}.
     *
     * @param data null for NO_OP
     * @param result takes what the target's elements were; null: they are not fetched
     * @param baseType of which all the data consist
     */
    public void accumulate(
            @Nullable Data data,
            @Nullable Data result,
            int target,
            Data wanted,
            BaseType baseType,
            Operation operation,
            @Nullable RequestEnd request) {
        rma.enter();
        try {
            place(target, wanted);
            long bytes = elements.bytes();
            if (data != null) {
                checkSame(data.bytes(), bytes);
            }
            if (result != null) {
                checkSame(result.bytes(), bytes);
            }
            checkStage(bytes);
            if (bytes == 0 || data == null && result == null) {
                Pending.complete(request);
            } else if (reach(target)) {
                begin(target);
                combine(data, result, target, baseType, operation);
                end(target);
                Pending.complete(request);
            } else {
                int handle = 0;
                @Nullable RequestEnd ofOperands = request;
                if (result != null) {
                    handle = expect(target, result, request).handle;
                    ofOperands = null;
                }
                int action = result == null ? OperationHeader.ACCUMULATE : OperationHeader.FETCH;
                if (data != null) {
                    sendWithOperands(action, operation, baseType, data, target, handle, ofOperands);
                } else {
                    sendAlone(action, operation, baseType, target, handle);
                }
            }
        } finally {
            rma.exit();
        }
    }

    /** An accumulate on memory that this rank reaches has its turn, where that is recorded. */
    private void begin(int target) {
        WindowTurns turns = shape.turns();
        if (turns != null) {
            turns.begin(target);
        }
    }

    private void end(int target) {
        WindowTurns turns = shape.turns();
        if (turns != null) {
            turns.end(target);
        }
    }

    private static void checkStage(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new EngineException(
                    ErrorClass.COUNT, "the accumulate is of " + bytes + " bytes; expected no more than 2 GiB - 1");
        }
    }

    private void combine(
            @Nullable Data data, @Nullable Data result, int target, BaseType baseType, Operation operation) {
        long bytes = elements.bytes();
        MemorySegment operands = bytes <= STAGE_BYTES ? operandStage : OneSided.stage(bytes);
        if (data != null) {
            origin.set(data);
            origin.copyOut(0, operands, 0, bytes);
        }
        @Nullable
        MemorySegment old = result == null ? null : bytes <= STAGE_BYTES ? resultStage : OneSided.stage(bytes);
        WindowControl control = shape.control(target);
        if (elements.count() == 1
                && control != null
                && elements.type().isDense()
                && bytes == baseType.size()
                && Elements.isAtomic(baseType)
                && Elements.isAligned(memory(), elements.offset(), (int) bytes)) {
            long operand = Elements.load(operands, 0, baseType);
            long was = Elements.update(memory(), elements.offset(), baseType, operation, operand);
            if (old != null) {
                Elements.store(old, 0, baseType, was);
            }
        } else {
            combiner.accumulate(elements, control, baseType, operation, operands, old);
        }
        if (old != null) {
            origin.set(result);
            origin.copyIn(old, 0, 0, bytes);
        }
        origin.clear();
        rma.time.chargeCopy(bytes);
    }

    /**
     * Replaces one element if it equals another (MPI_Compare_and_swap). The target's type is the base type.
     *
     * @param wanted the target's element, as in {@link #put}; its datatype is that of the three buffers
     */
    public void compareAndSwap(
            Object buffer, Object expected, Object result, int target, Data wanted, BaseType baseType) {
        rma.enter();
        try {
            place(target, wanted);
            TypeLayout type = wanted.type();
            boolean reached = reach(target);
            origin.set(expected, 0, 1, type);
            origin.copyOut(0, operandStage, 0, type.size());
            origin.set(buffer, 0, 1, type);
            origin.copyOut(0, operandStage, 8, type.size());
            if (reached) {
                WindowControl control = shape.control(target);
                begin(target);
                combiner.swap(
                        memory(), control, elements.offset() + type.runOffset(0), baseType, operandStage, resultStage);
                end(target);
                origin.set(result, 0, 1, type);
                origin.copyIn(resultStage, 0, 0, type.size());
                origin.clear();
                return;
            }
            origin.clear();
            int handle = expect(target, Data.of(result, 0, 1, type), null).handle;
            int head = OperationHeader.bytes(type);
            MemorySegment message = rma.compose(head + 16);
            OperationHeader.write(message, OperationHeader.SWAP, Operation.REPLACE, baseType, elements, 16);
            MemorySegment.copy(operandStage, 0, message, head, 16);
            send(target, MessageKind.OPERATION, handle, head + 16);
        } finally {
            rma.exit();
        }
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    private Pending expect(int target, Data data, @Nullable RequestEnd request) {
        // A full heap fails here, before anything has begun.
        rma.compose(OperationHeader.bytes(elements.type()));
        Pending into = new Pending(rma.cache, completion, target, shape.world(target), request);
        into.set(data);
        return completion.expect(into);
    }

    private void send(int target, int kind, int handle, int bytes) {
        completion.touched(target);
        try {
            rma.sendComposed(shape.world(target), MessageKind.envelope(kind, shape.number(), handle), bytes);
        } catch (OutOfMemoryError e) {
            if (handle != 0) {
                rma.forget(handle);
            }
            throw e;
        }
    }

    private void sendAlone(int action, Operation operation, BaseType baseType, int target, int handle) {
        int head = OperationHeader.bytes(elements.type());
        OperationHeader.write(rma.compose(head), action, operation, baseType, elements, 0);
        send(target, MessageKind.OPERATION, handle, head);
    }

    private void sendWithOperands(
            int action,
            Operation operation,
            BaseType baseType,
            Data data,
            int target,
            int handle,
            @Nullable RequestEnd request) {
        int head = OperationHeader.bytes(elements.type());
        long bytes = data.bytes();
        boolean together = head + bytes <= rma.shortBytes() || target == shape.rank();
        MemorySegment message = rma.compose(together ? head + (int) bytes : head);
        OperationHeader.write(message, action, operation, baseType, elements, bytes);
        if (together) {
            origin.set(data);
            origin.copyOut(0, message, head, bytes);
            origin.clear();
            rma.time.chargeCopy(bytes);
            send(target, MessageKind.OPERATION, handle, head + (int) bytes);
            Pending.complete(request);
            return;
        }
        LongSend operands = new LongSend(rma.cache, completion, target, request);
        operands.set(data);
        send(target, MessageKind.ANNOUNCED, handle, head);
        completion.sends(target);
        rma.sendOperands(shape.world(target), MessageKind.envelope(MessageKind.OPERANDS, shape.number(), 0), operands);
    }
}
