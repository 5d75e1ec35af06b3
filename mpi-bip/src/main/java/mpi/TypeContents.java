package mpi;

import java.util.Arrays;

/**
 * The arguments of the call that made a datatype (MPI_Type_get_contents, MPI 4.1 section 5.1.13), in the order that the standard gives
 * for each combiner. With those of a type that {@link Datatype#createVector} has made, for instance, integers 0 to 2 are count,
 * blockLength and stride, and datatype 0 is the old type.
 *
 * <p>Arguments that are displacements, strides or bounds in bytes are addresses; arguments given as a {@link Count} are large counts.
 */
public final class TypeContents {
    // Values of Open MPI. Those of the Fortran types, and of deprecated calls, are left out.
    static final int NAMED = 0;
    static final int DUP = 1;
    static final int CONTIGUOUS = 2;
    static final int VECTOR = 3;
    static final int HVECTOR = 5;
    static final int INDEXED = 6;
    static final int HINDEXED = 8;
    static final int INDEXED_BLOCK = 9;
    static final int STRUCT = 11;
    static final int SUBARRAY = 12;
    static final int DARRAY = 13;
    static final int RESIZED = 17;
    static final int HINDEXED_BLOCK = 18;
    static final int VALUE_INDEX = 19;

    private static final long[] NO_NUMBERS = {};

    /** That of predefined types. */
    static final TypeContents OF_NAMED = new TypeContents(NAMED);

    private final int combiner;
    private final Datatype[] datatypes;
    private int[] integers = {};
    private long[] addresses = NO_NUMBERS;
    private long[] largeCounts = NO_NUMBERS;

    /**
     * Contents without numbers, which the methods below add in the order of the standard.
     *
     * @param datatypes handles as the program gave them
     */
    TypeContents(int combiner, Datatype... datatypes) {
        this.combiner = combiner;
        this.datatypes = datatypes.clone();
    }

    TypeContents integers(int... more) {
        int n = integers.length;
        integers = Arrays.copyOf(integers, n + more.length);
        System.arraycopy(more, 0, integers, n, more.length);
        return this;
    }

    TypeContents addresses(long... more) {
        addresses = joined(addresses, more);
        return this;
    }

    /** Numbers of elements and the like, which are integers unless they were given as a {@link Count}. */
    TypeContents numbers(boolean large, long... more) {
        if (large) {
            largeCounts = joined(largeCounts, more);
            return this;
        }
        return integers(Arrays.stream(more).mapToInt(number -> (int) number).toArray());
    }

    /** Numbers of bytes, which are addresses unless they were given as a {@link Count}. */
    TypeContents bytes(boolean large, long... more) {
        return large ? numbers(true, more) : addresses(more);
    }

    private static long[] joined(long[] numbers, long[] more) {
        long[] all = Arrays.copyOf(numbers, numbers.length + more.length);
        System.arraycopy(more, 0, all, numbers.length, more.length);
        return all;
    }

    /** The same with handles of their own, which the program may free. */
    TypeContents withNewHandles() {
        TypeContents copy = new TypeContents(combiner, datatypes);
        Arrays.setAll(copy.datatypes, i -> datatypes[i].newHandle());
        copy.integers = integers;
        copy.addresses = addresses;
        copy.largeCounts = largeCounts;
        return copy;
    }

    int combiner() {
        return combiner;
    }

    int[] integers() {
        return integers;
    }

    long[] addresses() {
        return addresses;
    }

    long[] largeCounts() {
        return largeCounts;
    }

    Datatype[] datatypes() {
        return datatypes;
    }

    /** Integer {@code i} of the arguments. */
    public int getInteger(int i) throws MPIException {
        return ValueChecks.element(integers, i, "TypeContents.getInteger: i");
    }

    /** Address {@code i} of the arguments, in bytes. */
    public long getAddress(int i) throws MPIException {
        return addresses[ValueChecks.checkIndex(i, addresses.length, "TypeContents.getAddress: i")];
    }

    /** Large count {@code i} of the arguments. */
    public Count getLargeCount(int i) throws MPIException {
        return new Count(largeCounts[ValueChecks.checkIndex(i, largeCounts.length, "TypeContents.getLargeCount: i")]);
    }

    /**
     * Datatype {@code i} of the arguments. A predefined type is the constant itself. A derived type is a handle that the caller may
     * free, equivalent to the one that was given, which may have been freed since; it has no attributes, and is committed if that one
     * is.
     */
    public Datatype getDatatype(int i) throws MPIException {
        return datatypes[ValueChecks.checkIndex(i, datatypes.length, "TypeContents.getDatatype: i")];
    }
}
