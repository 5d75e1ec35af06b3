package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One side of a {@link CollectiveCall}: memory of the program as the arguments name it, which nobody has checked yet. */
final class Side {
    /** What the arguments name. Only the fields of its form mean something. */
    enum Form {
        /** No memory: this form of the method has no such arguments. */
        NONE,
        /** {@link Side#count} elements of {@link Side#type}. */
        WHOLE,
        /** So many for each peer, one block behind the other. */
        EQUAL,
        /** {@link Side#counts} of {@link Side#type} by peer, at {@link Side#displs} in extents of the type. */
        VECTOR,
        /** {@link Side#counts} of {@link Side#types} by peer, at {@link Side#displs} in bytes. */
        TYPED,
        /** {@link Side#counts} of {@link Side#type} by peer, one block behind the other. */
        ROW,
        /** As VECTOR, with counts or displacements that are no ints: {@link Side#largeCounts} and {@link Side#largeDispls}. */
        LARGE_VECTOR,
        /** As TYPED, likewise. */
        LARGE_TYPED,
        /** As ROW, likewise. */
        LARGE_ROW;

        /** The form of numbers that are no ints. */
        Form large() {
            return switch (this) {
                case VECTOR -> LARGE_VECTOR;
                case TYPED -> LARGE_TYPED;
                case ROW -> LARGE_ROW;
                default -> this;
            };
        }
    }

    /** In the place of counts that are no ints, so that {@link #clear} knows of them. */
    private static final int[] ELSEWHERE = {};

    Form form = Form.NONE;

    @Nullable
    Object buffer;

    /** Index of the array's element at which the first datatype element's origin lies. */
    int offset;

    long count;

    int @Nullable [] counts;
    int @Nullable [] displs;

    long @Nullable [] largeCounts;
    long @Nullable [] largeDispls;

    @Nullable
    Datatype type;

    Datatype @Nullable [] types;

    /** Becomes as another one. */
    void set(Side other) {
        form = other.form;
        buffer = other.buffer;
        offset = other.offset;
        count = other.count;
        counts = other.counts;
        displs = other.displs;
        largeCounts = other.largeCounts;
        largeDispls = other.largeDispls;
        type = other.type;
        types = other.types;
    }

    /** No elements, of some type. */
    void setNothing(Form which, @Nullable Datatype of) {
        set(which, null, 0, 0, of);
    }

    void set(Form which, @Nullable Object buf, int from, long number, @Nullable Datatype of) {
        become(which);
        buffer = buf;
        offset = from;
        count = number;
        become(of);
    }

    void set(
            Form which,
            @Nullable Object buf,
            int from,
            int @Nullable [] numbers,
            int @Nullable [] places,
            @Nullable Datatype of) {
        become(which);
        buffer = buf;
        offset = from;
        counts = numbers;
        displs = places;
        become(of);
    }

    void set(@Nullable Object buf, int @Nullable [] numbers, int @Nullable [] places, Datatype @Nullable [] of) {
        become(Form.TYPED);
        buffer = buf;
        offset = 0;
        counts = numbers;
        displs = places;
        types = of;
    }

    /** Numbers that the program gives as {@link Count}: as ints where they are, so that only larger ones take another way. */
    void set(Form which, @Nullable Object buf, long @Nullable [] numbers, long @Nullable [] places) {
        buffer = buf;
        offset = 0;
        if (areInts(numbers) && areInts(places)) {
            become(which);
            counts = ints(numbers);
            displs = ints(places);
        } else {
            become(which.large());
            counts = ELSEWHERE;
            displs = ELSEWHERE;
            largeCounts = numbers;
            largeDispls = places;
        }
    }

    private static boolean areInts(long @Nullable [] numbers) {
        return numbers == null || Arrays.stream(numbers).allMatch(number -> number == (int) number);
    }

    private static int @Nullable [] ints(long @Nullable [] numbers) {
        return numbers == null
                ? null
                : Arrays.stream(numbers).mapToInt(number -> (int) number).toArray();
    }

    // Stored where they change only: each store of a reference tells the collector.

    private void become(Form which) {
        if (form != which) {
            form = which;
        }
    }

    private void become(@Nullable Datatype of) {
        if (type != of) {
            type = of;
        }
    }

    /** True for elements of OBJECT, and of types that are made of it. */
    boolean isOfObjects() {
        return form != Form.NONE && Datatype.isOfObjects(type);
    }

    /** Forgets the program's memory. */
    void clear() {
        buffer = null;
        if (counts != null) {
            boolean isLarge = counts == ELSEWHERE;
            counts = null;
            displs = null;
            types = null;
            if (isLarge) {
                largeCounts = null;
                largeDispls = null;
            }
        }
    }
}
