package mpi;

/** What an error does: {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_RETURN}. */
public final class Errhandler {
    Errhandler() {}
}
