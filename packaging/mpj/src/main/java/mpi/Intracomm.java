package mpi;

/** A communicator of one group: the collective operations, and what makes communicators. */
public class Intracomm extends Comm {
    Intracomm() {}

    /** A communicator of the same processes with a context of its own (MPI_Comm_dup). */
    @Override
    public Object clone() throws MPIException {
        throw Signatures.alone();
    }

    /** A communicator of some of the processes; null for the others (MPI_Comm_create). All processes call it. */
    public Intracomm Create(Group group) throws MPIException {
        throw Signatures.alone();
    }

    /** A communicator of the processes that give the same colour, in the order of their keys; null where the colour is {@link MPI#UNDEFINED} (MPI_Comm_split). */
    public Intracomm Split(int color, int key) throws MPIException {
        throw Signatures.alone();
    }

    /** Waits until all processes have called it (MPI_Barrier). */
    public void Barrier() throws MPIException {
        throw Signatures.alone();
    }

    /** Sends the root's data to all (MPI_Bcast). */
    public void Bcast(Object buf, int offset, int count, Datatype datatype, int root) throws MPIException {
        throw Signatures.alone();
    }

    /** Collects equal parts at the root (MPI_Gather). */
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Collects parts of any length at the root (MPI_Gatherv).
     *
     * @param displs where each part lies, in extents behind {@code recvoffset}
     */
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Sends equal parts of the root's data (MPI_Scatter). */
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Sends parts of any length of the root's data (MPI_Scatterv).
     *
     * @param displs where each part lies, in extents behind {@code sendoffset}
     */
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Collects equal parts at all (MPI_Allgather). */
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Collects parts of any length at all (MPI_Allgatherv). */
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Sends a part of each to each (MPI_Alltoall). */
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Sends parts of any length of each to each (MPI_Alltoallv). */
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Combines the data of all at the root (MPI_Reduce). */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Combines the data of all at all (MPI_Allreduce). */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Combines the data of all, and gives each a part of the result (MPI_Reduce_scatter). */
    public void Reduce_scatter(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts, Datatype datatype, Op op)
            throws MPIException {
        throw Signatures.alone();
    }

    /** Combines the data of the ranks up to the caller (MPI_Scan). */
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        throw Signatures.alone();
    }

    /** A communicator whose processes form a grid; null for the processes that do not fit in (MPI_Cart_create). */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * A communicator whose processes are the nodes of a graph; null for the other processes (MPI_Graph_create).
     *
     * @param index for each node, the number of edges of the nodes up to it
     * @param edges the neighbours of all nodes in turn
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        throw Signatures.alone();
    }

    /** As {@link #Create}. */
    public Intracomm Creat(Group group) throws MPIException {
        throw Signatures.alone();
    }
}
