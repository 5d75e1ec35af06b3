package org.bipj.mpi.topology;

import org.bipj.mpi.coll.neighbour.Neighbourhood;

/** A process topology of a communicator (MPI 4.1 chapter 8). Immutable. */
public sealed interface ProcessTopology permits Cartesian, Graph, DistGraph {
    /** The neighbours of a rank in neighbourhood collective operations; an error where the standard defines none. */
    Neighbourhood neighbours(int rank);
}
