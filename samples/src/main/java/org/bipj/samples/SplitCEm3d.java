package org.bipj.samples;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.bipj.splitc.SplitC;
import org.bipj.splitc.SpreadDoubles;

/**
 * EM3D, the kernel of the paper on Split-C (Culler et al., Supercomputing 1993): electromagnetic waves on a bipartite graph.
 * Each E node becomes a weighted sum of its H neighbours, then each H node one of its E neighbours; some of them are at
 * other ranks.
 *
 * <pre>{@code ./bipj sample splitc-em3d -n 4 [VERSION [NODES [REMOTE [STEPS]]]]}</pre>
 *
 * <p>The versions are steps of the paper's optimisation:
 * <ul>
 *   <li>{@code read}: each neighbour is read where it is used, and waited for;
 *   <li>{@code get}: each rank begins to read all values that it needs, each once, and waits for all together;
 *   <li>{@code store}: owners store their values into the ranks that need them, one way.
 * </ul>
 */
public final class SplitCEm3d {
    private static final String USAGE =
            "splitc-em3d -n RANKS [VERSION [NODES [REMOTE [STEPS]]]]     read, get or store; nodes of each kind and rank, 100 by"
                    + " default; percent of remote neighbours, 20; steps, 5";
    private static final int NODES = 100;
    private static final int REMOTE = 20;
    private static final int STEPS = 5;
    private static final int MOST = 100_000;
    private static final int DEGREE = 8;

    /** How values of other ranks are reached. */
    private enum Version {
        READ,
        GET,
        STORE
    }

    /**
     * The neighbours of all nodes of one kind, {@value #DEGREE} for each. A node is {@code rank * nodes + number}.
     *
     * @param of by node and neighbour the node of the other kind
     * @param weights by node and neighbour
     */
    private record Edges(int[] of, double[] weights) {
        /** Every rank draws the same graph. */
        static Edges draw(int ranks, int nodes, int remote, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] of = new int[ranks * nodes * DEGREE];
            double[] weights = new double[of.length];
            for (int edge = 0; edge < of.length; edge++) {
                int rank = edge / (nodes * DEGREE);
                if (ranks > 1 && random.nextInt(100) < remote) {
                    rank = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
                }
                of[edge] = rank * nodes + random.nextInt(nodes);
                weights[edge] = random.nextDouble() / DEGREE;
            }
            return new Edges(of, weights);
        }

        /** One half of a step in one memory: the check. */
        double[] sequentially(double[] others) {
            double[] values = new double[others.length];
            for (int node = 0; node < values.length; node++) {
                for (int edge = node * DEGREE; edge < (node + 1) * DEGREE; edge++) {
                    values[node] += weights[edge] * others[of[edge]];
                }
            }
            return values;
        }

