package mpi;

/** What the elements of a message are. Extents, displacements and the strides of {@link #Hvector} are numbers of array elements (of the base type), not of bytes. */
public final class Datatype {
    Datatype() {}

    /** Elements in a row (MPI_Type_contiguous). */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Equal blocks at equal distances (MPI_Type_vector).
     *
     * @param stride in extents of the old type
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Equal blocks at equal distances (MPI_Type_hvector).
     *
     * @param stride in array elements
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Blocks anywhere (MPI_Type_indexed).
     *
     * @param array_of_displacements in extents of the old type
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Blocks anywhere (MPI_Type_hindexed).
     *
     * @param array_of_displacements in array elements
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Blocks of several types, which have one base type (MPI_Type_struct).
     *
     * @param array_of_displacements in array elements
     * @param array_of_types {@link MPI#LB} and {@link MPI#UB} too
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Distance of elements in a message, in array elements (MPI_Type_extent). */
    public int Extent() throws MPIException {
        throw Signatures.alone();
    }

    /** Number of array elements that have data (MPI_Type_size). */
    public int Size() throws MPIException {
        throw Signatures.alone();
    }

    /** Displacement of the lower bound, in array elements (MPI_Type_lb). */
    public int Lb() throws MPIException {
        throw Signatures.alone();
    }

    /** Displacement of the upper bound, in array elements (MPI_Type_ub). */
    public int Ub() throws MPIException {
        throw Signatures.alone();
    }

    /** Makes the type usable (MPI_Type_commit). Here types are usable at once. */
    public void Commit() throws MPIException {
        throw Signatures.alone();
    }

    /** Has no effect here: the garbage collector frees types. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}
}
