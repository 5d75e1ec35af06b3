package org.bipj.mpi.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.neighbour.Neighbourhood;

/** A graph that every process knows whole (MPI 4.1 section 8.5.3). */
public final class Graph implements ProcessTopology {
    /** {@code index[i]}: neighbours of the nodes 0 to i. */
    private final int[] index;

    private final int[] edges;

    private Graph(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** A graph of at most {@code processes} nodes. */
    public static Graph of(int[] index, int[] edges, int processes) {
        if (index == null || edges == null) {
            throw new EngineException(ErrorClass.ARG, (index == null ? "index" : "edges") + " is null");
        }
        int nodes = index.length;
        if (nodes > processes) {
            throw new EngineException(
                    ErrorClass.ARG, "index has " + nodes + " elements; expected no more than " + processes);
        }
        for (int node = 0; node < nodes; node++) {
            int before = node == 0 ? 0 : index[node - 1];
            if (index[node] < before || index[node] > edges.length) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "index[" + node + "] is " + index[node] + "; expected " + before + " to " + edges.length
                                + ", the length of edges");
            }
        }
        int count = nodes == 0 ? 0 : index[nodes - 1];
        for (int i = 0; i < count; i++) {
            if (edges[i] < 0 || edges[i] >= nodes) {
                throw new EngineException(
                        ErrorClass.ARG, "edges[" + i + "] is " + edges[i] + "; expected 0 to " + (nodes - 1));
            }
        }
        return new Graph(index.clone(), Arrays.copyOf(edges, count));
    }

    /** How many nodes the graph has. */
    public int size() {
        return index.length;
    }

    /** Neighbours of the nodes 0 to i, for each i. */
    public int[] index() {
        return index.clone();
    }

    /** The neighbours of all nodes, one node after the other. */
    public int[] edges() {
        return edges.clone();
    }

    /** The neighbours of a node in the order in which the graph was given. */
    public int[] neighboursOf(int rank) {
        if (rank < 0 || rank >= index.length) {
            throw new EngineException(ErrorClass.RANK, "rank is " + rank + "; expected 0 to " + (index.length - 1));
        }
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    @Override
    public Neighbourhood neighbours(int rank) {
        checkSymmetric();
        int[] neighbours = neighboursOf(rank);
        return Neighbourhood.ofGraph(neighbours, neighbours);
    }

    /** Both ends of an edge must list it (MPI 4.1 section 8.6): each process checks the whole graph, so that all or none report an error. */
    private void checkSymmetric() {
        Map<Long, Integer> surplus = new HashMap<>();
        for (int node = 0; node < index.length; node++) {
            for (int other : neighboursOf(node)) {
                long pair = (long) Math.min(node, other) << Integer.SIZE | Math.max(node, other);
                surplus.merge(pair, Integer.compare(node, other), Integer::sum);
            }
        }
        for (Map.Entry<Long, Integer> one : surplus.entrySet()) {
            if (one.getValue() != 0) {
                long low = one.getKey() >>> Integer.SIZE;
                int high = one.getKey().intValue();
                throw new EngineException(
                        ErrorClass.TOPOLOGY,
                        "the graph has unequal numbers of edges from rank " + low + " to " + high
                                + " and back; expected a" + " symmetric graph, as neighbourhood operations need one");
            }
        }
    }
}
