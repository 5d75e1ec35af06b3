package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.Reductions;
import org.jspecify.annotations.Nullable;

/**
 * Accumulates on the memory of a window, by whomever: the target that serves a message, or an origin that reaches the
 * memory. Each element is updated atomically. Memory that several ranks reach has a {@link WindowControl}: its aligned ints,
 * longs, floats and doubles are updated by processor atomics, everything else under the control's lock.
 */
final class Combiner {
    private final Payload target;
    private final Payload staged;

    Combiner(SegmentCache cache) {
        target = new Payload(cache);
        staged = new Payload(cache);
    }

    /**
     * Combines packed operands into elements.
     *
     * @param elements lie in a memory segment
     * @param control of memory that several ranks reach; null: this rank alone does
     * @param operands packed, 8-byte aligned; not looked at for NO_OP
     * @param result takes what the elements were, packed, 8-byte aligned; null where they are not wanted
     */
    void accumulate(
            Data elements,
            @Nullable WindowControl control,
            BaseType type,
            Operation operation,
            MemorySegment operands,
            @Nullable MemorySegment result) {
        long at = elements.offset();
        long count = elements.count();
        TypeLayout layout = elements.type();
        if (count == 0 || layout.size() == 0) {
            return;
        }
        MemorySegment memory = (MemorySegment) elements.buffer();
        assert memory != null : "elements without memory";
        if (control != null && isAtomic(memory, elements, type)) {
            for (long i = 0; i < count; i++) {
                long position = i * layout.size();
                for (int run = 0; run < layout.runs(); run++) {
                    long to = at + i * layout.extent() + layout.runOffset(run);
                    long end = position + layout.runLength(run);
                    for (; position < end; position += type.size(), to += type.size()) {
                        long operand = operation == Operation.NO_OP ? 0 : Elements.load(operands, position, type);
                        long old = Elements.update(memory, to, type, operation, operand);
                        if (result != null) {
                            Elements.store(result, position, type, old);
                        }
                    }
                }
            }
            return;
        }
        if (control != null) {
            control.lockData();
        }
        try {
            reduce(elements, type, operation, operands, result);
        } finally {
            if (control != null) {
                control.unlockData();
            }
        }
    }

    private static boolean isAtomic(MemorySegment memory, Data elements, BaseType type) {
        if (!Elements.isAtomic(type)) {
            return false;
        }
        TypeLayout layout = elements.type();
        int size = type.size();
        boolean aligned = Elements.isAligned(memory, elements.offset(), size)
                && (elements.count() == 1 || layout.extent() % size == 0);
        for (int run = 0; run < layout.runs() && aligned; run++) {
            aligned = layout.runOffset(run) % size == 0 && layout.runLength(run) % size == 0;
        }
        return aligned;
    }

    private void reduce(
            Data elements, BaseType type, Operation operation, MemorySegment operands, @Nullable MemorySegment result) {
        long bytes = elements.bytes();
        Object values = type.newArrayOfBytes(bytes);
        target.set(elements);
        staged.set(values, 0, bytes, TypeLayout.BYTE);
        staged.copyFrom(target, bytes);
        if (result != null) {
            staged.copyOut(0, result, 0, bytes);
        }
        if (operation != Operation.NO_OP) {
            Object in = type.newArrayOfBytes(bytes);
            staged.set(in, 0, bytes, TypeLayout.BYTE);
            staged.copyIn(operands, 0, 0, bytes);
            Reductions.of(operation, type).apply(in, 0, values, 0, (int) (bytes >> type.arrayShift()));
            staged.set(values, 0, bytes, TypeLayout.BYTE);
            target.copyFrom(staged, bytes);
        }
        target.clear();
        staged.clear();
    }

    /**
     * Replaces one element if it equals another one, bit by bit.
     *
     * @param operands the expected element and, 8 bytes behind, the new one
     * @param result takes what the element was
     */
    void swap(
            MemorySegment memory,
            @Nullable WindowControl control,
            long at,
            BaseType type,
            MemorySegment operands,
            MemorySegment result) {
        int size = type.size();
        if (control != null && Elements.isAtomic(type) && Elements.isAligned(memory, at, size)) {
            long expected = Elements.load(operands, 0, type);
            Elements.store(
                    result, 0, type, Elements.swap(memory, at, type, expected, Elements.load(operands, 8, type)));
            return;
        }
        if (control != null) {
            control.lockData();
        }
        try {
            MemorySegment.copy(memory, at, result, 0, size);
            if (MemorySegment.mismatch(result, 0, size, operands, 0, size) < 0) {
                MemorySegment.copy(operands, 8, memory, at, size);
            }
        } finally {
            if (control != null) {
                control.unlockData();
            }
        }
    }
}
