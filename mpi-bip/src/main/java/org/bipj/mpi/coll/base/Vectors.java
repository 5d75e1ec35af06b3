package org.bipj.mpi.coll.base;

import org.jspecify.annotations.Nullable;

/**
 * What one rank brings to a reduction, and what it gets: its own data, which algorithms never change, and where its result
 * goes. Starts and lengths count array elements of the base type. An algorithm does not change what it is given; for the
 * part of another algorithm it uses the {@linkplain ReductionContext#vectors vectors of that part's context}.
 */
public final class Vectors {
    private @Nullable Object in;
    private int inStart;
    private @Nullable Object out;
    private int outStart;
    private int elements;

    Vectors() {}

    /**
     * Describes a reduction.
     *
     * @param in own data; null where they are in {@code out} (MPI_IN_PLACE)
     * @param out where the result goes; null on a rank that gets none
     * @return this object
     */
    public Vectors set(@Nullable Object in, int inStart, @Nullable Object out, int outStart, int elements) {
        this.in = in;
        this.inStart = inStart;
        this.out = out;
        this.outStart = outStart;
        this.elements = elements;
        return this;
    }

    /** Describes a reduction whose own data are where its result goes. */
    public Vectors setInPlace(Object inOut, int start, int length) {
        return set(null, 0, inOut, start, length);
    }

    /** Describes the part in a reduction of a rank that gets no result. */
    public Vectors setContribution(Object own, int start, int length) {
        return set(own, start, null, 0, length);
    }

    void clear() {
        in = null;
        out = null;
    }

    /** How many elements each vector has. */
    public int elements() {
        return elements;
    }

    /** True where own data are where the result goes. */
    public boolean isInPlace() {
        return in == null;
    }

    /** True on a rank that gets a result. */
    public boolean hasResult() {
        return out != null;
    }

    /** Own data; the array of the result where they are in its place. */
    public Object own() {
        Object own = in == null ? out : in;
        assert own != null : "no data";
        return own;
    }

    /** Where this rank's data begin in {@link #own}. */
    public int ownStart() {
        return in == null ? outStart : inStart;
    }

    /** Where the result goes, on a rank that gets one. */
    public Object result() {
        assert out != null : "this rank gets no result";
        return out;
    }

    /** Where the result begins in {@link #result}. */
    public int resultStart() {
        return outStart;
    }
}
