package mpi;

/** A message that a matching probe took, and that only this object can receive (MPI 4.1 section 3.8.2). */
public final class Message {
    /** No message. */
    public Message() {}

    private static UnsupportedOperationException inWork() {
        return new UnsupportedOperationException("point to point: in work");
    }

    /** True where there is no message to receive. */
    public boolean isNull() {
        return true;
    }

    /** True for the message that a probe of {@code MPI.PROC_NULL} gives. */
    public boolean isNoProc() {
        return false;
    }

    /** Waits for a message and takes it (MPI_Mprobe). */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        throw inWork();
    }

    /** Takes a message if there is one, else returns null (MPI_Improbe). */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        throw inWork();
    }

    /** Receives the message (MPI_Mrecv). */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        throw inWork();
    }

    /** Starts receiving the message (MPI_Imrecv). */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        throw inWork();
    }
}
