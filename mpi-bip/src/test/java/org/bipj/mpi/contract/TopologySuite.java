package org.bipj.mpi.contract;

import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.Comm;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;

/** Graph topologies and their queries (MPI 4.1 sections 8.5.3 to 8.5.5, 8.5.8). */
public final class TopologySuite extends Suite {
    private static final int[] NO_RANKS = {};

    /** Adds the cases. */
    public TopologySuite() {
        add("a graph's definition, neighbours and map", 5, TopologySuite::graph);
        add("duplicates have the topology", 3, TopologySuite::duplicates);
        add("a graph without nodes, and nodes without neighbours", 2, TopologySuite::empty);
        add("queries of another topology", 2, TopologySuite::otherKind);
        add("wrong graphs", 4, TopologySuite::wrongGraphs);
        add("one rank's wrong distributed graph is an error at all ranks", 4, TopologySuite::wrongDistributed);
    }

    /** The example of the standard: 0 - 1, 0 - 3, 2 - 3. */
    private static GraphComm example(Intracomm comm) {
        return comm.createGraph(new int[] {2, 3, 4, 6}, new int[] {1, 3, 0, 3, 0, 2}, true);
    }

    private static void graph(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        GraphComm graph = example(comm);
        Check.equal(comm.getRank() == 4, graph.isNull(), "null for a rank that is no node");
        if (!graph.isNull()) {
            Check.equal(MPI.GRAPH, graph.getTopology(), "topology");
            GraphParms parms = graph.getDims();
            Check.equal(4, parms.getIndexCount(), "nodes");
            Check.equal(6, parms.getEdgeCount(), "edges");
            Check.equal(3, parms.getIndex(1), "index");
            Check.equal(3, parms.getEdge(3), "edge");
            Check.equal(new int[] {1, 3}, graph.getNeighbors(0), "neighbours of 0");
            Check.equal(new int[] {3}, graph.getNeighbors(2), "neighbours of 2");
            Check.error(MPI.ERR_RANK, () -> graph.getNeighbors(4), "rank is 4; expected 0 to 3");
            int me = graph.getRank();
            Check.equal(me < 2 ? me : MPI.UNDEFINED, graph.map(new int[] {1, 2}, new int[] {1, 0}), "map");
            Check.error(MPI.ERR_ARG, () -> graph.map(null, NO_RANKS), "index is null");
            graph.free();
        }
    }

    private static void duplicates(Rank rank) {
        Intracomm comm = rank.comm();
        int[] next = {(comm.getRank() + 1) % 3};
        int[] last = {(comm.getRank() + 2) % 3};
        GraphComm ring = comm.createDistGraphAdjacent(last, next, MPI.INFO_NULL, false);
        GraphComm begun = ring.iDup();
        begun.getRequest().waitFor();
        for (GraphComm copy : new GraphComm[] {ring.dup(), ring.clone(), begun, ring.dupWithInfo(new Info())}) {
            Check.equal(MPI.CONGRUENT, Comm.compare(ring, copy), "compare");
            Check.that(copy.getErrhandler() == MPI.ERRORS_RETURN, "error handler");
            Check.equal(next[0], copy.getDistGraphNeighbors().getDestination(0), "destination");
            int[] from = {-1};
            copy.neighborAllGather(new int[] {copy.getRank()}, 1, MPI.INT, from, 1, MPI.INT);
            Check.equal(last[0], from[0], "data of the neighbour");
            copy.free();
        }
        ring.free();
    }

    private static void empty(Rank rank) {
        Intracomm comm = rank.comm();
        Check.that(comm.createGraph(NO_RANKS, NO_RANKS, false).isNull(), "no nodes");
        GraphComm lonely = comm.createGraph(new int[] {0, 0}, NO_RANKS, false);
        Check.equal(NO_RANKS, lonely.getNeighbors(1), "neighbours");
        lonely.neighborAllToAll(null, 1, MPI.INT, null, 1, MPI.INT);
        lonely.free();
        GraphComm none = comm.createDistGraph(NO_RANKS, NO_RANKS, NO_RANKS, MPI.INFO_NULL, false);
        Check.equal(0, none.getDistGraphNeighbors().getInDegree(), "in-degree");
        none.free();
    }

