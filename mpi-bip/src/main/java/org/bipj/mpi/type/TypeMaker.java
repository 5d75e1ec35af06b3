package org.bipj.mpi.type;

import java.util.Arrays;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;

/**
 * Builds the shapes of derived datatypes by the type map of MPI 4.1 section 5.1: data in the order of the blocks,
 * bounds from the blocks that have elements. Neighbouring runs are merged while they are collected, so that a vector
 * whose blocks touch costs one run, and time and memory go with the number of runs that remain. More runs than {@link
 * #MOST_RUNS} are an {@link EngineException}; what does not fit a long is an {@link ArithmeticException}.
 */
public final class TypeMaker {
    /** Most runs of one datatype: 24 bytes are kept for each. */
    public static final int MOST_RUNS = 1 << 22;

    private long[] offsets = new long[16];
    private long[] lengths = new long[16];
    private int runs;
    private long lb = Long.MAX_VALUE;
    private long ub = Long.MIN_VALUE;
    private int align = 1;
    private boolean marked;

    private TypeMaker() {}

    /** Equal blocks at equal distances, in bytes (MPI_Type_create_hvector). */
    public static TypeShape vector(long count, long blockLength, long strideBytes, TypeShape old) {
        TypeMaker maker = new TypeMaker();
        if (count > 0 && blockLength > 0) {
            maker.bounds(0, blockLength, old);
            maker.bounds(Math.multiplyExact(count - 1, strideBytes), blockLength, old);
            maker.blocks(count, blockLength, strideBytes, old.layout());
        }
        return maker.shape(old.base(), old.element(), old.unit(), old.signature());
    }

    /** Blocks with lengths and displacements of their own, these in units (MPI_Type_create_hindexed with units of 1). */
    public static TypeShape indexed(long[] blockLengths, long[] displacements, long unitBytes, TypeShape old) {
        TypeMaker maker = new TypeMaker();
        for (int i = 0; i < blockLengths.length; i++) {
            maker.add(Math.multiplyExact(displacements[i], unitBytes), blockLengths[i], old);
        }
        return maker.shape(old.base(), old.element(), old.unit(), old.signature());
    }

    /** Equal blocks with displacements of their own, in units (MPI_Type_create_hindexed_block with units of 1). */
    public static TypeShape indexedBlock(long blockLength, long[] displacements, long unitBytes, TypeShape old) {
        TypeMaker maker = new TypeMaker();
        for (long displacement : displacements) {
            maker.add(Math.multiplyExact(displacement, unitBytes), blockLength, old);
        }
        return maker.shape(old.base(), old.element(), old.unit(), old.signature());
    }

    /**
     * Some elements of a row of them, as a datatype that is as long as the row: equal blocks at equal distances, of which the
     * last may be shorter. Lengths and places are in elements.
     *
     * @param first where the first block begins
     * @param step distance between the beginnings of blocks
     * @param elements elements of all blocks together
     * @param row elements of the row
     */
    static TypeShape part(long first, long blockLength, long step, long elements, long row, TypeShape old) {
        long extent = old.layout().extent();
        TypeMaker maker = new TypeMaker();
        long at = first;
        for (long left = old.layout().size() == 0 ? 0 : elements; left > 0; left -= blockLength) {
            maker.add(Math.multiplyExact(at, extent), Math.min(blockLength, left), old);
            at += step;
        }
        return maker.shape(old.base(), old.element(), old.unit(), old.signature())
                .resized(0, Math.multiplyExact(row, extent));
    }

    /** Blocks of different types; displacements in bytes (MPI_Type_create_struct). */
    public static TypeShape struct(long[] blockLengths, long[] displacements, TypeShape[] olds) {
        TypeMaker maker = new TypeMaker();
        Signature[] signatures = new Signature[olds.length];
        long[] bytes = new long[olds.length];
        for (int i = 0; i < blockLengths.length; i++) {
            maker.add(displacements[i], blockLengths[i], olds[i]);
            signatures[i] = olds[i].signature();
            bytes[i] = Math.multiplyExact(blockLengths[i], olds[i].layout().size());
        }
        Signature signature = Signature.concatenation(signatures, bytes, MOST_RUNS);
        if (signature == null) {
            throw tooMany("groups of equal elements are");
        }
        return maker.shape(BaseType.MIXED, element(blockLengths, olds), 1, signature);
    }

    /** The predefined type of all data of a struct: MIXED if there are several; BYTE if there are no data. */
    private static BaseType element(long[] blockLengths, TypeShape[] olds) {
        BaseType common = null;
        for (int i = 0; i < blockLengths.length; i++) {
            if (blockLengths[i] > 0 && olds[i].layout().size() > 0) {
                if (common != null && common != olds[i].element()) {
                    return BaseType.MIXED;
                }
                common = olds[i].element();
            }
        }
        return common == null ? BaseType.BYTE : common;
    }

