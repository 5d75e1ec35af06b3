package mpi;

import org.bipj.mpi.engine.CommCore;

/** The point-to-point part of a communicator (MPI 4.1 chapter 3). Programs use it through {@link Comm}. */
public abstract class CommPointToPoint extends CommHandle {
    CommPointToPoint(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    private static UnsupportedOperationException inWork() {
        return new UnsupportedOperationException("point to point: in work");
    }

    /** Sends, and returns when the buffer may be used again (MPI_Send). */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Receives (MPI_Recv). */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        throw inWork();
    }

    /** Sends and receives at the same time (MPI_Sendrecv). */
    public final Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        throw inWork();
    }

    /** Sends from a buffer and receives into the same (MPI_Sendrecv_replace). */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) throws MPIException {
        throw inWork();
    }

    /** Sends out of the attached buffer (MPI_Bsend). */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Sends, and returns when the receiver has begun to receive (MPI_Ssend). */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Sends to a receiver that has posted its receive already (MPI_Rsend). */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Starts a {@link #send} (MPI_Isend). */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Starts a {@link #bSend} (MPI_Ibsend). */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Starts an {@link #sSend} (MPI_Issend). */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Starts an {@link #rSend} (MPI_Irsend). */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        throw inWork();
    }

    /** Starts a {@link #recv} (MPI_Irecv). */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        throw inWork();
    }

    /** The status of a message that could be received, or null (MPI_Iprobe). */
    public final Status iProbe(int source, int tag) throws MPIException {
        throw inWork();
    }

    /** Waits for a message that can be received (MPI_Probe). */
    public final Status probe(int source, int tag) throws MPIException {
        throw inWork();
    }
}
