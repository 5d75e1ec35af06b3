package mpi;

import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** A communicator whose processes are the nodes of a graph, as mpiJava 1.2 has it (section 6.5): always a {@link GraphComm}. */
public abstract class Graphcomm extends Intracomm {
    Graphcomm(MpiRank runtime, @Nullable CommCore core) {
        super(runtime, core, "");
    }

    private GraphComm graph() {
        return (GraphComm) this;
    }

    @Override
    public abstract Graphcomm clone();

    /** The same as {@link GraphComm#getDims}. */
    public final GraphParms Get() throws MPIException {
        return graph().getDims("Get");
    }

    /** The same as {@link GraphComm#getNeighbors}. */
    public final int[] Neighbours(int rank) throws MPIException {
        return graph().getNeighbors("Neighbours", rank);
    }

    /** The same as {@link GraphComm#map}. */
    public final int Map(int[] index, int[] edges) throws MPIException {
        return graph().map("Map", index, edges);
    }
}
