package mpi;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.engine.CommCore;

/**
 * The collective operations of a communicator that move data (MPI 4.1 sections 6.3 to 6.8). Programs use them through
 * {@link Comm}. All processes of the communicator call them, in the same order.
 */
public abstract class CommMovement extends CommPointToPoint {
    CommMovement(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** Returns when all processes have called it (MPI_Barrier). */
    public final void barrier() throws MPIException {
        CommCore c = core();
        try {
            Collectives.barrier(c);
        } catch (RuntimeException e) {
            throw raise("barrier", e);
        }
    }

    /** Sends the root's data to all (MPI_Bcast). */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            TypeLayout layout = Checks.data(buf, count, type, c.rank() != root);
            Collectives.bcast(c, buf, 0, count, layout, root);
        } catch (RuntimeException e) {
            throw raise("bcast", e);
        }
    }

    /**
     * Collects equal parts at the root, in the order of ranks (MPI_Gather).
     *
     * @param recvcount elements from each process; this and the receive buffer matter at the root only
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
            if (c.rank() == root) {
                TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
                Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
                Collectives.gather(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt, root);
            } else {
                Collectives.gather(c, sendbuf, 0, sendcount, st, null, 0, 0, st, root);
            }
        } catch (RuntimeException e) {
            throw raise("gather", e);
        }
    }

    /**
     * As the other form, with one buffer: the root's own part is in place already in {@code buf}, which receives; at
     * the others {@code buf} is sent.
     *
     * @param count elements from each process
     */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            if (c.rank() == root) {
                TypeLayout t = Checks.parts(buf, count, type, c.size(), true);
                Collectives.gather(c, Collectives.IN_PLACE, 0, 0, t, buf, 0, count, t, root);
            } else {
                TypeLayout t = Checks.data(buf, count, type, false);
                Collectives.gather(c, buf, 0, count, t, null, 0, 0, t, root);
            }
        } catch (RuntimeException e) {
            throw raise("gather", e);
        }
    }

    /**
     * Collects parts of any length at the root (MPI_Gatherv).
     *
     * @param recvcount elements from each process; the receive arguments matter at the root only
     * @param displs where each part goes, in extents of the receive type
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
            if (c.rank() == root) {
                TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
                Collectives.gatherv(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, displs, rt, root);
            } else {
                Collectives.gatherv(c, sendbuf, 0, sendcount, st, null, 0, null, null, st, root);
            }
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /** The root's form, whose own part is in place already. */
    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.isRoot(c, root, true);
            TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
            Collectives.gatherv(c, Collectives.IN_PLACE, 0, 0, rt, recvbuf, 0, recvcount, displs, rt, root);
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /** The form of processes that are not the root. */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        CommCore c = core();
        try {
            Checks.isRoot(c, root, false);
            TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
            Collectives.gatherv(c, sendbuf, 0, sendcount, st, null, 0, null, null, st, root);
        } catch (RuntimeException e) {
            throw raise("gatherv", e);
        }
    }

    /**
     * Deals equal parts out from the root, in the order of ranks (MPI_Scatter).
     *
     * @param sendcount elements to each process; this and the send buffer matter at the root only
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
            if (c.rank() == root) {
                TypeLayout st = Checks.parts(sendbuf, sendcount, sendtype, c.size(), false);
                Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
                Collectives.scatter(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt, root);
            } else {
                Collectives.scatter(c, null, 0, 0, rt, recvbuf, 0, recvcount, rt, root);
            }
        } catch (RuntimeException e) {
            throw raise("scatter", e);
        }
    }

    /**
     * As the other form, with one buffer: the root sends from {@code buf} and its own part stays there; at the others
     * {@code buf} receives.
     *
     * @param count elements to each process
     */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            if (c.rank() == root) {
                TypeLayout t = Checks.parts(buf, count, type, c.size(), false);
                Collectives.scatter(c, buf, 0, count, t, Collectives.IN_PLACE, 0, 0, t, root);
            } else {
                TypeLayout t = Checks.data(buf, count, type, true);
                Collectives.scatter(c, null, 0, 0, t, buf, 0, count, t, root);
            }
        } catch (RuntimeException e) {
            throw raise("scatter", e);
        }
    }

    /**
     * Deals parts of any length out from the root (MPI_Scatterv).
     *
     * @param sendcount elements to each process; the send arguments matter at the root only
     * @param displs where each part begins, in extents of the send type
     */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
            if (c.rank() == root) {
                TypeLayout st = Checks.parts(sendbuf, sendcount, displs, sendtype, c.size(), false);
                Collectives.scatterv(c, sendbuf, 0, sendcount, displs, st, recvbuf, 0, recvcount, rt, root);
            } else {
                Collectives.scatterv(c, null, 0, null, null, rt, recvbuf, 0, recvcount, rt, root);
            }
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /** The root's form, whose own part stays where it is. */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.isRoot(c, root, true);
            TypeLayout st = Checks.parts(sendbuf, sendcount, displs, sendtype, c.size(), false);
            Collectives.scatterv(c, sendbuf, 0, sendcount, displs, st, Collectives.IN_PLACE, 0, 0, st, root);
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /** The form of processes that are not the root. */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        CommCore c = core();
        try {
            Checks.isRoot(c, root, false);
            TypeLayout rt = Checks.data(recvbuf, recvcount, recvtype, true);
            Collectives.scatterv(c, null, 0, null, null, rt, recvbuf, 0, recvcount, rt, root);
        } catch (RuntimeException e) {
            throw raise("scatterv", e);
        }
    }

    /**
     * Collects equal parts at all processes (MPI_Allgather).
     *
     * @param recvcount elements from each process
     */
    public final void allGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
            TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
            Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
            Collectives.allGather(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt);
        } catch (RuntimeException e) {
            throw raise("allGather", e);
        }
    }

    /** In place: this process's part is in {@code buf} already. */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        CommCore c = core();
        try {
            TypeLayout t = Checks.parts(buf, count, type, c.size(), true);
            Collectives.allGather(c, Collectives.IN_PLACE, 0, 0, t, buf, 0, count, t);
        } catch (RuntimeException e) {
            throw raise("allGather", e);
        }
    }

    /**
     * Collects parts of any length at all processes (MPI_Allgatherv).
     *
     * @param recvcount elements from each process
     * @param displs where each part goes, in extents of the receive type
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
            TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
            Collectives.allGatherv(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, displs, rt);
        } catch (RuntimeException e) {
            throw raise("allGatherv", e);
        }
    }

    /** In place: this process's part is in {@code recvbuf} already. */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        CommCore c = core();
        try {
            TypeLayout rt = Checks.parts(recvbuf, recvcount, displs, recvtype, c.size(), true);
            Collectives.allGatherv(c, Collectives.IN_PLACE, 0, 0, rt, recvbuf, 0, recvcount, displs, rt);
        } catch (RuntimeException e) {
            throw raise("allGatherv", e);
        }
    }

    /**
     * Sends a part to each process and receives one from each (MPI_Alltoall).
     *
     * @param sendcount elements to each process
     * @param recvcount elements from each process
     */
    public final void allToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            TypeLayout st = Checks.parts(sendbuf, sendcount, sendtype, c.size(), false);
            TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, c.size(), true);
            Checks.distinct(sendbuf, sendcount, st, recvbuf, recvcount, rt);
            Collectives.allToAll(c, sendbuf, 0, sendcount, st, recvbuf, 0, recvcount, rt);
        } catch (RuntimeException e) {
            throw raise("allToAll", e);
        }
    }

    /**
     * Sends a part of any length to each process and receives one from each (MPI_Alltoallv).
     *
     * @param sdispls where each part to send begins, in extents of the send type
     * @param rdispls where each received part goes, in extents of the receive type
     */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        CommCore c = core();
        try {
            TypeLayout st = Checks.parts(sendbuf, sendcount, sdispls, sendtype, c.size(), false);
            TypeLayout rt = Checks.parts(recvbuf, recvcount, rdispls, recvtype, c.size(), true);
            Collectives.allToAllv(c, sendbuf, 0, sendcount, sdispls, st, recvbuf, 0, recvcount, rdispls, rt);
        } catch (RuntimeException e) {
            throw raise("allToAllv", e);
        }
    }

    /**
     * Sends a part of any length and type to each process and receives one from each (MPI_Alltoallw).
     *
     * @param sdispls where each part to send begins, in bytes
     * @param rdispls where each received part goes, in bytes
     */
    public final void allToAllw(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        CommCore c = core();
        try {
            TypeLayout[] sts = Checks.parts(sendbuf, sendcount, sdispls, sendtypes, c.size(), false);
            TypeLayout[] rts = Checks.parts(recvbuf, recvcount, rdispls, recvtypes, c.size(), true);
            Collectives.allToAllw(c, sendbuf, 0, sendcount, sdispls, sts, recvbuf, 0, recvcount, rdispls, rts);
        } catch (RuntimeException e) {
            throw raise("allToAllw", e);
        }
    }
}
