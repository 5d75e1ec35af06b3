package mpi;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Converts data between the form that memory has and that of a file (MPI_Datarep_conversion_function, MPI 4.1 section 14.5.3). This
 * library calls none: {@link MPI#registerDatarep} takes representations without.
 */
@FunctionalInterface
public interface DatarepConversionFunction {
    /**
     * Converts elements of a datatype.
     *
     * @param memory data in the form of memory
     * @param position number of the first element in {@code memory}
     */
    void convert(@Nullable MemorySegment memory, Datatype datatype, int count, MemorySegment file, long position)
            throws MPIException;
}
