package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.neighbour.NeighbourExchange;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.engine.Blocks;
import org.bipj.mpi.engine.CollPort;

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
        CollState s = CommState.of(c).moving;
        NeighbourExchange.run(
                s, edges, s.send.equal(sent), TO_ALL, s.receive.equal(received), Tags.NEIGHBOUR_ALLGATHER);
        clear(s);
    }

    /** Allgather with a count and a displacement for each received block (MPI_Neighbor_allgatherv). */
    public static void allGatherv(CollPort c, Neighbourhood edges, Data sent, Blocks received) {
        CollState s = CommState.of(c).moving;
        NeighbourExchange.run(s, edges, s.send.equal(sent), TO_ALL, received, Tags.NEIGHBOUR_ALLGATHER);
        clear(s);
    }

    /** Sends a block to each neighbour and receives one from each (MPI_Neighbor_alltoall). */
    public static void allToAll(CollPort c, Neighbourhood edges, Data sent, Data received) {
        CollState s = CommState.of(c).moving;
        NeighbourExchange.run(
                s, edges, s.send.equal(sent), TO_EACH, s.receive.equal(received), Tags.NEIGHBOUR_ALLTOALL);
        clear(s);
    }

    /**
     * Alltoall with a count and a displacement for each block, or with a datatype too (MPI_Neighbor_alltoallv,
     * MPI_Neighbor_alltoallw).
     */
    public static void allToAllv(CollPort c, Neighbourhood edges, Blocks sent, Blocks received) {
        NeighbourExchange.run(CommState.of(c).moving, edges, sent, TO_EACH, received, Tags.NEIGHBOUR_ALLTOALL);
    }

    private static void clear(CollState s) {
        s.send.clear();
        s.receive.clear();
    }
}
