package org.bipj.mpi.coll.neighbour;

/**
 * The edges of a process topology that end or begin at one rank, in the order of blocks in buffers. Negative ranks stand
 * for neighbours beyond the edge of a grid.
 */
public final class Neighbourhood {
    private final int[] sources;
    private final int[] destinations;
    private final boolean mirrored;

    private Neighbourhood(int[] sources, int[] destinations, boolean mirrored) {
        this.sources = sources;
        this.destinations = destinations;
        this.mirrored = mirrored;
    }

    /** Of a graph: several edges from one rank to another correspond in the order in which both ranks list them. */
    public static Neighbourhood ofGraph(int[] sources, int[] destinations) {
        return new Neighbourhood(sources, destinations, false);
    }

    /**
     * Of a grid: neighbours down and up along each dimension. Data that go down come from above: where both neighbours are
     * one rank, in a ring of one or two, the first message is therefore that for the second block (MPI 4.1 section 8.6,
     * figure 8.1).
     */
    public static Neighbourhood ofGrid(int[] neighbours) {
        return new Neighbourhood(neighbours, neighbours, true);
    }

    /** Number of edges to this rank. */
    public int inDegree() {
        return sources.length;
    }

    /** Number of edges from this rank. */
    public int outDegree() {
        return destinations.length;
    }

    /** Where the edge to this rank of that block begins. */
    int source(int block) {
        return sources[block];
    }

    /** Where the edge from this rank of that block ends. */
    int destination(int block) {
        return destinations[block];
    }

    /** The block of the receive that is posted as number i: receives of one source have to be in the order of its sends. */
    int posted(int i) {
        return mirrored ? i ^ 1 : i;
    }
}