    private static void otherKind(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        GraphComm graph = comm.createGraph(new int[] {1, 2}, new int[] {1, 0}, false);
        Check.error(MPI.ERR_TOPOLOGY, graph::getDistGraphNeighbors, "expected one of createDistGraph");
        GraphComm distributed = comm.createDistGraphAdjacent(NO_RANKS, NO_RANKS, MPI.INFO_NULL, false);
        Check.error(MPI.ERR_TOPOLOGY, distributed::getDims, "expected one of createGraph");
        Check.error(MPI.ERR_TOPOLOGY, () -> distributed.getNeighbors(0));
        CartComm cart = comm.createCart(new int[] {2}, new boolean[1], false);
        Check.equal(MPI.CART, cart.getTopology(), "topology");
        cart.free();
        distributed.free();
        graph.free();
        Check.error(MPI.ERR_COMM, graph::getDims);
    }

    private static void wrongGraphs(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Check.error(MPI.ERR_ARG, () -> comm.createGraph(null, NO_RANKS, false), "createGraph", "index is null");
        Check.error(MPI.ERR_ARG, () -> comm.createGraph(new int[1], null, false), "edges is null");
        Check.error(MPI.ERR_ARG, () -> comm.createGraph(new int[5], NO_RANKS, false), "no more than 4");
        Check.error(
                MPI.ERR_ARG,
                () -> comm.createGraph(new int[] {1, 0}, new int[] {0}, false),
                "index[1] is 0; expected 1");
        Check.error(MPI.ERR_ARG, () -> comm.createGraph(new int[] {2}, new int[] {0}, false), "index[0] is 2");
        Check.error(
                MPI.ERR_ARG,
                () -> comm.createGraph(new int[] {1}, new int[] {1}, false),
                "edges[0] is 1; expected 0 to 0");
        Check.error(MPI.ERR_INFO, () -> comm.createDistGraph(NO_RANKS, NO_RANKS, NO_RANKS, null, false), "info");
    }

    private static void wrongDistributed(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        boolean wrong = me == 2;
        String words = wrong ? "destinations[0] is 4; expected 0 to 3" : "the arguments of rank 2 are wrong";
        int errorClass = wrong ? MPI.ERR_RANK : MPI.ERR_ARG;
        int[] one = {1};
        int[] target = {wrong ? 4 : 0};
        Check.error(errorClass, () -> comm.createDistGraph(one, one, target, MPI.INFO_NULL, false), words);
        Check.error(
                MPI.ERR_ARG,
                () -> comm.createDistGraph(one, one, one, new int[] {wrong ? -1 : 1}, MPI.INFO_NULL, false),
                wrong ? "weights[0] is -1" : "rank 2");
        Check.error(
                wrong ? MPI.ERR_COUNT : MPI.ERR_ARG,
                () -> comm.createDistGraph(one, new int[] {wrong ? -1 : 1}, one, MPI.INFO_NULL, false));
        Check.error(
                MPI.ERR_ARG,
                () -> comm.createDistGraph(one, new int[] {wrong ? 2 : 1}, one, MPI.INFO_NULL, false),
                wrong ? "destinations has 1 elements; expected 2" : "rank 2");
        Check.error(MPI.ERR_ARG, () -> {
            if (wrong) {
                comm.createDistGraph(one, one, one, one, MPI.INFO_NULL, false);
            } else {
                comm.createDistGraph(one, one, one, MPI.INFO_NULL, false);
            }
        });
        // Rank 0 sends to all, but rank 3 does not know.
        int[] all = IntStream.range(0, me == 0 ? 4 : 0).toArray();
        int[] from = me == 3 ? NO_RANKS : new int[] {0};
        Check.error(
                MPI.ERR_ARG,
                () -> comm.createDistGraphAdjacent(from, all, MPI.INFO_NULL, false),
                me == 3 ? "sources has rank 0 0 times" : "the arguments of rank 3 are wrong");
        Check.error(MPI.ERR_ARG, () -> comm.createDistGraphAdjacent(null, null, MPI.INFO_NULL, false));
        comm.barrier();
    }
}
