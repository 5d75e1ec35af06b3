package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;

/**
 * What this rank does to the memory of others (MPI 4.1 section 12.3): at once where it reaches that memory, else by a
 * message. The caller has checked buffers and types. A request, where there is one, is done once the program may use its
 * buffer again; a null one is nobody's.
 */
public final class Operations {
    private static final int STAGE_BYTES = 4096;

    private final OneSided rma;
    private final Window window;
    private final Epochs epochs;
    private final Combiner combiner;
    private final Payload origin;
    private final Payload remote;
    private final MemorySegment operandStage = OneSided.stage(STAGE_BYTES);
    private final MemorySegment resultStage = OneSided.stage(STAGE_BYTES);
    /** Where the elements of the target lie that were reached last. */
    private long reachedAt;

    Operations(OneSided rma, Window window) {
        this.rma = rma;
        this.window = window;
        epochs = window.epochs();
        combiner = new Combiner(rma.cache);
        origin = rma.newPayload();
        remote = rma.newPayload();
    }

    /** Checks epoch and place; returns the origin of the first element in the target's window, in bytes. */
    private long place(int target, long displacement, long count, TypeLayout type) {
        epochs.check(target);
        long at = displacement * window.unit(target);
        if (window.own().isDynamic()) {
            return at;
        }
        long bytes = window.bytes(target);
        if (at + type.lowest(count) < 0 || at + type.highest(count) > bytes || count > type.mostElements()) {
            throw RmaErrors.range(target, bytes, at, count, type);
        }
        return at;
    }

    private static void checkSame(long originBytes, long targetBytes) {
        if (originBytes != targetBytes) {
            throw new EngineException(
                    ErrorClass.TRUNCATE,
                    "the origin's data have " + originBytes + " bytes and the target's " + targetBytes
                            + "; expected the same");
        }
    }

    /** The memory of the target's elements, if this rank reaches it: {@link #reachedAt} says where; else null. */
    private MemorySegment reach(int target, long at, long count, TypeLayout type) {
        MemorySegment memory = window.memory(target);
        if (memory != null) {
            reachedAt = at;
            return memory;
        }
        if (target != window.rank()) {
            return null;
        }
        Target own = window.own();
        if (!own.find(at, count, type)) {
            throw RmaErrors.notAttached(target, at, count, type);
        }
        reachedAt = own.foundAt();
        return own.found();
    }

    /** Writes elements of a target (MPI_Put, MPI_Rput). */
    public void put(
            Object buffer,
            long count,
            TypeLayout type,
            int target,
            long displacement,
            long targetCount,
            TypeLayout targetType,
            PostedRecv request) {
        rma.enter();
        try {
            long at = place(target, displacement, targetCount, targetType);
            long bytes = count * type.size();
            checkSame(bytes, targetCount * targetType.size());
            if (bytes == 0) {
                Pending.complete(request);
                return;
            }
            MemorySegment memory = reach(target, at, targetCount, targetType);
            if (memory == null) {
                sendWithOperands(
                        Header.PUT,
                        Operation.REPLACE,
                        BaseType.BYTE,
                        buffer,
                        count,
                        type,
                        target,
                        at,
                        targetCount,
                        targetType,
                        0,
                        request);
                return;
            }
            origin.set(buffer, 0, count, type);
            if (targetType.isDense()) {
                origin.copyOut(0, memory, reachedAt, bytes);
            } else {
                remote.set(memory, reachedAt, targetCount, targetType);
                remote.copyFrom(origin, bytes);
            }
            origin.clear();
            rma.time.chargeCopy(bytes);
            Pending.complete(request);
        } finally {
            rma.exit();
        }
    }

