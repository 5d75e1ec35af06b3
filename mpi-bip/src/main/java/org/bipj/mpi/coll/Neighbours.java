package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.neighbour.NeighbourExchange;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.engine.CollPort;

/**
 * Neighbourhood collective operations (MPI 4.1 section 8.6), with offsets, displacements and errors as in {@link
 * Collectives}. There is one count, displacement or datatype for each edge of the neighbourhood. Blocks of neighbours that do
 * not exist stay as they are.
 */
public final class Neighbours {
    private static final int TO_ALL = 0;
    private static final int TO_EACH = 1;

    private Neighbours() {}

    /** Sends one block to all neighbours and receives one from each (MPI_Neighbor_allgather). */
    public static void allGather(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvCount,
            TypeLayout recvType) {
        equal(
                c,
                edges,
                sendBuffer,
                sendCount,
                sendType,
                recvBuffer,
                recvCount,
                recvType,
                TO_ALL,
                Tags.NEIGHBOUR_ALLGATHER);
    }

    /** Allgather with a count and a displacement for each received block (MPI_Neighbor_allgatherv). */
    public static void allGatherv(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            int[] recvCounts,
            int[] displs,
            TypeLayout recvType) {
        CollState s = CommState.of(c).moving;
        s.send.equal(sendBuffer, 0, sendCount, sendType);
        s.receive.vector(recvBuffer, 0, recvCounts, displs, recvType);
        run(s, edges, TO_ALL, Tags.NEIGHBOUR_ALLGATHER);
    }

    /** Sends a block to each neighbour and receives one from each (MPI_Neighbor_alltoall). */
    public static void allToAll(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvCount,
            TypeLayout recvType) {
        equal(
                c,
                edges,
                sendBuffer,
                sendCount,
                sendType,
                recvBuffer,
                recvCount,
                recvType,
                TO_EACH,
                Tags.NEIGHBOUR_ALLTOALL);
    }

    /** Alltoall with a count and a displacement for each block (MPI_Neighbor_alltoallv). */
    public static void allToAllv(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            int[] sendCounts,
            int[] sendDispls,
            TypeLayout sendType,
            Object recvBuffer,
            int[] recvCounts,
            int[] recvDispls,
            TypeLayout recvType) {
        CollState s = CommState.of(c).moving;
        s.send.vector(sendBuffer, 0, sendCounts, sendDispls, sendType);
        s.receive.vector(recvBuffer, 0, recvCounts, recvDispls, recvType);
        run(s, edges, TO_EACH, Tags.NEIGHBOUR_ALLTOALL);
    }

    /** Alltoall with a count, a displacement in bytes and a datatype for each block (MPI_Neighbor_alltoallw). */
    public static void allToAllw(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            int[] sendCounts,
            int[] sendByteDispls,
            TypeLayout[] sendTypes,
            Object recvBuffer,
            int[] recvCounts,
            int[] recvByteDispls,
            TypeLayout[] recvTypes) {
        CollState s = CommState.of(c).moving;
        s.send.typed(sendBuffer, 0, sendCounts, sendByteDispls, sendTypes);
        s.receive.typed(recvBuffer, 0, recvCounts, recvByteDispls, recvTypes);
        run(s, edges, TO_EACH, Tags.NEIGHBOUR_ALLTOALL);
    }

    private static void equal(
            CollPort c,
            Neighbourhood edges,
            Object sendBuffer,
            long sendCount,
            TypeLayout sendType,
            Object recvBuffer,
            long recvCount,
            TypeLayout recvType,
            int stride,
            int tag) {
        CollState s = CommState.of(c).moving;
        s.send.equal(sendBuffer, 0, sendCount, sendType);
        s.receive.equal(recvBuffer, 0, recvCount, recvType);
        run(s, edges, stride, tag);
    }

    private static void run(CollState s, Neighbourhood edges, int stride, int tag) {
        NeighbourExchange.run(s, edges, s.send, stride, s.receive, tag);
        s.send.clear();
        s.receive.clear();
    }
}
