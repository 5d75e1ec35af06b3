package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.topology.DistGraph;
import org.bipj.mpi.topology.Graph;
import org.bipj.mpi.topology.ProcessTopology;
import org.jspecify.annotations.Nullable;

/**
 * A communicator whose processes are the nodes of a graph (MPI 4.1 sections 8.5.3 and 8.5.4): one that all processes know
 * whole ({@link Intracomm#createGraph}), or a distributed one ({@link Intracomm#createDistGraph(int[], int[], int[], Info,
 * boolean) createDistGraph} and {@link Intracomm#createDistGraphAdjacent(int[], int[], Info, boolean)
 * createDistGraphAdjacent}). Queries of the one kind on a communicator of the other are errors of class ERR_TOPOLOGY.
 */
public final class GraphComm extends Graphcomm {
    private final ProcessTopology topology;

    GraphComm(MpiRank runtime, @Nullable CommCore core, ProcessTopology topology) {
        super(runtime, core);
        this.topology = topology;
    }

    @Override
    ProcessTopology topology() {
        return topology;
    }

    @Override
    public GraphComm clone() {
        return dup();
    }

    @Override
    public GraphComm dup() throws MPIException {
        return duplicate(core -> new GraphComm(runtime, core, topology));
    }

    @Override
    public GraphComm iDup() throws MPIException {
        return startDup(new GraphComm(runtime, null, topology));
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        Info hints = hints("dupWithInfo", info);
        GraphComm copy = dup();
        copy.setHints(hints);
        return copy;
    }

    @Override
    public GraphComm iDupWithInfo(Info info) throws MPIException {
        Info hints = hints("iDupWithInfo", info);
        GraphComm copy = iDup();
        copy.setHints(hints);
        return copy;
    }

    /** The graph of {@link Intracomm#createGraph} (MPI_Graphdims_get and MPI_Graph_get). */
    public GraphParms getDims() throws MPIException {
        return getDims("getDims");
    }

    GraphParms getDims(String method) {
        return read(method, c -> {
            Graph graph = graph();
            return new GraphParms(graph.index(), graph.edges());
        });
    }

    /** The neighbours of any rank in the graph of {@link Intracomm#createGraph} (MPI_Graph_neighbors). */
    public int[] getNeighbors(int rank) throws MPIException {
        return getNeighbors("getNeighbors", rank);
    }

    int[] getNeighbors(String method, int rank) {
        return read(method, c -> graph().neighboursOf(rank));
    }

    private Graph graph() {
        if (topology instanceof Graph graph) {
            return graph;
        }
        throw new EngineException(
                ErrorClass.TOPOLOGY, "the communicator has a distributed graph; expected one of createGraph");
    }

    /** The calling process's neighbours in a distributed graph (MPI_Dist_graph_neighbors). */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        return read("getDistGraphNeighbors", c -> {
            if (topology instanceof DistGraph graph) {
                return new DistGraphNeighbors(graph);
            }
            throw new EngineException(
                    ErrorClass.TOPOLOGY,
                    "the communicator has a graph of createGraph; expected one of createDistGraph or"
                            + " createDistGraphAdjacent");
        });
    }

    /**
     * The rank that the caller would have in a graph (MPI_Graph_map): its present one, or {@code MPI.UNDEFINED} where the
     * graph has no node for it.
     */
    public int map(int[] index, int[] edges) throws MPIException {
        return map("map", index, edges);
    }

    int map(String method, int[] index, int[] edges) {
        return call(method, c -> c.rank() < Graph.of(index, edges, c.size()).size() ? c.rank() : Predefined.UNDEFINED);
    }
}