    /** Reads elements of a target (MPI_Get, MPI_Rget). */
    public void get(
            Object buffer,
            long count,
            TypeLayout type,
            int target,
            long displacement,
            long targetCount,
            TypeLayout targetType,
            PostedRecv request) {
        rma.enter();
        try {
            long at = place(target, displacement, targetCount, targetType);
            long bytes = count * type.size();
            checkSame(bytes, targetCount * targetType.size());
            if (bytes == 0) {
                Pending.complete(request);
                return;
            }
            MemorySegment memory = reach(target, at, targetCount, targetType);
            if (memory == null) {
                Pending into = expect(target, buffer, count, type, request);
                sendAlone(Header.GET, Operation.NO_OP, BaseType.BYTE, target, at, targetCount, targetType, into.handle);
                return;
            }
            origin.set(buffer, 0, count, type);
            if (targetType.isDense()) {
                origin.copyIn(memory, reachedAt, 0, bytes);
            } else {
                remote.set(memory, reachedAt, targetCount, targetType);
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
     * forms with requests).
     *
     * @param result takes what the target's elements were; null: they are not fetched
     * @param baseType of which all the data consist
     */
    public void accumulate(
            Object buffer,
            long count,
            TypeLayout type,
            Object result,
            long resultCount,
            TypeLayout resultType,
            int target,
            long displacement,
            long targetCount,
            TypeLayout targetType,
            BaseType baseType,
            Operation operation,
            PostedRecv request) {
        rma.enter();
        try {
            long at = place(target, displacement, targetCount, targetType);
            long bytes = targetCount * targetType.size();
            boolean reads = operation != Operation.NO_OP;
            if (reads) {
                checkSame(count * type.size(), bytes);
            }
            if (result != null) {
                checkSame(resultCount * resultType.size(), bytes);
            }
            checkStage(bytes);
            MemorySegment memory = bytes == 0 ? null : reach(target, at, targetCount, targetType);
            if (memory != null) {
                combine(
                        memory,
                        buffer,
                        count,
                        type,
                        result,
                        resultCount,
                        resultType,
                        target,
                        targetCount,
                        targetType,
                        baseType,
                        operation);
                Pending.complete(request);
            } else if (bytes == 0 || !reads && result == null) {
                Pending.complete(request);
            } else {
                int handle = 0;
                PostedRecv ofOperands = request;
                if (result != null) {
                    handle = expect(target, result, resultCount, resultType, request).handle;
                    ofOperands = null;
                }
                int action = result == null ? Header.ACCUMULATE : Header.FETCH;
                if (reads) {
                    sendWithOperands(
                            action,
                            operation,
                            baseType,
                            buffer,
                            count,
                            type,
                            target,
                            at,
                            targetCount,
                            targetType,
                            handle,
                            ofOperands);
                } else {
                    sendAlone(action, operation, baseType, target, at, targetCount, targetType, handle);
                }
            }
        } finally {
            rma.exit();
        }
    }

    private static void checkStage(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new EngineException(
                    ErrorClass.COUNT, "the accumulate is of " + bytes + " bytes; expected no more than 2 GiB - 1");
        }
    }

    private void combine(
            MemorySegment memory,
            Object buffer,
            long count,
            TypeLayout type,
            Object result,
            long resultCount,
            TypeLayout resultType,
            int target,
            long targetCount,
            TypeLayout targetType,
            BaseType baseType,
            Operation operation) {
        long bytes = targetCount * targetType.size();
        MemorySegment operands = bytes <= STAGE_BYTES ? operandStage : OneSided.stage(bytes);
        if (operation != Operation.NO_OP) {
            origin.set(buffer, 0, count, type);
            origin.copyOut(0, operands, 0, bytes);
        }
        MemorySegment old = result == null ? null : bytes <= STAGE_BYTES ? resultStage : OneSided.stage(bytes);
        Control control = window.control(target);
        if (targetCount == 1
                && control != null
                && targetType.isDense()
                && bytes == baseType.size()
                && Elements.isAtomic(baseType)
                && Elements.isAligned(memory, reachedAt, (int) bytes)) {
            long operand = Elements.load(operands, 0, baseType);
            long was = Elements.update(memory, reachedAt, baseType, operation, operand);
            if (old != null) {
                Elements.store(old, 0, baseType, was);
            }
        } else {
            combiner.accumulate(
                    memory, control, reachedAt, targetCount, targetType, baseType, operation, operands, old);
        }
        if (old != null) {
            origin.set(result, 0, resultCount, resultType);
            origin.copyIn(old, 0, 0, bytes);
        }
        origin.clear();
        rma.time.chargeCopy(bytes);
    }

    /** Replaces one element if it equals another (MPI_Compare_and_swap). The target's type is the base type. */
    public void compareAndSwap(
            Object buffer, Object expected, Object result, TypeLayout type, BaseType baseType, int target, long at1) {
        rma.enter();
        try {
            long at = place(target, at1, 1, type);
            MemorySegment memory = reach(target, at, 1, type);
            origin.set(expected, 0, 1, type);
            origin.copyOut(0, operandStage, 0, type.size());
            origin.set(buffer, 0, 1, type);
            origin.copyOut(0, operandStage, 8, type.size());
            if (memory != null) {
                combiner.swap(memory, window.control(target), reachedAt, baseType, operandStage, resultStage);
                origin.set(result, 0, 1, type);
                origin.copyIn(resultStage, 0, 0, type.size());
                origin.clear();
                return;
            }
            origin.clear();
            int handle = expect(target, result, 1, type, null).handle;
            int head = Header.bytes(type);
            MemorySegment message = rma.compose(head + 16);
            Header.write(message, Header.SWAP, Operation.REPLACE, baseType, at, 1, type, 16);
            MemorySegment.copy(operandStage, 0, message, head, 16);
            send(target, Kind.OPERATION, handle, head + 16);
        } finally {
            rma.exit();
        }
    }

    // ---- messages ----------------------------------------------------------------------------------------------

    private Pending expect(int target, Object buffer, long count, TypeLayout type, PostedRecv request) {
        Pending into = new Pending(rma.cache, window, target, request);
        into.set(buffer, 0, count, type);
        return window.expect(into);
    }

    private void send(int target, int kind, int handle, int bytes) {
        window.touched(target);
        rma.sendComposed(window.world(target), Kind.envelope(kind, window.number(), handle), bytes);
    }

    private void sendAlone(
            int action,
            Operation operation,
            BaseType baseType,
            int target,
            long at,
            long targetCount,
            TypeLayout targetType,
            int handle) {
        int head = Header.bytes(targetType);
        Header.write(rma.compose(head), action, operation, baseType, at, targetCount, targetType, 0);
        send(target, Kind.OPERATION, handle, head);
    }

    private void sendWithOperands(
            int action,
            Operation operation,
            BaseType baseType,
            Object buffer,
            long count,
            TypeLayout type,
            int target,
            long at,
            long targetCount,
            TypeLayout targetType,
            int handle,
            PostedRecv request) {
        int head = Header.bytes(targetType);
        long bytes = count * type.size();
        boolean together = head + bytes <= rma.shortBytes();
        MemorySegment message = rma.compose(together ? head + (int) bytes : head);
        Header.write(message, action, operation, baseType, at, targetCount, targetType, bytes);
        if (together) {
            origin.set(buffer, 0, count, type);
            origin.copyOut(0, message, head, bytes);
            origin.clear();
            rma.time.chargeCopy(bytes);
            send(target, Kind.OPERATION, handle, head + (int) bytes);
            Pending.complete(request);
            return;
        }
        send(target, Kind.ANNOUNCED, handle, head);
        LongSend operands = new LongSend(rma.cache, window, target, request);
        operands.set(buffer, 0, count, type);
        window.sends(target);
        rma.sendOperands(window.world(target), Kind.envelope(Kind.OPERANDS, window.number(), 0), operands);
    }
}
