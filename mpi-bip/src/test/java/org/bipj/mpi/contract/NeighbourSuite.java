package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;

/** Neighbourhood collective operations in all forms, on communicators of 1 to 8 ranks (MPI 4.1 sections 8.6 to 8.8). */
public final class NeighbourSuite extends Suite {
    private static final int NONE = NeighbourhoodCalls.NONE;

    /** Edges of a distributed graph that all ranks know here. */
    private record Edge(int source, int destination, int weight) {}

    /** Adds the cases. */
    public NeighbourSuite() {
        add(
                "grids: rings, lines, and rings of one or two",
                8,
                rank -> Subgroups.each(rank.comm(), comm -> grids(comm)));
        add(
                "distributed graphs with several edges of a pair",
                8,
                rank -> Subgroups.each(rank.comm(), comm -> {
                    distributed(comm, true);
                    distributed(comm, false);
                }));
        add("a graph that all know", 7, rank -> graph(rank.comm()));
        add("long blocks", 4, rank -> {
            CartComm ring = rank.comm().createCart(new int[] {4}, new boolean[] {true}, false);
            grid(ring, 1, rank.sizes().large() / 4 + 1);
            ring.free();
        });
        add("errors", 3, NeighbourSuite::errors);
    }

    private static void grids(Intracomm comm) {
        int seed = 0;
        for (int dimensions = 0; dimensions <= 3; dimensions++) {
            int[] dims = new int[dimensions];
            if (dimensions > 0) {
                CartComm.createDims(comm.getSize(), dims);
            }
            for (int periodic = 0; periodic < 1 << dimensions; periodic += dimensions == 1 ? 1 : 3) {
                boolean[] periods = new boolean[dimensions];
                for (int i = 0; i < dimensions; i++) {
                    periods[i] = (periodic >> i & 1) != 0;
                }
                CartComm cart = comm.createCart(dims, periods, true);
                seed++;
                if (!cart.isNull()) {
                    grid(cart, dimensions, 5 + seed);
                    cart.free();
                }
            }
        }
    }

    /** What goes down from one rank arrives from above at another: edges are numbered by where they begin. */
    private static void grid(CartComm cart, int dimensions, int count) {
        int me = cart.getRank();
        int blocks = 2 * dimensions;
        int[] in = new int[blocks];
        int[] sources = new int[blocks];
        int[] out = new int[blocks];
        for (int block = 0; block < blocks; block++) {
            ShiftParms step = cart.shift(block / 2, block % 2 == 0 ? -1 : 1);
            sources[block] = step.getRankDest();
            out[block] = sources[block] == MPI.PROC_NULL ? NONE : me * blocks + block;
            in[block] = sources[block] == MPI.PROC_NULL ? NONE : sources[block] * blocks + (block ^ 1);
        }
        exercise(cart, in, sources, out, count);
    }

    private static void exercise(Intracomm comm, int[] in, int[] sources, int[] out, int count) {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        int seed = count;
        List<CollectiveCall> calls = NeighbourhoodCalls.all(comm, in, sources, out, count, count);
        for (CollectiveCall call : calls) {
            call.fill(++seed);
            call.blocking().run();
            call.check(seed, "blocking");
            Prequest persistent = call.persistent().get();
            for (int i = 0; i < 2; i++) {
                call.fill(++seed);
                persistent.start();
                persistent.waitFor();
                call.check(seed, "persistent");
            }
            persistent.free();
        }
        Request[] requests = new Request[calls.size()];
        for (int i = 0; i < requests.length; i++) {
            calls.get(i).fill(seed + i);
            requests[i] = calls.get(i).nonBlocking().get();
        }
        Request.waitAll(requests);
        for (int i = 0; i < requests.length; i++) {
            calls.get(i).check(seed + i, "non-blocking, all at once");
        }
    }