    /** Blocks of types that consist of one predefined type, which the new type consists of too; displacements in bytes. */
    public static TypeShape struct(BaseType base, long[] blockLengths, long[] displacements, TypeShape[] olds) {
        TypeMaker maker = new TypeMaker();
        TypeShape first = TypeShape.of(base);
        for (int i = 0; i < blockLengths.length; i++) {
            maker.add(displacements[i], blockLengths[i], olds[i]);
        }
        return maker.shape(base, base, first.unit(), first.signature());
    }

    /** The error of a datatype with too many parts. */
    private static EngineException tooMany(String what) {
        return new EngineException(
                ErrorClass.ARG,
                "the datatype's " + what + " more than " + MOST_RUNS + ", the most that one datatype may have");
    }

    private void add(long at, long count, TypeShape old) {
        if (count > 0) {
            bounds(at, count, old);
            repeat(at, count, old.layout().extent(), old.layout());
        }
    }

    /** The data of equal blocks at equal distances. */
    private void blocks(long count, long blockLength, long stride, TypeLayout layout) {
        long extent = layout.extent();
        if (layout.size() == 0) {
            return;
        }
        if (blockLength == 1) {
            repeat(0, count, stride, layout);
        } else if (stride == Math.multiplyExact(blockLength, extent)) {
            repeat(0, Math.multiplyExact(count, blockLength), extent, layout);
        } else {
            for (long i = 0; i < count; i++) {
                repeat(Math.multiplyExact(i, stride), blockLength, extent, layout);
            }
        }
    }

    /** The data of elements at equal distances. Wherever this takes many steps, the runs that it leaves are many. */
    private void repeat(long at, long count, long stride, TypeLayout layout) {
        int n = layout.runs();
        if (n == 0) {
            return;
        }
        if (n == 1 && stride == layout.runLength(0)) {
            append(Math.addExact(at, layout.runOffset(0)), Math.multiplyExact(count, stride));
            return;
        }
        Math.addExact(at, Math.multiplyExact(count - 1, stride));
        for (long i = 0; i < count; i++) {
            long origin = at + i * stride;
            for (int run = 0; run < n; run++) {
                append(Math.addExact(origin, layout.runOffset(run)), layout.runLength(run));
            }
        }
    }

    /**
     * Widens the bounds. Where a component's bounds were set by hand, only such components count; else the data count,
     * and the padding of a component does not.
     */
    private void bounds(long at, long count, TypeShape old) {
        TypeLayout layout = old.layout();
        if (layout.size() == 0 && !old.markedBounds()) {
            return;
        }
        align = Math.max(align, old.align());
        if (marked && !old.markedBounds()) {
            return;
        }
        if (old.markedBounds() && !marked) {
            marked = true;
            lb = Long.MAX_VALUE;
            ub = Long.MIN_VALUE;
        }
        long last = Math.addExact(at, Math.multiplyExact(count - 1, layout.extent()));
        lb = Math.min(lb, Math.addExact(Math.min(at, last), marked ? layout.lb() : old.trueLb()));
        long end = marked ? layout.lb() + layout.extent() : old.trueUb();
        ub = Math.max(ub, Math.addExact(Math.max(at, last), end));
    }

    private void append(long offset, long length) {
        Math.addExact(offset, length);
        if (runs > 0 && offsets[runs - 1] + lengths[runs - 1] == offset) {
            lengths[runs - 1] = Math.addExact(lengths[runs - 1], length);
            return;
        }
        if (length == 0) {
            return;
        }
        if (runs == MOST_RUNS) {
            throw tooMany("separate pieces of data are");
        }
        if (runs == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * runs);
            lengths = Arrays.copyOf(lengths, 2 * runs);
        }
        offsets[runs] = offset;
        lengths[runs] = length;
        runs++;
    }

    private TypeShape shape(BaseType base, BaseType element, int unit, Signature signature) {
        long lower = lb == Long.MAX_VALUE ? 0 : lb;
        long extent = ub == Long.MIN_VALUE ? 0 : Math.subtractExact(ub, lower);
        if (!marked) {
            extent = Math.addExact(extent, align - 1) & -align;
        }
        TypeLayout layout = TypeLayout.of(Arrays.copyOf(offsets, runs), Arrays.copyOf(lengths, runs), lower, extent);
        return new TypeShape(layout.typed(signature), base, element, unit, align, marked);
    }
}
