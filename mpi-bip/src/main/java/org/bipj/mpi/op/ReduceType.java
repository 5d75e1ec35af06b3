package org.bipj.mpi.op;

import java.util.Objects;
import org.bipj.core.payload.TypeLayout;

/**
 * A datatype as reductions see it: where its data lie in the user's buffer, and the array that holds the packed data of
 * some of its elements while they are combined. A scratch array of {@code n} datatype elements holds
 * {@code n * layout().size()} bytes without gaps, whatever gaps the layout has.
 */
public final class ReduceType {
    private final TypeLayout layout;
    private final BaseType base;
    private final int elements;

    /**
     * A datatype made of nothing but elements of one base type.
     *
     * @param layout of one datatype element; its size is a multiple of the base type's
     * @param base {@link BaseType#MIXED} where the datatype consists of several types
     */
    public ReduceType(TypeLayout layout, BaseType base) {
        this.layout = Objects.requireNonNull(layout, "layout");
        this.base = Objects.requireNonNull(base, "base");
        this.elements = Math.toIntExact(layout.size() >> base.arrayShift());
    }

    /** Where the data of one datatype element lie in the user's buffer. */
    public TypeLayout layout() {
        return layout;
    }

    /** Number of primitive array elements that hold one datatype element. */
    public int elements() {
        return elements;
    }

    /** The type that the datatype is made of. */
    public BaseType base() {
        return base;
    }

    /**
     * A scratch array: of the base type's Java type where it has one ({@code double[]} for DOUBLE and DOUBLE_COMPLEX,
     * {@code boolean[]} for BOOLEAN), {@code byte[]} for pairs, packed data and mixed types.
     *
     * @param datatypeElements number of datatype elements that it shall hold
     * @throws ArithmeticException if that is more than an array can hold
     */
    public Object newArray(int datatypeElements) {
        return base.newArray(Math.multiplyExact(datatypeElements, elements));
    }
}
