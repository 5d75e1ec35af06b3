package mpi;

import org.bipj.mpi.coll.neighbour.Neighbourhood;

/** A process topology of a communicator (MPI 4.1 chapter 8). Immutable. */
sealed interface Topology permits Cartesian, Graph, DistGraph {
    /** CART, GRAPH or DIST_GRAPH. */
    int kind();

    /** The neighbours of a rank in neighbourhood collective operations; an error where the standard defines none. */
    Neighbourhood neighbours(int rank);
}
