package org.bipj.mpi.rma;

import java.util.Arrays;
import java.util.Set;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.replay.Choices;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;

/**
 * What an operation does to which bytes of a window, or a lock to the other locks: by which it is known whether the order of two of
 * them can be seen. It holds nothing of a run.
 *
 * @param isLock true for a request for a lock
 * @param changes of a lock: whether it is exclusive; of an operation: whether it writes
 * @param combines combines what is there in any order with others of this operation and type; NO_OP: it does not
 * @param action with {@code operation}, what an operation is, as a header has it, and which accumulate
 * @param runs from and to of each run of bytes, in turn
 */
record WindowAccess(
        int window,
        boolean isLock,
        boolean changes,
        Operation combines,
        BaseType type,
        int action,
        Operation operation,
        long... runs)
        implements Choices.Effect {
    /** Runs of bytes that are compared one by one; of more, the span counts. */
    private static final int MOST_RUNS = 1000;

    /** Types whose sums, products and the like are the same in any order. */
    private static final Set<BaseType> EXACT =
            Set.of(BaseType.BYTE, BaseType.CHAR, BaseType.SHORT, BaseType.INT, BaseType.LONG, BaseType.BOOLEAN);

    /** Operations that are not the same in any order of their operands, whatever the type. */
    private static final Set<Operation> ORDERED =
            Set.of(Operation.REPLACE, Operation.NO_OP, Operation.MINLOC, Operation.MAXLOC);

    /** A request for the lock of a window. */
    static WindowAccess ofLock(int window, boolean exclusive) {
        return new WindowAccess(window, true, exclusive, Operation.NO_OP, BaseType.BYTE, 0, Operation.NO_OP, 0, 0);
    }

    /** The target's program looks at its memory. */
    static WindowAccess ofLook(int window) {
        Operation none = Operation.NO_OP;
        return new WindowAccess(window, false, false, none, BaseType.BYTE, 0, none, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** The operation that a header describes. */
    static WindowAccess of(int window, OperationHeader header) {
        boolean reads = header.action == OperationHeader.GET
                || header.action == OperationHeader.FETCH && header.operation == Operation.NO_OP;
        boolean combines = header.action == OperationHeader.ACCUMULATE
                && EXACT.contains(header.type)
                && !ORDERED.contains(header.operation);
        Operation combined = combines ? header.operation : Operation.NO_OP;
        return new WindowAccess(
                window, false, !reads, combined, header.type, header.action, header.operation, runs(header));
    }

    private static long[] runs(OperationHeader header) {
        TypeLayout layout = header.elements.type();
        long count = header.elements.count();
        long at = header.elements.offset();
        if (layout.isDense() || count * layout.runs() > MOST_RUNS) {
            return new long[] {at + layout.lowest(count), at + layout.highest(count)};
        }
        long[] runs = new long[(int) (2 * count * layout.runs())];
        int next = 0;
        for (long i = 0; i < count; i++) {
            for (int run = 0; run < layout.runs(); run++) {
                long from = at + i * layout.extent() + layout.runOffset(run);
                runs[next++] = from;
                runs[next++] = from + layout.runLength(run);
            }
        }
        return runs;
    }

    /** The first byte that it touches. */
    long from() {
        return runs[0];
    }

    /** One past the last byte of the run that it touches first. */
    long to() {
        return runs[1];
    }

    /** The first byte of all. */
    long lowest() {
        return Arrays.stream(runs).min().orElseThrow();
    }

    /** One past the last byte of all. */
    long highest() {
        return Arrays.stream(runs).max().orElseThrow();
    }

    /** True for an operation that is atomic beside others like it. */
    private boolean isAtomic() {
        return action != OperationHeader.PUT && action != OperationHeader.GET;
    }

    /**
     * The kind of fault that it is that two operations of different ranks happen at the same time (MPI 4.1 section 12.7); empty: it is
     * none.
     *
     * @param shift from bytes of this one's window to those of the other's, which is 0 for one window
     */
    String faultBeside(WindowAccess other, long shift) {
        boolean isOneWindow = window == other.window;
        if (isLock || other.isLock || !changes && !other.changes || !overlaps(other, shift)) {
            return "";
        }
        if (!isOneWindow || !isAtomic() || !other.isAtomic()) {
            return "overlapping-updates";
        }
        boolean isExempt = action == OperationHeader.SWAP
                || other.action == OperationHeader.SWAP
                || operation == Operation.NO_OP
                || other.operation == Operation.NO_OP;
        return isExempt || operation == other.operation && type == other.type ? "" : "mixed-accumulates";
    }

    /** True if it touches more than one run of bytes. */
    boolean hasGaps() {
        return runs.length > 2;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WindowAccess one
                && window == one.window
                && isLock == one.isLock
                && changes == one.changes
                && combines == one.combines
                && type == one.type
                && Arrays.equals(runs, one.runs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(runs);
    }

    @Override
    public boolean commutes(Choices.Effect other) {
        return other instanceof WindowAccess access
                && (isLock || access.isLock ? areLocksApart(access) : areApart(access));
    }

    private boolean areLocksApart(WindowAccess other) {
        return !isLock || !other.isLock || window != other.window || !changes && !other.changes;
    }

    private boolean areApart(WindowAccess other) {
        if (!changes && !other.changes) {
            return true;
        }
        // Two windows may be over the same memory.
        return window == other.window && (!overlaps(other, 0) || isCombinedWith(other));
    }

    private boolean isCombinedWith(WindowAccess other) {
        return combines != Operation.NO_OP
                && combines == other.combines
                && type == other.type
                && runs.length == 2
                && other.runs.length == 2
                && (runs[0] - other.runs[0]) % type.size() == 0;
    }

    private boolean overlaps(WindowAccess other, long shift) {
        for (int i = 0; i < runs.length; i += 2) {
            for (int j = 0; j < other.runs.length; j += 2) {
                if (runs[i] + shift < other.runs[j + 1] && other.runs[j] < runs[i + 1] + shift) {
                    return true;
                }
            }
        }
        return false;
    }
}
