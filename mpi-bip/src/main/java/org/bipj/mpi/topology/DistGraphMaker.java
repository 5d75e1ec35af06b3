package org.bipj.mpi.topology;

import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a communicator make a distributed graph (MPI 4.1 section 8.5.4). Wrong arguments of one process are
 * an error at all of them, so that none waits for a process that has failed.
 */
public final class DistGraphMaker {
    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);

    private final CommCore c;
    private final boolean weighted;
    /** The error in this process's arguments, or null. */
    private @Nullable EngineException failure;

    /** Edges that end or begin at one process, as it is sent them. */
    private static final class Ends {
        /** Words of an edge on its way: whether it begins at the receiver, the rank at its other end, the weight. */
        static final int WORDS = 3;

        int[] words = new int[4 * WORDS];
        int length;

        void add(boolean beginsHere, int other, int weight) {
            if (length == words.length) {
                words = Arrays.copyOf(words, 2 * length);
            }
            words[length++] = beginsHere ? 1 : 0;
            words[length++] = other;
            words[length++] = weight;
        }

        /** One word of each edge that begins here, or of each that ends here. */
        int[] column(boolean beginsHere, int word) {
            int[] column = new int[length / WORDS];
            int n = 0;
            for (int i = 0; i < length; i += WORDS) {
                if (words[i] == (beginsHere ? 1 : 0)) {
                    column[n++] = words[i + word];
                }
            }
            return Arrays.copyOf(column, n);
        }
    }

    /**
     * For one graph.
     *
     * @param weighted false: arrays of weights are ignored
     */
    public DistGraphMaker(CommCore c, boolean weighted) {
        this.c = c;
        this.weighted = weighted;
    }

    /** Made of the edges that begin or end at each process (MPI_Dist_graph_create_adjacent). */
    public DistGraph adjacent(
            int[] sources, int @Nullable [] sourceWeights, int[] destinations, int @Nullable [] destWeights) {
        attempt(() -> {
            ranks("sources", sources, lengthOf(sources));
            ranks("destinations", destinations, lengthOf(destinations));
            weights("sourceWeights", sourceWeights, sources.length);
            weights("destWeights", destWeights, destinations.length);
        });
        int[] edges = new int[c.size()];
        if (failure == null) {
            Arrays.stream(destinations).forEach(rank -> edges[rank]++);
        }
        int[] theirs = exchange(edges);
        attempt(() -> sameEdges(sources, theirs));
        agree();
        return new DistGraph(
                sources.clone(),
                weightsOr1(sourceWeights, sources.length),
                destinations.clone(),
                weightsOr1(destWeights, destinations.length),
                weighted);
    }

    private int[] weightsOr1(int @Nullable [] weights, int length) {
        if (weighted) {
            assert weights != null : "the weights have been checked";
            return Arrays.copyOf(weights, length);
        }
        int[] ones = new int[length];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Rejects edges to this process of which their sources have another number. */
    private void sameEdges(int[] sources, int[] theirs) {
        int[] mine = new int[c.size()];
        for (int source : sources) {
            mine[source]++;
        }
        for (int rank = 0; rank < c.size(); rank++) {
            if (mine[rank] != theirs[rank]) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "sources has rank " + rank + " " + mine[rank]
                                + " times, and the destinations of that rank have "
                                + "rank " + c.rank() + " " + theirs[rank]
                                + " times; expected each edge at both of its ends");
            }
        }
    }

    /**
     * Made of edges that any process contributes (MPI_Dist_graph_create). At both ends, edges are in the order of the ranks
     * that contribute them, and of their arrays: so that several edges from one rank to another correspond.
     */
    public DistGraph general(int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights) {
        attempt(() -> {
            ranks("sources", sources, lengthOf(sources));
            Counts.check("degrees", degrees, sources.length);
            int edges = Counts.sum("degrees", degrees, sources.length);
            ranks("destinations", destinations, edges);
            weights("weights", weights, edges);
        });
        Ends[] ends = new Ends[c.size()];
        Arrays.setAll(ends, rank -> new Ends());
        if (failure == null) {
            int[] all = weightsOr1(weights, Counts.sum("degrees", degrees, sources.length));
            int edge = 0;
            for (int i = 0; i < sources.length; i++) {
                for (int k = 0; k < degrees[i]; k++, edge++) {
                    ends[sources[i]].add(true, destinations[edge], all[edge]);
                    ends[destinations[edge]].add(false, sources[i], all[edge]);
                }
            }
        }
        int[] theirs = exchange(Arrays.stream(ends).mapToInt(one -> one.length).toArray());
        agree();
        Ends here = deliver(ends, theirs);
        return new DistGraph(
                here.column(false, 1), here.column(false, 2), here.column(true, 1), here.column(true, 2), weighted);
    }

    /** Sends each process the ends of edges that are there; returns those that are here, in the order of ranks. */
    private Ends deliver(Ends[] ends, int[] theirs) {
        int[] counts = new int[c.size()];
        int[] starts = new int[c.size()];
        int[] theirStarts = new int[c.size()];
        for (int rank = 0; rank < c.size(); rank++) {
            counts[rank] = ends[rank].length;
            if (rank > 0) {
                starts[rank] = Math.addExact(starts[rank - 1], counts[rank - 1]);
                theirStarts[rank] = Math.addExact(theirStarts[rank - 1], theirs[rank - 1]);
            }
        }
        int[] words = new int[starts[c.size() - 1] + counts[c.size() - 1]];
        for (int rank = 0; rank < c.size(); rank++) {
            System.arraycopy(ends[rank].words, 0, words, starts[rank], counts[rank]);
        }
        Ends here = new Ends();
        here.length = Math.addExact(theirStarts[c.size() - 1], theirs[c.size() - 1]);
        here.words = new int[here.length];
        Blocks sent = new Blocks().vector(words, 0, counts, starts, INTS);
        Collectives.allToAllv(c.collectives(), sent, new Blocks().vector(here.words, 0, theirs, theirStarts, INTS));
        return here;
    }

    /** Sends each process a number and returns theirs. All must have called the form with weights, or all the other one. */
    private int[] exchange(int[] numbers) {
        int n = c.size();
        int[] mine = new int[2 * n];
        int[] theirs = new int[2 * n];
        int[] result = new int[n];
        for (int rank = 0; rank < n; rank++) {
            mine[2 * rank] = numbers[rank];
            mine[2 * rank + 1] = weighted ? 1 : 0;
        }
        Collectives.allToAll(c.collectives(), Data.of(mine, 0, 2, INTS), Data.of(theirs, 0, 2, INTS));
        for (int rank = 0; rank < n; rank++) {
            result[rank] = theirs[2 * rank];
            boolean withWeights = theirs[2 * rank + 1] != 0;
            if (withWeights != weighted && failure == null) {
                failure = new EngineException(
                        ErrorClass.ARG,
                        "rank " + rank + " has called it " + (withWeights ? "with" : "without")
                                + " weights; expected weights at all processes or at none");
            }
        }
        return result;
    }

    private void attempt(Runnable checks) {
        if (failure == null) {
            try {
                checks.run();
            } catch (EngineException e) {
                failure = e;
            }
        }
    }

    /** Fails at all processes if it does at one. */
    private void agree() {
        int[] failures = new int[c.size()];
        int[] own = {failure == null ? 0 : 1};
        Collectives.allGather(c.collectives(), Data.of(own, 0, 1, INTS), Data.of(failures, 0, 1, INTS));
        if (failure != null) {
            throw failure;
        }
        for (int rank = 0; rank < failures.length; rank++) {
            if (failures[rank] != 0) {
                throw new EngineException(ErrorClass.ARG, "the arguments of rank " + rank + " are wrong");
            }
        }
    }

    private static int lengthOf(int[] array) {
        return array == null ? 0 : array.length;
    }

    private void ranks(String argument, int[] ranks, int length) {
        perEdge(argument, ranks, length);
        for (int i = 0; i < length; i++) {
            if (ranks[i] < 0 || ranks[i] >= c.size()) {
                throw new EngineException(
                        ErrorClass.RANK, argument + "[" + i + "] is " + ranks[i] + "; expected 0 to " + (c.size() - 1));
            }
        }
    }

    @SuppressWarnings("NullAway") // perEdge refuses null.
    private void weights(String argument, int @Nullable [] weights, int length) {
        if (weighted) {
            perEdge(argument, weights, length);
            for (int i = 0; i < length; i++) {
                if (weights[i] < 0) {
                    throw new EngineException(
                            ErrorClass.ARG, argument + "[" + i + "] is " + weights[i] + "; expected 0 or more");
                }
            }
        }
    }

    private static void perEdge(String argument, int @Nullable [] array, int length) {
        if (array == null || array.length < length) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (array == null ? " is null" : " has " + array.length + " elements") + "; expected "
                            + length + ", one for each edge");
        }
    }
}
