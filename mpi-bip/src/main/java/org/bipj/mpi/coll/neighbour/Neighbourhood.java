package org.bipj.mpi.coll.neighbour;

import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.match.CallWord;

/**
 * The edges of a process topology that end or begin at one rank, in the order of blocks in buffers. Negative ranks stand
 * for neighbours beyond the edge of a grid.
 */
public final class Neighbourhood {
    private final int[] sources;
    private final int[] destinations;
    private final boolean mirrored;
    /** Between two groups, the operation of one root; 0: none. */
    private final int rootedOperation;

    private final int root;
    private final boolean between;

    private Neighbourhood(int[] sources, int[] destinations, boolean mirrored) {
        this(sources, destinations, mirrored, false, 0, CallWord.NO_ROOT);
    }

    private Neighbourhood(
            int[] sources, int[] destinations, boolean mirrored, boolean between, int rootedOperation, int root) {
        this.sources = sources;
        this.destinations = destinations;
        this.mirrored = mirrored;
        this.between = between;
        this.rootedOperation = rootedOperation;
        this.root = root;
    }

    /** Of a graph: several edges from one rank to another correspond in the order in which both ranks list them. */
    public static Neighbourhood ofGraph(int[] sources, int[] destinations) {
        return new Neighbourhood(sources, destinations, false);
    }

    /** The neighbourhood of an intercommunicator: each rank of the other group. */
    public static Neighbourhood between(int[] remote) {
        return new Neighbourhood(remote, remote, false, true, 0, CallWord.NO_ROOT);
    }

    /**
     * Between a root and the ranks of the other group.
     *
     * @param operation its tag
     * @param root in both groups together, or {@link CallWord#NO_ROOT} where that is not known
     */
    public static Neighbourhood ofRoot(int operation, int root, int[] sources, int[] destinations) {
        return new Neighbourhood(sources, destinations, false, true, operation, root);
    }

    /** The tag of the operation that is called, whose messages go along the edges as in the operation of the given tag. */
    public int operation(int tag) {
        if (rootedOperation != 0) {
            return rootedOperation;
        }
        return !between ? tag : tag == Tags.NEIGHBOUR_ALLGATHER ? Tags.ALLGATHER : Tags.ALLTOALL;
    }

    /** The root of the operation, or {@link CallWord#NO_ROOT}. */
    public int root() {
        return root;
    }

    /** True between a root and a group. */
    public boolean hasRoot() {
        return rootedOperation != 0;
    }

    /**
     * Of a grid: neighbours down and up along each dimension. Data that go down come from above: where both neighbours are
     * one rank, in a ring of one or two, the first message is therefore that for the second block (MPI 4.1 section 8.6,
     * figure 8.1).
     */
    public static Neighbourhood ofGrid(int[] neighbours) {
        return new Neighbourhood(neighbours, neighbours, true);
    }

    /** How many edges lead to this rank. */
    public int inDegree() {
        return sources.length;
    }

    /** How many edges lead from this rank. */
    public int outDegree() {
        return destinations.length;
    }

    /** Where the edge to this rank of that block begins. */
    public int source(int block) {
        return sources[block];
    }

    /** Where the edge from this rank of that block ends. */
    public int destination(int block) {
        return destinations[block];
    }

    /** The block of the receive that is posted as number i: receives of one source have to be in the order of its sends. */
    int posted(int i) {
        return mirrored ? i ^ 1 : i;
    }
}
