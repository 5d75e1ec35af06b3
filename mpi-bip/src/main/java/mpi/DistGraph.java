package mpi;

import org.bipj.mpi.coll.neighbour.Neighbourhood;

/** A distributed graph: a process knows its own neighbours only (MPI 4.1 section 8.5.4). */
record DistGraph(DistGraphNeighbors neighbours) implements Topology {
    @Override
    public int kind() {
        return Predefined.DIST_GRAPH;
    }

    @Override
    public Neighbourhood neighbours(int rank) {
        return Neighbourhood.ofGraph(neighbours.sources(), neighbours.destinations());
    }
}
