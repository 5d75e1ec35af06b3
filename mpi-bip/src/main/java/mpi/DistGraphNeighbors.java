package mpi;

import org.bipj.mpi.topology.DistGraph;

/** The calling process's neighbours in a distributed graph (MPI_Dist_graph_neighbors, MPI 4.1 section 8.5.5). */
public final class DistGraphNeighbors {
    private final DistGraph graph;

    DistGraphNeighbors(DistGraph graph) {
        this.graph = graph;
    }

    /** Number of edges to the calling process. */
    public int getInDegree() {
        return graph.sources().length;
    }

    /** Number of edges from the calling process. */
    public int getOutDegree() {
        return graph.destinations().length;
    }

    /** True if the graph was made with weights. */
    public boolean isWeighted() {
        return graph.weighted();
    }

    /** The rank at which edge {@code i} to the calling process begins. */
    public int getSource(int i) throws MPIException {
        return ValueChecks.element(graph.sources(), i, "DistGraphNeighbors.getSource: i");
    }

    /** The weight of that edge; 1 in a graph without weights. */
    public int getSourceWeight(int i) throws MPIException {
        return ValueChecks.element(graph.sourceWeights(), i, "DistGraphNeighbors.getSourceWeight: i");
    }

    /** The rank at which edge {@code i} from the calling process ends. */
    public int getDestination(int i) throws MPIException {
        return ValueChecks.element(graph.destinations(), i, "DistGraphNeighbors.getDestination: i");
    }

    /** The weight of that edge; 1 in a graph without weights. */
    public int getDestinationWeight(int i) throws MPIException {
        return ValueChecks.element(graph.destinationWeights(), i, "DistGraphNeighbors.getDestinationWeight: i");
    }
}
