package mpi;

/** A communicator. Message buffers are arrays; {@code offset} is the index of the first element of the message, {@code count} the number of elements of the datatype. */
public class Comm implements Cloneable {
    Comm() {}

    /** Number of processes; of an intercommunicator, of the local group (MPI_Comm_size). */
    public int Size() throws MPIException {
        throw Signatures.alone();
    }

    /** Rank of the calling process (MPI_Comm_rank). */
    public int Rank() throws MPIException {
        throw Signatures.alone();
    }

    /** The group of this communicator; of an intercommunicator, the local one (MPI_Comm_group). */
    public Group Group() throws MPIException {
        throw Signatures.alone();
    }

    /** {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL} (MPI_Comm_compare). */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        throw Signatures.alone();
    }

    /** A communicator of the same processes with a context of its own, of the same class as this one (MPI_Comm_dup). */
    @Override
    public Object clone() throws MPIException {
        throw Signatures.alone();
    }

    /** Frees the communicator (MPI_Comm_free). No effect where it is null, or {@link MPI#COMM_WORLD} or {@link MPI#COMM_SELF}. */
    public void Free() throws MPIException {
        throw Signatures.alone();
    }

    /** True if the communicator was freed. */
    public boolean Is_null() throws MPIException {
        throw Signatures.alone();
    }

    /** Sends (MPI_Send). */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Sends out of the attached buffer (MPI_Bsend). */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Sends, and returns once the receive has begun (MPI_Ssend). */
    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Sends to a receiver that has posted its receive (MPI_Rsend). */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Receives (MPI_Recv).
     *
     * @param count elements that there is room for
     */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Starts a {@link #Send} (MPI_Isend). */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Starts a {@link #Bsend} (MPI_Ibsend). */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Starts an {@link #Ssend} (MPI_Issend). */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Starts an {@link #Rsend} (MPI_Irsend). */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Starts a {@link #Recv} (MPI_Irecv). */
    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** The status of a message that could be received, or null (MPI_Iprobe). */
    public Status Iprobe(int source, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** Waits for a message that could be received (MPI_Probe). */
    public Status Probe(int source, int tag) throws MPIException {
        throw Signatures.alone();
    }

    /** A persistent {@link #Isend} (MPI_Send_init). */
    public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** A persistent {@link #Ibsend} (MPI_Bsend_init). */
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** A persistent {@link #Issend} (MPI_Ssend_init). */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** A persistent {@link #Irsend} (MPI_Rsend_init). */
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** A persistent {@link #Irecv} (MPI_Recv_init). */
    public Prequest Recv_init(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Sends and receives at the same time (MPI_Sendrecv). */
    public Status Sendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Sends from a buffer and receives into the same (MPI_Sendrecv_replace). */
    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Copies data into bytes, to be sent as {@link MPI#PACKED} (MPI_Pack).
     *
     * @return the position after the data
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Copies data out of bytes that {@link #Pack} made (MPI_Unpack).
     *
     * @return the position after the data
     */
    public int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Bytes that {@link #Pack} needs at most (MPI_Pack_size). An error for objects. */
    public int Pack_size(int incount, Datatype datatype) throws MPIException {
        throw Signatures.alone();
    }

    /** True for an intercommunicator (MPI_Comm_test_inter). */
    public boolean Test_inter() throws MPIException {
        throw Signatures.alone();
    }

    /** Makes an intercommunicator; this is the communicator of both leaders (MPI_Intercomm_create). */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        throw Signatures.alone();
    }

    /** The value of a predefined attribute: of {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO} (MPI_Attr_get). An Integer, so that programs that expect an int and programs that expect an Object compile. */
    public Integer Attr_get(int keyval) throws MPIException {
        throw Signatures.alone();
    }

    /** {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#UNDEFINED} (MPI_Topo_test). */
    public int Topo_test() throws MPIException {
        throw Signatures.alone();
    }

    /** Says what an error on this communicator does (MPI_Errhandler_set). */
    public void Errorhandler_set(Errhandler errhandler) throws MPIException {
        throw Signatures.alone();
    }

    /** What an error on this communicator does (MPI_Errhandler_get). */
    public Errhandler Errorhandler_get() throws MPIException {
        throw Signatures.alone();
    }

    /** Ends the job (MPI_Abort). */
    public void Abort(int errorcode) throws MPIException {
        throw Signatures.alone();
    }

    /** As {@link #Errorhandler_set}. */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        throw Signatures.alone();
    }

    /** As {@link #Errorhandler_get}. */
    public Errhandler Errhandler_get() throws MPIException {
        throw Signatures.alone();
    }
}
