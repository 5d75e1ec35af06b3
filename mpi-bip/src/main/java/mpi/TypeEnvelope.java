package mpi;

/**
 * How a datatype was made, and how many arguments of each kind the call had (MPI_Type_get_envelope, MPI 4.1 section 5.1.13). The
 * arguments themselves are the {@link TypeContents}.
 */
public final class TypeEnvelope {
    private final TypeContents contents;

    TypeEnvelope(TypeContents contents) {
        this.contents = contents;
    }

    /** The call: {@code MPI.COMBINER_NAMED} for a predefined type, else another combiner of {@link MPI}. */
    public int getCombiner() {
        return contents.combiner();
    }

    /** Number of integers among the arguments. */
    public int getIntegerCount() {
        return contents.integers().length;
    }

    /** Number of addresses among the arguments: displacements, strides and bounds in bytes. */
    public int getAddressCount() {
        return contents.addresses().length;
    }

    /** Number of arguments that were given as a {@link Count}. */
    public int getLargeCountCount() {
        return contents.largeCounts().length;
    }

    /** Number of datatypes among the arguments. */
    public int getDatatypeCount() {
        return contents.datatypes().length;
    }
}
