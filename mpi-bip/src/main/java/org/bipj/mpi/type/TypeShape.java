package org.bipj.mpi.type;

import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.op.BaseType;

/**
 * What a datatype is, apart from its handle: where its data lie, what they are, and what is needed to build further
 * types from it. Immutable.
 *
 * @param layout the data of one element, and their signature
 * @param base the one predefined type that it consists of, or MIXED, as every struct is whose parts may be of several types
 * @param element the predefined type of all its data, in structs too; MIXED where they are of several
 * @param unit bytes of the unit in which the user sees extents
 * @param align strictest alignment of the data in bytes, a power of two
 * @param markedBounds true where bounds were set by hand and so stick (MPI 4.1 section 5.1.7, lb and ub markers)
 * @param trueLb lowest offset of data in bytes
 * @param trueUb one past the highest offset of data in bytes
 */
public record TypeShape(
        TypeLayout layout,
        BaseType base,
        BaseType element,
        int unit,
        int align,
        boolean markedBounds,
        long trueLb,
        long trueUb) {

    TypeShape(TypeLayout layout, BaseType base, BaseType element, int unit, int align, boolean markedBounds) {
        this(layout, base, element, unit, align, markedBounds, layout.trueLb(), layout.trueUb());
    }

    /** The shape of an element of a predefined type. */
    public static TypeShape of(BaseType base) {
        int size = base.size();
        return switch (base) {
            case FLOAT_COMPLEX -> dense(base, size / 2, Signature.basic(ElementKind.FLOAT, 2));
            case DOUBLE_COMPLEX -> dense(base, size / 2, Signature.basic(ElementKind.DOUBLE, 2));
            case INT2 -> pair(base, ElementKind.INT);
            case SHORT_INT -> pair(base, ElementKind.SHORT);
            case LONG_INT -> pair(base, ElementKind.LONG);
            case FLOAT_INT -> pair(base, ElementKind.FLOAT);
            case DOUBLE_INT -> pair(base, ElementKind.DOUBLE);
            case SHORT2 -> dense(base, size / 2, Signature.basic(ElementKind.SHORT, 2));
            case LONG2 -> dense(base, size / 2, Signature.basic(ElementKind.LONG, 2));
            case FLOAT2 -> dense(base, size / 2, Signature.basic(ElementKind.FLOAT, 2));
            case DOUBLE2 -> dense(base, size / 2, Signature.basic(ElementKind.DOUBLE, 2));
            case PACKED, OBJECT -> dense(base, size, Signature.BYTES);
            case MIXED -> throw new IllegalArgumentException("MIXED is no predefined type");
            default -> dense(base, size, Signature.basic(ElementKind.valueOf(base.name()), 1));
        };
    }

    private static TypeShape dense(BaseType base, int unit, Signature signature) {
        return new TypeShape(TypeLayout.bytes(base.size()).typed(signature), base, base, unit, unit, false);
    }

    /** A value and an int, laid out as in C: SHORT_INT has its index at 4, LONG_INT is 16 bytes long. */
    private static TypeShape pair(BaseType base, ElementKind value) {
        int align = Math.max(value.bytes(), Integer.BYTES);
        TypeLayout layout =
                TypeLayout.of(new long[] {0, align}, new long[] {value.bytes(), Integer.BYTES}, 0, 2L * align);
        return new TypeShape(layout.typed(Signature.pair(value, ElementKind.INT)), base, base, 1, align, false);
    }

    /** The basic types of the data, in their order. */
    public Signature signature() {
        return layout.signature();
    }

    /** The names of the predefined types that it consists of. */
    public String contents() {
        return element == BaseType.MIXED ? signature().toString() : element.name();
    }

    /** The same data with other bounds (MPI_Type_create_resized). */
    public TypeShape resized(long lb, long extent) {
        return new TypeShape(layout.resized(lb, extent), base, element, unit, align, true, trueLb, trueUb);
    }
}