        /** The nodes of other ranks that a rank needs, each with its place among them. */
        Map<Integer, Integer> remoteOf(int rank, int nodes) {
            Map<Integer, Integer> places = new LinkedHashMap<>();
            for (int edge = rank * nodes * DEGREE; edge < (rank + 1) * nodes * DEGREE; edge++) {
                if (of[edge] / nodes != rank) {
                    places.putIfAbsent(of[edge], places.size());
                }
            }
            return places;
        }
    }

    private final SplitC sc;
    private final Version version;
    private final int nodes;

    private SplitCEm3d(SplitC sc, Version version, int nodes) {
        this.sc = sc;
        this.version = version;
        this.nodes = nodes;
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        Version version;
        int nodes;
        int remote;
        int steps;
        try {
            Usage.atMost(args, 4);
            version = version(args);
            nodes = Usage.positive(args, 1, "NODES", NODES, MOST);
            remote = Usage.positive(args, 2, "REMOTE", REMOTE, 100);
            steps = Usage.positive(args, 3, "STEPS", STEPS, MOST);
        } catch (Usage.WrongUsage e) {
            SplitCSample.refuse(USAGE, e);
            return;
        }
        double[] microseconds = new double[1];
        SplitCSample.run(
                2L * nodes * (DEGREE + 1) * Double.BYTES,
                sc -> new SplitCEm3d(sc, version, nodes).run(remote, steps, microseconds),
                () -> String.format(
                        Locale.ROOT,
                        "%d nodes of each kind at a rank, %s, %.3f us for an edge",
                        nodes,
                        version.name().toLowerCase(Locale.ROOT),
                        microseconds[0]));
    }

    private static Version version(String[] args) {
        if (args.length == 0) {
            return Version.GET;
        }
        return Arrays.stream(Version.values())
                .filter(one -> one.name().equalsIgnoreCase(args[0]))
                .findAny()
                .orElseThrow(() -> new Usage.WrongUsage("VERSION must be read, get or store but is: " + args[0]));
    }

    /** One kind of node at this rank: its values, its edges, and the values of the other kind that it needs. */
    private final class Field {
        final Edges edges;
        final SpreadDoubles values;
        /** Copies of values of the other kind: of each rank as many as the rank that needs most. */
        final SpreadDoubles copies;

        private final Map<Integer, Integer> places;
        /** By edge of this rank the pointer from which its value is read. */
        private final long[] sources = new long[nodes * DEGREE];
        /** By node of the other kind at this rank the copies of it: where each value is stored. */
        private final long[][] readers = new long[nodes][0];

        Field(int remote, long seed) {
            edges = Edges.draw(sc.size(), nodes, remote, seed);
            values = sc.allSpreadDoubles(sc.size(), nodes);
            places = edges.remoteOf(sc.rank(), nodes);
            copies = sc.allSpreadDoubles(sc.size(), nodes * DEGREE);
        }

        void bind(SpreadDoubles others) {
            for (int i = 0; i < sources.length; i++) {
                int node = edges.of[sc.rank() * sources.length + i];
                boolean copied = version != Version.READ && node / nodes != sc.rank();
                sources[i] = copied
                        ? copies.pointer(sc.rank(), places.get(node))
                        : others.pointer(node / nodes, node % nodes);
            }
            for (int reader = 0; reader < sc.size() && version == Version.STORE; reader++) {
                int to = reader;
                edges.remoteOf(reader, nodes).forEach((node, place) -> {
                    if (node / nodes == sc.rank()) {
                        long[] known = readers[node % nodes];
                        readers[node % nodes] = Arrays.copyOf(known, known.length + 1);
                        readers[node % nodes][known.length] = copies.pointer(to, place);
                    }
                });
            }
        }

        /** Brings the values of the other kind to the ranks that need them. */
        void exchange(SpreadDoubles others) {
            switch (version) {
                case READ -> sc.barrier();
                case GET -> {
                    sc.barrier();
                    places.forEach((node, place) ->
                            sc.getDouble(copies.pointer(sc.rank(), place), others.pointer(node / nodes, node % nodes)));
                    sc.sync();
                }
                case STORE -> {
                    for (int node = 0; node < nodes; node++) {
                        for (long reader : readers[node]) {
                            sc.storeDouble(reader, others.read(sc.rank(), node));
                        }
                    }
                    sc.allStoreSync();
                }
            }
        }

        void compute() {
            int first = sc.rank() * sources.length;
            for (int node = 0; node < nodes; node++) {
                double sum = 0;
                for (int i = node * DEGREE; i < (node + 1) * DEGREE; i++) {
                    sum += edges.weights[first + i] * sc.readDouble(sources[i]);
                }
                values.write(sc.rank(), node, sum);
            }
        }
    }

    private int run(int remote, int steps, double[] microseconds) {
        Field e = new Field(remote, 1);
        Field h = new Field(remote, 2);
        e.bind(h.values);
        h.bind(e.values);
        double[] start =
                new SplittableRandom(3).doubles((long) nodes * sc.size()).toArray();
        for (int node = 0; node < nodes; node++) {
            h.values.write(sc.rank(), node, start[sc.rank() * nodes + node]);
        }
        sc.barrier();
        long before = sc.now();
        for (int step = 0; step < steps; step++) {
            e.exchange(h.values);
            e.compute();
            h.exchange(e.values);
            h.compute();
        }
        sc.barrier();
        microseconds[0] = (sc.now() - before) / 1e3 / (2.0 * steps * nodes * DEGREE);
        return wrong(e, h, start, steps);
    }

    /** The values of this rank that differ from those of a sequential run. */
    private int wrong(Field e, Field h, double[] start, int steps) {
        double[] hs = start;
        double[] es = start;
        for (int step = 0; step < steps; step++) {
            es = e.edges.sequentially(hs);
            hs = h.edges.sequentially(es);
        }
        int wrong = 0;
        for (int node = 0; node < nodes; node++) {
            int global = sc.rank() * nodes + node;
            wrong += e.values.read(sc.rank(), node) == es[global] ? 0 : 1;
            wrong += h.values.read(sc.rank(), node) == hs[global] ? 0 : 1;
        }
        return wrong;
    }
}
