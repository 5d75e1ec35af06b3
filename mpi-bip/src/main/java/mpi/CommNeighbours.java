package mpi;

import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.topology.Topology;

/**
 * The neighbourhood collective operations of a communicator (MPI 4.1 sections 8.6 to 8.8). Programs use them through {@link
 * Comm}. All processes of the communicator call them, in the same order as the other collective operations; data move along
 * the edges of its topology only. Without topology they fail with ERR_TOPOLOGY.
 *
 * <p>Buffers have one block for each edge. In a grid ({@link CartComm}) that is the neighbour below and then the one above
 * along each dimension in turn; blocks of neighbours beyond the edge of the grid stay as they are. In a graph ({@link
 * GraphComm}), the order is that of {@link GraphComm#getNeighbors}, which must be a symmetric graph, or of {@link
 * GraphComm#getDistGraphNeighbors}. Several edges from one process to another correspond in the order in which both list them.
 */
public abstract class CommNeighbours extends CommPersistent {
    /** The edges of this process; null before the first operation. */
    private Neighbourhood neighbours;

    CommNeighbours(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** The topology; null without one. */
    Topology topology() {
        return null;
    }

    private Neighbourhood neighbours() {
        Neighbourhood found = neighbours;
        if (found == null) {
            Topology topology = topology();
            if (topology == null) {
                throw new EngineException(
                        ErrorClass.TOPOLOGY,
                        "the communicator has no topology; expected one of createCart, createGraph, createDistGraph or"
                                + " createDistGraphAdjacent");
            }
            found = topology.neighbours(core().rank());
            neighbours = found;
        }
        return found;
    }

    /**
     * Sends one block to all neighbours and receives one from each (MPI_Neighbor_allgather).
     *
     * @param recvcount elements from each neighbour
     */
    public final void neighborAllGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            NeighbourCalls.allGather(c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        } catch (RuntimeException e) {
            throw raise("neighborAllGather", e);
        }
    }

    /** Starts a {@link #neighborAllGather neighborAllGather} (MPI_Ineighbor_allgather); see {@link CommNonblocking}. */
    public final Request iNeighborAllGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return started(
                "iNeighborAllGather",
                c -> NeighbourCalls.allGather(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** A persistent {@link #neighborAllGather neighborAllGather} (MPI_Neighbor_allgather_init); see {@link CommPersistent}. */
    public final Prequest neighborAllGatherInit(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return prepared(
                "neighborAllGatherInit",
                c -> NeighbourCalls.allGather(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /**
     * Sends one block to all neighbours and receives one of any length from each (MPI_Neighbor_allgatherv).
     *
     * @param recvcount elements from each neighbour
     * @param displs where each block goes, in extents of the receive type
     */
    public final void neighborAllGatherv(
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
            NeighbourCalls.allGatherv(
                    c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
        } catch (RuntimeException e) {
            throw raise("neighborAllGatherv", e);
        }
    }

    /** Starts a {@link #neighborAllGatherv neighborAllGatherv} (MPI_Ineighbor_allgatherv); see {@link CommNonblocking}. */
    public final Request iNeighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return started(
                "iNeighborAllGatherv",
                c -> NeighbourCalls.allGatherv(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    /** A persistent {@link #neighborAllGatherv neighborAllGatherv} (MPI_Neighbor_allgatherv_init); see {@link CommPersistent}. */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepared(
                "neighborAllGathervInit",
                c -> NeighbourCalls.allGatherv(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    /**
     * Sends a block to each neighbour and receives one from each (MPI_Neighbor_alltoall).
     *
     * @param sendcount elements to each neighbour
     * @param recvcount elements from each neighbour
     */
    public final void neighborAllToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            NeighbourCalls.allToAll(c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        } catch (RuntimeException e) {
            throw raise("neighborAllToAll", e);
        }
    }

    /** Starts a {@link #neighborAllToAll neighborAllToAll} (MPI_Ineighbor_alltoall); see {@link CommNonblocking}. */
    public final Request iNeighborAllToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return started(
                "iNeighborAllToAll",
                c -> NeighbourCalls.allToAll(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** A persistent {@link #neighborAllToAll neighborAllToAll} (MPI_Neighbor_alltoall_init); see {@link CommPersistent}. */
    public final Prequest neighborAllToAllInit(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return prepared(
                "neighborAllToAllInit",
                c -> NeighbourCalls.allToAll(
                        c, neighbours(), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /**
     * Sends a block of any length to each neighbour and receives one from each (MPI_Neighbor_alltoallv).
     *
     * @param sdispls where each block to send begins, in extents of the send type
     * @param rdispls where each received block goes, in extents of the receive type
     */
    public final void neighborAllToAllv(
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
            NeighbourCalls.allToAllv(
                    c, neighbours(), sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
        } catch (RuntimeException e) {
            throw raise("neighborAllToAllv", e);
        }
    }

    /** Starts a {@link #neighborAllToAllv neighborAllToAllv} (MPI_Ineighbor_alltoallv); see {@link CommNonblocking}. */
    public final Request iNeighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return started(
                "iNeighborAllToAllv",
                c -> NeighbourCalls.allToAllv(
                        c, neighbours(), sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    /** A persistent {@link #neighborAllToAllv neighborAllToAllv} (MPI_Neighbor_alltoallv_init); see {@link CommPersistent}. */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepared(
                "neighborAllToAllvInit",
                c -> NeighbourCalls.allToAllv(
                        c, neighbours(), sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    /**
     * Sends a block of any length and type to each neighbour and receives one from each (MPI_Neighbor_alltoallw).
     *
     * @param sdispls where each block to send begins, in bytes
     * @param rdispls where each received block goes, in bytes
     */
    public final void neighborAllToAllw(
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
            NeighbourCalls.allToAllw(
                    c, neighbours(), sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes);
        } catch (RuntimeException e) {
            throw raise("neighborAllToAllw", e);
        }
    }

    /** Starts a {@link #neighborAllToAllw neighborAllToAllw} (MPI_Ineighbor_alltoallw); see {@link CommNonblocking}. */
    public final Request iNeighborAllToAllw(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        return started(
                "iNeighborAllToAllw",
                c -> NeighbourCalls.allToAllw(
                        c,
                        neighbours(),
                        sendbuf,
                        sendcount,
                        sdispls,
                        sendtypes,
                        recvbuf,
                        recvcount,
                        rdispls,
                        recvtypes));
    }

    /** A persistent {@link #neighborAllToAllw neighborAllToAllw} (MPI_Neighbor_alltoallw_init); see {@link CommPersistent}. */
    public final Prequest neighborAllToAllwInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        return prepared(
                "neighborAllToAllwInit",
                c -> NeighbourCalls.allToAllw(
                        c,
                        neighbours(),
                        sendbuf,
                        sendcount,
                        sdispls,
                        sendtypes,
                        recvbuf,
                        recvcount,
                        rdispls,
                        recvtypes));
    }
}
