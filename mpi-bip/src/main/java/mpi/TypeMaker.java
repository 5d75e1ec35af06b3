package mpi;

import java.util.Arrays;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;

/**
 * Builds the shapes of derived datatypes by the type map of MPI 4.1 section 5.1: data in the order of the blocks,
 * bounds from the blocks that have elements. Neighbouring runs are merged while they are collected, so that a vector
 * whose blocks touch costs one run, and memory goes with the number of runs that remain. What does not fit a long is an
 * {@link ArithmeticException}.
 */
final class TypeMaker {
    private long[] offsets = new long[16];
    private long[] lengths = new long[16];
    private int runs;
    private long lb = Long.MAX_VALUE;
    private long ub = Long.MIN_VALUE;
    private int align = 1;
    private boolean marked;

    private TypeMaker() {}

    static TypeShape vector(int count, int blockLength, long strideBytes, TypeShape old) {
        TypeMaker maker = new TypeMaker();
        for (int i = 0; i < count; i++) {
            maker.add(Math.multiplyExact(i, strideBytes), blockLength, old);
        }
        return maker.shape(old.base(), old.unit(), old.signature());
    }

    static TypeShape indexed(int[] blockLengths, int[] displacements, long unitBytes, TypeShape old) {
        TypeMaker maker = new TypeMaker();
        for (int i = 0; i < blockLengths.length; i++) {
            maker.add(Math.multiplyExact(displacements[i], unitBytes), blockLengths[i], old);
        }
        return maker.shape(old.base(), old.unit(), old.signature());
    }

    static TypeShape struct(int[] blockLengths, int[] displacements, TypeShape[] olds) {
        TypeMaker maker = new TypeMaker();
        Signature[] signatures = new Signature[olds.length];
        long[] bytes = new long[olds.length];
        for (int i = 0; i < blockLengths.length; i++) {
            maker.add(displacements[i], blockLengths[i], olds[i]);
            signatures[i] = olds[i].signature();
            bytes[i] = Math.multiplyExact(blockLengths[i], olds[i].layout().size());
        }
        return maker.shape(BaseType.MIXED, 1, Signature.concatenation(signatures, bytes));
    }

    private void add(long at, int count, TypeShape old) {
        TypeLayout layout = old.layout();
        if (count == 0 || (layout.size() == 0 && !old.markedBounds())) {
            return;
        }
        bounds(at, count, old);
        align = Math.max(align, old.align());
        if (layout.isDense()) {
            append(at, Math.multiplyExact(count, layout.size()));
            return;
        }
        for (int i = 0; i < count; i++) {
            long origin = at + i * layout.extent();
            for (int run = 0; run < layout.runs(); run++) {
                append(origin + layout.runOffset(run), layout.runLength(run));
            }
        }
    }

    /**
     * Widens the bounds. Where a component's bounds were set by hand, only such components count; else the data count,
     * and the padding of a component does not.
     */
    private void bounds(long at, int count, TypeShape old) {
        if (marked && !old.markedBounds()) {
            return;
        }
        if (old.markedBounds() && !marked) {
            marked = true;
            lb = Long.MAX_VALUE;
            ub = Long.MIN_VALUE;
        }
        TypeLayout layout = old.layout();
        long last = Math.addExact(at, Math.multiplyExact(count - 1, layout.extent()));
        lb = Math.min(lb, Math.min(at, last) + (marked ? layout.lb() : old.trueLb()));
        ub = Math.max(ub, Math.max(at, last) + (marked ? layout.lb() + layout.extent() : old.trueUb()));
    }

    private void append(long offset, long length) {
        if (runs > 0 && offsets[runs - 1] + lengths[runs - 1] == offset) {
            lengths[runs - 1] += length;
            return;
        }
        if (length == 0) {
            return;
        }
        if (runs == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * runs);
            lengths = Arrays.copyOf(lengths, 2 * runs);
        }
        offsets[runs] = offset;
        lengths[runs] = length;
        runs++;
    }

    private TypeShape shape(BaseType base, int unit, Signature signature) {
        long lower = lb == Long.MAX_VALUE ? 0 : lb;
        long extent = ub == Long.MIN_VALUE ? 0 : ub - lower;
        if (!marked) {
            extent = (extent + align - 1) & -align;
        }
        TypeLayout layout = TypeLayout.of(Arrays.copyOf(offsets, runs), Arrays.copyOf(lengths, runs), lower, extent);
        return new TypeShape(layout, base, unit, align, marked, signature);
    }
}
