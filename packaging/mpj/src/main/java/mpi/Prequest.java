package mpi;

/** A persistent request. */
public final class Prequest extends Request {
    Prequest() {}

    /** Starts the operation (MPI_Start). */
    public void Start() throws MPIException {
        throw Signatures.alone();
    }

    /** Starts the operations (MPI_Startall); elements that are null are left out. */
    public static void Startall(Prequest[] array_of_requests) throws MPIException {
        throw Signatures.alone();
    }
}
