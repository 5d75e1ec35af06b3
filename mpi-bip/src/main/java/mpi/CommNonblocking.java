package mpi;

import java.util.function.Consumer;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.record.Schedule;
import org.bipj.mpi.engine.CollPort;
import org.bipj.mpi.engine.CommCore;

/**
 * The non-blocking collective operations of a communicator (MPI 4.1 section 6.12). Programs use them through {@link Comm}.
 * Each takes the arguments of the blocking method of the same name.
 *
 * <p>All processes of the communicator start them in the same order, the blocking ones included; a non-blocking operation
 * does not match a blocking one. Any number may be under way at once, and they complete in any order. An operation goes on
 * inside every MPI call of its process that waits or tests. Buffers must not be touched until the request is complete;
 * arrays of counts, displacements and datatypes may be used again at once. An error after the start is reported by the wait or
 * test of the request.
 */
public abstract class CommNonblocking extends CommReductions {
    CommNonblocking(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** Records a call and starts it. */
    final Request started(String method, Consumer<CollPort> call) {
        CommCore c = core();
        try {
            Schedule operation = Schedules.record(c.whole(), false, call);
            c.start(operation);
            return new Request(this, c, operation);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }

    /** Starts a {@link Comm#barrier() barrier} (MPI_Ibarrier). */
    public final Request iBarrier() throws MPIException {
        return started("iBarrier", c -> MovementCalls.barrier(c));
    }

    /** Starts a {@link Comm#bcast(Object, int, Datatype, int) bcast} (MPI_Ibcast). */
    public final Request iBcast(Object buf, int count, Datatype type, int root) throws MPIException {
        return started("iBcast", c -> MovementCalls.bcast(c, buf, count, type, root));
    }

    /** Starts a {@link Comm#gather(Object, int, Datatype, Object, int, Datatype, int) gather} (MPI_Igather). */
    public final Request iGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return started(
                "iGather",
                c -> MovementCalls.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** Starts a {@link Comm#gather(Object, int, Datatype, int) gather} (MPI_Igather). */
    public final Request iGather(Object buf, int count, Datatype type, int root) throws MPIException {
        return started("iGather", c -> MovementCalls.gather(c, buf, count, type, root));
    }

    /** Starts a {@link Comm#gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int) gatherv} (MPI_Igatherv). */
    public final Request iGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return started(
                "iGatherv",
                c -> MovementCalls.gatherv(
                        c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype, root));
    }

    /** Starts a {@link Comm#gatherv(Object, int[], int[], Datatype, int) gatherv} (MPI_Igatherv). */
    public final Request iGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return started("iGatherv", c -> MovementCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root));
    }

    /** Starts a {@link Comm#gatherv(Object, int, Datatype, int) gatherv} (MPI_Igatherv). */
    public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        return started("iGatherv", c -> MovementCalls.gatherv(c, sendbuf, sendcount, sendtype, root));
    }

