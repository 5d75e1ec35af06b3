package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.neighbour.NeighbourExchange;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.match.CallWord;
import org.jspecify.annotations.Nullable;

/**
 * Neighbourhood collective operations (MPI 4.1 section 8.6), with errors as in {@link Collectives}.
 * There is one count, displacement or datatype for each edge of the neighbourhood. Blocks of neighbours that do
 * not exist stay as they are.
 */
public final class Neighbours {
    private static final int TO_ALL = 0;
    private static final int TO_EACH = 1;

    private Neighbours() {}

    /** Sends one block to all neighbours and receives one from each (MPI_Neighbor_allgather). */
    public static void allGather(CollPort c, Neighbourhood edges, Data sent, Data received) {
        run(c, edges, sent, null, TO_ALL, received, null, Tags.NEIGHBOUR_ALLGATHER);
    }

    /** Allgather with a count and a displacement for each received block (MPI_Neighbor_allgatherv). */
    public static void allGatherv(CollPort c, Neighbourhood edges, Data sent, Blocks received) {
        run(c, edges, sent, null, TO_ALL, null, received, Tags.NEIGHBOUR_ALLGATHER);
    }

    /** Sends a block to each neighbour and receives one from each (MPI_Neighbor_alltoall). */
    public static void allToAll(CollPort c, Neighbourhood edges, Data sent, Data received) {
        run(c, edges, sent, null, TO_EACH, received, null, Tags.NEIGHBOUR_ALLTOALL);
    }

    /**
     * Alltoall with a count and a displacement for each block, or with a datatype too (MPI_Neighbor_alltoallv,
     * MPI_Neighbor_alltoallw).
     */
    public static void allToAllv(CollPort c, Neighbourhood edges, Blocks sent, Blocks received) {
        run(c, edges, null, sent, TO_EACH, null, received, Tags.NEIGHBOUR_ALLTOALL);
    }

    /** Blocks are equal ones, of which there is the first, or those that are given. */
    @SuppressWarnings("NullAway") // There are blocks of either kind.
    private static void run(
            CollPort c,
            Neighbourhood edges,
            @Nullable Data equalSent,
            @Nullable Blocks sent,
            int stride,
            @Nullable Data equalReceived,
            @Nullable Blocks received,
            int tag) {
        c.begin(edges.operation(tag), CallWord.NO_OP, edges.root(), !edges.hasRoot());
        try {
            CollState s = CommState.of(c).moving;
            Blocks send = equalSent == null ? sent : s.send.equal(equalSent);
            Blocks receive = equalReceived == null ? received : s.receive.equal(equalReceived);
            NeighbourExchange.run(s, edges, send, stride, receive, tag);
            s.send.clear();
            s.receive.clear();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw c.failed(e);
        }
        c.end();
    }
}
