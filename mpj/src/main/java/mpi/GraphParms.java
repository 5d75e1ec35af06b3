package mpi;

/** What {@link Graphcomm#Get} returns. */
public class GraphParms {
    GraphParms() {}

    /** For each node, the number of edges of the nodes up to it. */
    public int[] index;

    /** The neighbours of all nodes in turn. */
    public int[] edges;
}