    /** Starts a {@link Comm#scatter(Object, int, Datatype, Object, int, Datatype, int) scatter} (MPI_Iscatter). */
    public final Request iScatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return started(
                "iScatter",
                c -> MovementCalls.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** Starts a {@link Comm#scatter(Object, int, Datatype, int) scatter} (MPI_Iscatter). */
    public final Request iScatter(Object buf, int count, Datatype type, int root) throws MPIException {
        return started("iScatter", c -> MovementCalls.scatter(c, buf, count, type, root));
    }

    /** Starts a {@link Comm#scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int) scatterv} (MPI_Iscatterv). */
    public final Request iScatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return started(
                "iScatterv",
                c -> MovementCalls.scatterv(
                        c, sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** Starts a {@link Comm#scatterv(Object, int[], int[], Datatype, int) scatterv} (MPI_Iscatterv). */
    public final Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return started("iScatterv", c -> MovementCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root));
    }

    /** Starts a {@link Comm#scatterv(Object, int, Datatype, int) scatterv} (MPI_Iscatterv). */
    public final Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        return started("iScatterv", c -> MovementCalls.scatterv(c, recvbuf, recvcount, recvtype, root));
    }

    /** Starts an {@link Comm#allGather(Object, int, Datatype, Object, int, Datatype) allGather} (MPI_Iallgather). */
    public final Request iAllGather(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return started(
                "iAllGather",
                c -> MovementCalls.allGather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** Starts an {@link Comm#allGather(Object, int, Datatype) allGather} (MPI_Iallgather). */
    public final Request iAllGather(Object buf, int count, Datatype type) throws MPIException {
        return started("iAllGather", c -> MovementCalls.allGather(c, buf, count, type));
    }

    /** Starts an {@link Comm#allGatherv(Object, int, Datatype, Object, int[], int[], Datatype) allGatherv} (MPI_Iallgatherv). */
    public final Request iAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return started(
                "iAllGatherv",
                c -> MovementCalls.allGatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    /** Starts an {@link Comm#allGatherv(Object, int[], int[], Datatype) allGatherv} (MPI_Iallgatherv). */
    public final Request iAllGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        return started("iAllGatherv", c -> MovementCalls.allGatherv(c, recvbuf, recvcount, displs, recvtype));
    }

    /** Starts an {@link Comm#allToAll(Object, int, Datatype, Object, int, Datatype) allToAll} (MPI_Ialltoall). */
    public final Request iAllToAll(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return started(
                "iAllToAll",
                c -> MovementCalls.allToAll(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** Starts an {@link Comm#allToAll(Object, int, Datatype) allToAll} in place (MPI_Ialltoall). */
    public final Request iAllToAll(Object buf, int count, Datatype type) throws MPIException {
        return started("iAllToAll", c -> MovementCalls.allToAll(c, buf, count, type));
    }

    /** Starts an {@link Comm#allToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype) allToAllv} (MPI_Ialltoallv). */
    public final Request iAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return started(
                "iAllToAllv",
                c -> MovementCalls.allToAllv(
                        c, sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    /** Starts an {@link Comm#allToAllv(Object, int[], int[], Datatype) allToAllv} in place (MPI_Ialltoallv). */
    public final Request iAllToAllv(Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        return started("iAllToAllv", c -> MovementCalls.allToAllv(c, buf, counts, displs, type));
    }

    /** Starts an {@link Comm#allToAllw(Object, int[], int[], Datatype[], Object, int[], int[], Datatype[]) allToAllw} (MPI_Ialltoallw). */
    public final Request iAllToAllw(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        return started(
                "iAllToAllw",
                c -> MovementCalls.allToAllw(
                        c, sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes));
    }

    /** Starts an {@link Comm#allToAllw(Object, int[], int[], Datatype[]) allToAllw} in place (MPI_Ialltoallw). */
    public final Request iAllToAllw(Object buf, int[] counts, int[] displs, Datatype[] types) throws MPIException {
        return started("iAllToAllw", c -> MovementCalls.allToAllw(c, buf, counts, displs, types));
    }

    /** Starts a {@link Comm#reduce(Object, Object, int, Datatype, Op, int) reduce} (MPI_Ireduce). */
    public final Request iReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return started("iReduce", c -> ReductionCalls.reduce(c, sendbuf, recvbuf, count, type, op, root));
    }

    /** Starts a {@link Comm#reduce(Object, int, Datatype, Op, int) reduce} (MPI_Ireduce). */
    public final Request iReduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        return started("iReduce", c -> ReductionCalls.reduce(c, buf, count, type, op, root));
    }

    /** Starts an {@link Comm#allReduce(Object, Object, int, Datatype, Op) allReduce} (MPI_Iallreduce). */
    public final Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return started("iAllReduce", c -> ReductionCalls.allReduce(c, sendbuf, recvbuf, count, type, op));
    }

    /** Starts an {@link Comm#allReduce(Object, int, Datatype, Op) allReduce} (MPI_Iallreduce). */
    public final Request iAllReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        return started("iAllReduce", c -> ReductionCalls.allReduce(c, buf, buf, count, type, op));
    }

    /** Starts a {@link Comm#reduceScatter(Object, Object, int[], Datatype, Op) reduceScatter} (MPI_Ireduce_scatter). */
    public final Request iReduceScatter(Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return started("iReduceScatter", c -> ReductionCalls.reduceScatter(c, sendbuf, recvbuf, counts, type, op));
    }

    /** Starts a {@link Comm#reduceScatter(Object, int[], Datatype, Op) reduceScatter} (MPI_Ireduce_scatter). */
    public final Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        return started("iReduceScatter", c -> ReductionCalls.reduceScatter(c, buf, buf, counts, type, op));
    }

    /** Starts a {@link Comm#reduceScatterBlock(Object, Object, int, Datatype, Op) reduceScatterBlock} (MPI_Ireduce_scatter_block). */
    public final Request iReduceScatterBlock(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return started(
                "iReduceScatterBlock", c -> ReductionCalls.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op));
    }

    /** Starts a {@link Comm#reduceScatterBlock(Object, int, Datatype, Op) reduceScatterBlock} (MPI_Ireduce_scatter_block). */
    public final Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        return started("iReduceScatterBlock", c -> ReductionCalls.reduceScatterBlock(c, buf, buf, count, type, op));
    }
}
