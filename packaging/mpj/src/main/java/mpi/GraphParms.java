package mpi;

/** What {@link Graphcomm#Get} returns. */
public final class GraphParms {
    /** For each node, the number of edges of the nodes up to it. */
    public final int[] index;

    /** The neighbours of all nodes in turn. */
    public final int[] edges;

    private GraphParms() {
        throw Signatures.alone();
    }
}
