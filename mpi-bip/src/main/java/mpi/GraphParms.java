package mpi;

/** The definition of a graph communicator's graph (MPI_Graphdims_get and MPI_Graph_get). */
public final class GraphParms {
    /** For each node, the number of neighbours of the nodes up to it, as mpiJava 1.2 has them. */
    public final int[] index;

    /** The neighbours of all nodes in turn, as mpiJava 1.2 has them. */
    public final int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** Number of nodes. */
    public int getIndexCount() {
        return index.length;
    }

    /** Number of neighbours of the nodes 0 to {@code i} together. */
    public int getIndex(int i) throws MPIException {
        return ValueChecks.element(index, i, "GraphParms.getIndex: i");
    }

    /** Number of neighbours of all nodes together. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** Neighbour {@code i}, counted through all nodes. */
    public int getEdge(int i) throws MPIException {
        return ValueChecks.element(edges, i, "GraphParms.getEdge: i");
    }
}
