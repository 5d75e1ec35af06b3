package org.bipj.mpi.topology;

import org.bipj.mpi.coll.neighbour.Neighbourhood;

/**
 * A distributed graph: a process knows its own neighbours only (MPI 4.1 section 8.5.4). The arrays belong to the graph; they are
 * never written to.
 *
 * @param sources ranks at which the edges to this process begin
 * @param sourceWeights weights of these edges; 1 in a graph without weights
 * @param destinations ranks at which the edges from this process end
 * @param destinationWeights weights of these edges
 * @param weighted true if the graph was made with weights
 */
public record DistGraph(
        int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights, boolean weighted)
        implements ProcessTopology {
    @Override
    public Neighbourhood neighbours(int rank) {
        return Neighbourhood.ofGraph(sources, destinations);
    }
}
