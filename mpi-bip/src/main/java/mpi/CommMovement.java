package mpi;

import org.bipj.mpi.engine.CommCore;

/**
 * The collective operations of a communicator that move data (MPI 4.1 sections 6.3 to 6.8). Programs use them through
 * {@link Comm}. All processes of the communicator call them, in the same order.
 */
public abstract class CommMovement extends CommPointToPoint {
    CommMovement(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** Returns when all processes have called it (MPI_Barrier). */
    public final void barrier() throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.barrier(c);
        } catch (RuntimeException e) {
            throw raise("barrier", e);
        }
    }

    /** Sends the root's data to all (MPI_Bcast). */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.bcast(c, buf, count, type, root);
        } catch (RuntimeException e) {
            throw raise("bcast", e);
        }
    }

    /**
     * Collects equal parts at the root, in the order of ranks (MPI_Gather).
     *
     * @param recvcount elements from each process; this and the receive buffer matter at the root only
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("gather", e);
        }
    }

    /**
     * As the other form, with one buffer: the root's own part is in place already in {@code buf}, which receives; at
     * the others {@code buf} is sent.
     *
     * @param count elements from each process
     */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.gather(c, buf, count, type, root);
        } catch (RuntimeException e) {
            throw raise("gather", e);
        }
    }

    /**
     * Collects parts of any length at the root (MPI_Gatherv).
     *
     * @param recvcount elements from each process; the receive arguments matter at the root only
     * @param displs where each part goes, in extents of the receive type
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.gatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /** The root's form, whose own part is in place already. */
    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /** The form of processes that are not the root. */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.gatherv(c, sendbuf, sendcount, sendtype, root);
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /**
     * Deals equal parts out from the root, in the order of ranks (MPI_Scatter).
     *
     * @param sendcount elements to each process; this and the send buffer matter at the root only
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("scatter", e);
        }
    }

    /**
     * As the other form, with one buffer: the root sends from {@code buf} and its own part stays there; at the others
     * {@code buf} receives.
     *
     * @param count elements to each process
     */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.scatter(c, buf, count, type, root);
        } catch (RuntimeException e) {
            throw raise("scatter", e);
        }
    }

    /**
     * Deals parts of any length out from the root (MPI_Scatterv).
     *
     * @param sendcount elements to each process; the send arguments matter at the root only
     * @param displs where each part begins, in extents of the send type
     */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /** The root's form, whose own part stays where it is. */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root);
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /** The form of processes that are not the root. */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.scatterv(c, recvbuf, recvcount, recvtype, root);
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /**
     * Collects equal parts at all processes (MPI_Allgather).
     *
     * @param recvcount elements from each process
     */
    public final void allGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allGather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        } catch (RuntimeException e) {
            throw raise("allGather", e);
        }
    }

    /** In place: this process's part is in {@code buf} already. */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allGather(c, buf, count, type);
        } catch (RuntimeException e) {
            throw raise("allGather", e);
        }
    }

    /**
     * Collects parts of any length at all processes (MPI_Allgatherv).
     *
     * @param recvcount elements from each process
     * @param displs where each part goes, in extents of the receive type
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allGatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
        } catch (RuntimeException e) {
            throw raise("allGatherv", e);
        }
    }

    /** In place: this process's part is in {@code recvbuf} already. */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allGatherv(c, recvbuf, recvcount, displs, recvtype);
        } catch (RuntimeException e) {
            throw raise("allGatherv", e);
        }
    }

    /**
     * Sends a part to each process and receives one from each (MPI_Alltoall).
     *
     * @param sendcount elements to each process
     * @param recvcount elements from each process
     */
    public final void allToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAll(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        } catch (RuntimeException e) {
            throw raise("allToAll", e);
        }
    }

    /** In place: the received parts replace those of {@code buf}, which are sent (MPI 4.1 section 6.8, MPI_IN_PLACE). */
    public final void allToAll(Object buf, int count, Datatype type) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAll(c, buf, count, type);
        } catch (RuntimeException e) {
            throw raise("allToAll", e);
        }
    }

    /**
     * Sends a part of any length to each process and receives one from each (MPI_Alltoallv).
     *
     * @param sdispls where each part to send begins, in extents of the send type
     * @param rdispls where each received part goes, in extents of the receive type
     */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAllv(c, sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
        } catch (RuntimeException e) {
            throw raise("allToAllv", e);
        }
    }

    /**
     * In place: the received parts replace those of {@code buf}, which are sent. Any two processes send each other parts of
     * the same length.
     */
    public final void allToAllv(Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAllv(c, buf, counts, displs, type);
        } catch (RuntimeException e) {
            throw raise("allToAllv", e);
        }
    }

    /**
     * Sends a part of any length and type to each process and receives one from each (MPI_Alltoallw).
     *
     * @param sdispls where each part to send begins, in bytes
     * @param rdispls where each received part goes, in bytes
     */
    public final void allToAllw(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAllw(c, sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes);
        } catch (RuntimeException e) {
            throw raise("allToAllw", e);
        }
    }

    /**
     * In place: the received parts replace those of {@code buf}, which are sent. Any two processes send each other parts of
     * the same length and type.
     *
     * @param displs where each part lies, in bytes
     */
    public final void allToAllw(Object buf, int[] counts, int[] displs, Datatype[] types) throws MPIException {
        CommCore c = core();
        try {
            MovementCalls.allToAllw(c, buf, counts, displs, types);
        } catch (RuntimeException e) {
            throw raise("allToAllw", e);
        }
    }
}
