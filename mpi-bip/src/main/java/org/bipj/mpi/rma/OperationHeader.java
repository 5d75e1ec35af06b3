package org.bipj.mpi.rma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;

/**
 * How an operation travels: what the target does, and where its data lie there. Operands follow behind it in the same
 * message, or in one of their own.
 *
 * <pre>
 *   0        1           2       3         4            8        16       24
 *  +--------+-----------+-------+---------+------------+--------+--------+----------+
 *  | action | operation | type  | 1: gaps | runs (int) | origin | count  | operands |
 *  +--------+-----------+-------+---------+------------+--------+--------+----------+
 *  without gaps: count is in bytes;   with gaps: lb, extent, then offset and length of each run, in longs
 * </pre>
 */
final class OperationHeader {
    static final int PUT = 0;
    static final int GET = 1;
    static final int ACCUMULATE = 2;
    /** An accumulate that answers with what the elements were. */
    static final int FETCH = 3;

    /** The action of MPI_Compare_and_swap. */
    static final int SWAP = 4;

    private static final int ORIGIN = 8;
    private static final int COUNT = 16;
    private static final int OPERANDS = 24;
    private static final int DENSE_BYTES = 32;
    private static final int RUNS = 48;

    private static final Operation[] OPERATIONS = Operation.values();
    private static final BaseType[] TYPES = BaseType.values();

    int action;
    Operation operation = Operation.NO_OP;
    BaseType type = BaseType.BYTE;
    /** The elements in the target's window, without a buffer. */
    final Data elements = new Data();
    /** How many bytes of operands follow the header. */
    long operands;

    static int bytes(TypeLayout layout) {
        return layout.isDense() ? DENSE_BYTES : Math.addExact(RUNS, Math.multiplyExact(16, layout.runs()));
    }

    static void write(MemorySegment to, int action, Operation operation, BaseType type, Data elements, long operands) {
        TypeLayout layout = elements.type();
        boolean dense = layout.isDense();
        to.set(JAVA_BYTE, 0, (byte) action);
        to.set(JAVA_BYTE, 1, (byte) operation.ordinal());
        to.set(JAVA_BYTE, 2, (byte) type.ordinal());
        to.set(JAVA_BYTE, 3, (byte) (dense ? 0 : 1));
        to.set(JAVA_INT_UNALIGNED, 4, dense ? 0 : layout.runs());
        to.set(JAVA_LONG_UNALIGNED, ORIGIN, elements.offset());
        to.set(JAVA_LONG_UNALIGNED, COUNT, dense ? elements.bytes() : elements.count());
        to.set(JAVA_LONG_UNALIGNED, OPERANDS, operands);
        if (!dense) {
            to.set(JAVA_LONG_UNALIGNED, DENSE_BYTES, layout.lb());
            to.set(JAVA_LONG_UNALIGNED, DENSE_BYTES + 8, layout.extent());
            for (int run = 0; run < layout.runs(); run++) {
                to.set(JAVA_LONG_UNALIGNED, RUNS + 16L * run, layout.runOffset(run));
                to.set(JAVA_LONG_UNALIGNED, RUNS + 16L * run + 8, layout.runLength(run));
            }
        }
    }

    /** True for a header of an operation that combines elements with operands. */
    static boolean isAccumulate(MemorySegment from, long start) {
        return from.get(JAVA_BYTE, start) >= ACCUMULATE;
    }

    /** Reads a header; returns its length. */
    int read(MemorySegment from, long start) {
        action = from.get(JAVA_BYTE, start);
        operation = OPERATIONS[from.get(JAVA_BYTE, start + 1)];
        type = TYPES[from.get(JAVA_BYTE, start + 2)];
        boolean dense = from.get(JAVA_BYTE, start + 3) == 0;
        long at = from.get(JAVA_LONG_UNALIGNED, start + ORIGIN);
        long count = from.get(JAVA_LONG_UNALIGNED, start + COUNT);
        operands = from.get(JAVA_LONG_UNALIGNED, start + OPERANDS);
        if (dense) {
            elements.set(null, at, count, TypeLayout.BYTE);
            return DENSE_BYTES;
        }
        int runs = from.get(JAVA_INT_UNALIGNED, start + 4);
        long[] offsets = new long[runs];
        long[] lengths = new long[runs];
        for (int run = 0; run < runs; run++) {
            offsets[run] = from.get(JAVA_LONG_UNALIGNED, start + RUNS + 16L * run);
            lengths[run] = from.get(JAVA_LONG_UNALIGNED, start + RUNS + 16L * run + 8);
        }
        TypeLayout layout = TypeLayout.of(
                offsets,
                lengths,
                from.get(JAVA_LONG_UNALIGNED, start + DENSE_BYTES),
                from.get(JAVA_LONG_UNALIGNED, start + DENSE_BYTES + 8));
        elements.set(null, at, count, layout);
        return RUNS + 16 * runs;
    }

    /** The operation in words. */
    String words() {
        return switch (action) {
            case PUT -> "put";
            case GET -> "get";
            case ACCUMULATE -> "accumulate " + operation;
            case FETCH -> "getAccumulate " + operation;
            default -> "compareAndSwap";
        };
    }

    /** Bytes of data that the elements hold. */
    long data() {
        return elements.bytes();
    }
}
