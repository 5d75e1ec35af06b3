package mpi;

/** What happens to a program that is run with the signatures instead of the library. */
final class Signatures {
    private Signatures() {}

    /** The error of a call. */
    static UnsupportedOperationException alone() {
        return new UnsupportedOperationException(
                "mpi-1.2.jar holds signatures for the compiler: run the program with mpirun, or with mpi-bip.jar instead of it on"
                        + " the class path");
    }
}