    private static void distributed(Intracomm comm, boolean weighted) {
        int n = comm.getSize();
        int me = comm.getRank();
        Random random = new Random(n + (weighted ? 100 : 0));
        List<List<Edge>> contributed = new ArrayList<>();
        for (int rank = 0; rank < n; rank++) {
            List<Edge> some = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                some.add(new Edge(random.nextInt(n), random.nextInt(n), weighted ? random.nextInt(9) : 1));
            }
            contributed.add(some);
        }
        List<Edge> all = contributed.stream().flatMap(List::stream).toList();
        List<Edge> mine = contributed.get(me);
        int[] sources = mine.stream().mapToInt(Edge::source).toArray();
        int[] degrees = IntStream.generate(() -> 1).limit(sources.length).toArray();
        int[] destinations = mine.stream().mapToInt(Edge::destination).toArray();
        int[] weights = mine.stream().mapToInt(Edge::weight).toArray();
        GraphComm general = weighted
                ? comm.createDistGraph(sources, degrees, destinations, weights, MPI.INFO_NULL, false)
                : comm.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false);
        int[] in = IntStream.range(0, all.size())
                .filter(i -> all.get(i).destination() == me)
                .toArray();
        int[] out = IntStream.range(0, all.size())
                .filter(i -> all.get(i).source() == me)
                .toArray();
        check(general, all, in, out, weighted, 11);
        GraphComm copy = general.dup();
        GraphComm adjacent = weighted
                ? copy.createDistGraphAdjacent(
                        take(all, in, 0), take(all, in, 2), take(all, out, 1), take(all, out, 2), MPI.INFO_NULL, true)
                : copy.createDistGraphAdjacent(take(all, in, 0), take(all, out, 1), MPI.INFO_NULL, true);
        check(copy, all, in, out, weighted, 1);
        check(adjacent, all, in, out, weighted, 30);
        adjacent.free();
        copy.free();
        general.free();
    }

    private static int[] take(List<Edge> all, int[] some, int what) {
        return Arrays.stream(some)
                .mapToObj(all::get)
                .mapToInt(edge -> what == 0 ? edge.source() : what == 1 ? edge.destination() : edge.weight())
                .toArray();
    }

    private static void check(GraphComm comm, List<Edge> all, int[] in, int[] out, boolean weighted, int count) {
        Check.equal(MPI.DIST_GRAPH, comm.getTopology(), "topology");
        DistGraphNeighbors found = comm.getDistGraphNeighbors();
        Check.equal(weighted, found.isWeighted(), "weighted");
        Check.equal(in.length, found.getInDegree(), "in-degree");
        Check.equal(out.length, found.getOutDegree(), "out-degree");
        for (int i = 0; i < in.length; i++) {
            Check.equal(all.get(in[i]).source(), found.getSource(i), "source " + i);
            Check.equal(all.get(in[i]).weight(), found.getSourceWeight(i), "weight of source " + i);
        }
        for (int i = 0; i < out.length; i++) {
            Check.equal(all.get(out[i]).destination(), found.getDestination(i), "destination " + i);
            Check.equal(all.get(out[i]).weight(), found.getDestinationWeight(i), "weight of destination " + i);
        }
        exercise(comm, in, take(all, in, 0), out, count);
    }

    /** A star: the centre exchanges data with each other rank, twice with the last one. */
    private static void graph(Intracomm comm) {
        int leaves = comm.getSize() - 2;
        int[] index = new int[leaves + 1];
        int[] edges = new int[2 * leaves + 2];
        index[0] = leaves + 1;
        for (int leaf = 1; leaf <= leaves; leaf++) {
            edges[leaf - 1] = leaf;
            index[leaf] = index[leaf - 1] + (leaf == leaves ? 2 : 1);
        }
        edges[leaves] = leaves;
        GraphComm star = comm.createGraph(index, edges, false);
        Check.equal(comm.getRank() == leaves + 1, star.isNull(), "null for the rank that is in no node");
        if (star.isNull()) {
            return;
        }
        int me = star.getRank();
        int[] neighbours = star.getNeighbors(me);
        // From the centre: 100 + its block; to it: 200 + number of the leaf's block among the centre's.
        int[] out = new int[neighbours.length];
        int[] in = new int[neighbours.length];
        for (int i = 0; i < neighbours.length; i++) {
            int block = me == 0 ? i : me - 1 + i;
            out[i] = (me == 0 ? 100 : 200) + block;
            in[i] = (me == 0 ? 200 : 100) + block;
        }
        exercise(star, in, neighbours, out, 8);
        star.free();
    }

    private static void errors(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] room = new int[8];
        Check.error(
                MPI.ERR_TOPOLOGY,
                () -> comm.neighborAllGather(new int[1], 1, MPI.INT, room, 1, MPI.INT),
                "neighborAllGather",
                "no topology");
        Check.error(MPI.ERR_TOPOLOGY, () -> comm.iNeighborAllToAll(new int[1], 1, MPI.INT, room, 1, MPI.INT));
        CartComm ring = comm.createCart(new int[] {3}, new boolean[] {true}, false);
        int[] one = {1};
        Check.error(
                MPI.ERR_ARG,
                () -> ring.neighborAllToAllv(new int[2], one, one, MPI.INT, room, room, room, MPI.INT),
                "sendcount has 1 elements; expected 2, one for each neighbour");
        Check.error(
                MPI.ERR_ARG,
                () -> ring.neighborAllGatherv(one, 1, MPI.INT, room, new int[] {1, 1}, null, MPI.INT),
                "displacements of recvcount is null");
        Check.error(
                MPI.ERR_ARG,
                () -> ring.neighborAllToAllw(room, room, room, null, room, room, room, null),
                "sendtypes is null");
        Check.error(MPI.ERR_BUFFER, () -> ring.neighborAllToAll(new int[2], 1, MPI.INT, one, 1, MPI.INT));
        Check.error(MPI.ERR_BUFFER, () -> ring.neighborAllToAll(room, 1, MPI.INT, room, 1, MPI.INT), "one object");
        Check.error(MPI.ERR_COUNT, () -> ring.neighborAllGather(one, -1, MPI.INT, room, 1, MPI.INT));
        Check.error(MPI.ERR_TYPE, () -> ring.neighborAllGather(one, 1, null, room, 1, MPI.INT));
        ring.free();
        Check.error(MPI.ERR_COMM, () -> ring.neighborAllGather(one, 1, MPI.INT, room, 1, MPI.INT));
        GraphComm oneWay = comm.createGraph(new int[] {1, 2, 3}, new int[] {1, 2, 0}, false);
        Check.error(
                MPI.ERR_TOPOLOGY, () -> oneWay.neighborAllGather(one, 1, MPI.INT, room, 1, MPI.INT), "symmetric graph");
        oneWay.free();
    }
}
