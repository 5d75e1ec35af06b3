package mpi;

/** The calling process's neighbours in a distributed graph (MPI_Dist_graph_neighbors, MPI 4.1 section 8.5.5). */
public final class DistGraphNeighbors {
    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destinationWeights;
    private final boolean weighted;

    /** Takes the arrays over. Edges of a graph without weights weigh 1. */
    DistGraphNeighbors(
            int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights, boolean weighted) {
        this.sources = sources;
        this.sourceWeights = sourceWeights;
        this.destinations = destinations;
        this.destinationWeights = destinationWeights;
        this.weighted = weighted;
    }

    /** Number of edges to the calling process. */
    public int getInDegree() {
        return sources.length;
    }

    /** Number of edges from the calling process. */
    public int getOutDegree() {
        return destinations.length;
    }

    /** True if the graph was made with weights. */
    public boolean isWeighted() {
        return weighted;
    }

    /** The rank at which edge {@code i} to the calling process begins. */
    public int getSource(int i) {
        return sources[i];
    }

    /** The weight of that edge; 1 in a graph without weights. */
    public int getSourceWeight(int i) {
        return sourceWeights[i];
    }

    /** The rank at which edge {@code i} from the calling process ends. */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** The weight of that edge; 1 in a graph without weights. */
    public int getDestinationWeight(int i) {
        return destinationWeights[i];
    }

    int[] sources() {
        return sources;
    }

    int[] destinations() {
        return destinations;
    }
}
