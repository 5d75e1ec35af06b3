package org.bipj.mpi.coll.neighbour;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;

/** All neighbourhood operations: every rank posts the receives of its edges, then sends along its edges. */
public final class NeighbourExchange {
    private NeighbourExchange() {}

    /**
     * Sends and receives one block for each edge.
     *
     * @param stride 1 where each neighbour gets a block of its own, 0 where all get block 0
     */
    public static void run(CollState s, Neighbourhood edges, Blocks send, int stride, Blocks receive, int tag) {
        Object[] handles = s.handles(edges.inDegree() + edges.outDegree());
        int n = 0;
        for (int i = 0; i < edges.inDegree(); i++) {
            int block = edges.posted(i);
            int source = edges.source(block);
            if (source >= 0) {
                handles[n++] = s.postBlock(receive, block, source, tag);
            }
        }
        for (int block = 0; block < edges.outDegree(); block++) {
            int dest = edges.destination(block);
            if (dest >= 0) {
                handles[n++] = s.startBlock(send, block * stride, dest, tag);
            }
        }
        s.awaitAll(n);
    }
}
