package mpi;

/** Says how long the elements of a data representation are in a file (MPI_Datarep_extent_function, MPI 4.1 section 14.5.3). */
@FunctionalInterface
public interface DatarepExtentFunction {
    /**
     * The extent of a predefined datatype in the file.
     *
     * @return bytes, 0 or more
     */
    long extent(Datatype datatype) throws MPIException;
}
