package mpi;

/** A communicator whose processes are the nodes of a graph. */
public class Graphcomm extends Intracomm {
    Graphcomm() {}

    /** A communicator of the same graph with a context of its own (MPI_Comm_dup). */
    @Override
    public Object clone() throws MPIException {
        throw Signatures.alone();
    }

    /** The graph (MPI_Graphdims_get, MPI_Graph_get). */
    public GraphParms Get() throws MPIException {
        throw Signatures.alone();
    }

    /** The neighbours of a rank (MPI_Graph_neighbors). */
    public int[] Neighbours(int rank) throws MPIException {
        throw Signatures.alone();
    }

    /** The rank that the caller would have in a graph (MPI_Graph_map). */
    public int Map(int[] index, int[] edges) throws MPIException {
        throw Signatures.alone();
    }
}
