package mpi;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;

/**
 * What a datatype is, apart from its handle: where its data lie, what they are, and what is needed to build further
 * types from it. Immutable.
 *
 * @param layout the data of one element
 * @param base the one predefined type that it consists of, or MIXED
 * @param unit bytes of the unit in which extents are told to the user
 * @param align strictest alignment of the data in bytes, a power of two
 * @param markedBounds true where bounds were set by hand and so stick (MPI 4.1 section 5.1.7, lb and ub markers)
 * @param signature its basic elements
 * @param trueLb lowest offset of data in bytes
 * @param trueUb one past the highest offset of data in bytes
 */
record TypeShape(
        TypeLayout layout,
        BaseType base,
        int unit,
        int align,
        boolean markedBounds,
        Signature signature,
        long trueLb,
        long trueUb) {

    TypeShape(TypeLayout layout, BaseType base, int unit, int align, boolean markedBounds, Signature signature) {
        this(layout, base, unit, align, markedBounds, signature, layout.trueLb(), layout.trueUb());
    }

    static TypeShape of(BaseType base) {
        int size = base.size();
        return switch (base) {
            case FLOAT_COMPLEX -> new TypeShape(TypeLayout.bytes(8), base, 4, 4, false, Signature.of(size));
            case DOUBLE_COMPLEX -> new TypeShape(TypeLayout.bytes(16), base, 8, 8, false, Signature.of(size));
            case INT2, SHORT_INT, LONG_INT, FLOAT_INT, DOUBLE_INT -> pair(base, size - Integer.BYTES);
            case MIXED -> throw new IllegalArgumentException("MIXED is no predefined type");
            default -> new TypeShape(TypeLayout.bytes(size), base, size, size, false, Signature.of(size));
        };
    }

    /** A value and an int, laid out as in C: SHORT_INT has its index at 4, LONG_INT is 16 bytes long. */
    private static TypeShape pair(BaseType base, int valueBytes) {
        int align = Math.max(valueBytes, Integer.BYTES);
        TypeLayout layout = TypeLayout.of(new long[] {0, align}, new long[] {valueBytes, Integer.BYTES}, 0, 2L * align);
        return new TypeShape(layout, base, 1, align, false, Signature.of(valueBytes, Integer.BYTES));
    }

    TypeShape resized(long lb, long extent) {
        return new TypeShape(layout.resized(lb, extent), base, unit, align, true, signature, trueLb, trueUb);
    }
}
