package mpi;

import java.util.function.Consumer;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.record.Schedule;
import org.bipj.mpi.engine.CollPort;
import org.bipj.mpi.engine.CommCore;

/**
 * The persistent collective operations of a communicator (MPI 4.1 section 6.13). Programs use them through {@link Comm}.
 * Each takes the arguments of the blocking method of the same name, and is done once for each start of its request.
 *
 * <p>All processes of the communicator make them in the same order, and start each as often. Buffers must not be touched
 * between a start and its completion; arrays of counts, displacements and datatypes may be used again at once.
 */
public abstract class CommPersistent extends CommNonblocking {
    CommPersistent(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /** Records a call, for its starts. */
    final Prequest prepared(String method, Consumer<CollPort> call) {
        CommCore c = core();
        try {
            Schedule operation = Schedules.record(c.whole(), true, call);
            return new Prequest(
                    this, c, request -> startAgain(request, operation), () -> Schedules.free(c.whole(), operation));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }

    private static void startAgain(Prequest request, Schedule operation) {
        request.core().start(operation);
        request.begin(operation);
    }

    /** A persistent {@link Comm#barrier() barrier} (MPI_Barrier_init). */
    public final Prequest barrierInit() throws MPIException {
        return prepared("barrierInit", c -> MovementCalls.barrier(c));
    }

    /** A persistent {@link Comm#bcast(Object, int, Datatype, int) bcast} (MPI_Bcast_init). */
    public final Prequest bcastInit(Object buf, int count, Datatype type, int root) throws MPIException {
        return prepared("bcastInit", c -> MovementCalls.bcast(c, buf, count, type, root));
    }

    /** A persistent {@link Comm#gather(Object, int, Datatype, Object, int, Datatype, int) gather} (MPI_Gather_init). */
    public final Prequest gatherInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepared(
                "gatherInit",
                c -> MovementCalls.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** A persistent {@link Comm#gather(Object, int, Datatype, int) gather} (MPI_Gather_init). */
    public final Prequest gatherInit(Object buf, int count, Datatype type, int root) throws MPIException {
        return prepared("gatherInit", c -> MovementCalls.gather(c, buf, count, type, root));
    }

    /** A persistent {@link Comm#gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int) gatherv} (MPI_Gatherv_init). */
    public final Prequest gathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepared(
                "gathervInit",
                c -> MovementCalls.gatherv(
                        c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype, root));
    }

    /** A persistent {@link Comm#gatherv(Object, int[], int[], Datatype, int) gatherv} (MPI_Gatherv_init). */
    public final Prequest gathervInit(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return prepared("gathervInit", c -> MovementCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root));
    }

    /** A persistent {@link Comm#gatherv(Object, int, Datatype, int) gatherv} (MPI_Gatherv_init). */
    public final Prequest gathervInit(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        return prepared("gathervInit", c -> MovementCalls.gatherv(c, sendbuf, sendcount, sendtype, root));
    }

    /** A persistent {@link Comm#scatter(Object, int, Datatype, Object, int, Datatype, int) scatter} (MPI_Scatter_init). */
    public final Prequest scatterInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepared(
                "scatterInit",
                c -> MovementCalls.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** A persistent {@link Comm#scatter(Object, int, Datatype, int) scatter} (MPI_Scatter_init). */
    public final Prequest scatterInit(Object buf, int count, Datatype type, int root) throws MPIException {
        return prepared("scatterInit", c -> MovementCalls.scatter(c, buf, count, type, root));
    }

    /** A persistent {@link Comm#scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int) scatterv} (MPI_Scatterv_init). */
    public final Prequest scattervInit(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepared(
                "scattervInit",
                c -> MovementCalls.scatterv(
                        c, sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype, root));
    }

    /** A persistent {@link Comm#scatterv(Object, int[], int[], Datatype, int) scatterv} (MPI_Scatterv_init). */
    public final Prequest scattervInit(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return prepared("scattervInit", c -> MovementCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root));
    }

    /** A persistent {@link Comm#scatterv(Object, int, Datatype, int) scatterv} (MPI_Scatterv_init). */
    public final Prequest scattervInit(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        return prepared("scattervInit", c -> MovementCalls.scatterv(c, recvbuf, recvcount, recvtype, root));
    }

    /** A persistent {@link Comm#allGather(Object, int, Datatype, Object, int, Datatype) allGather} (MPI_Allgather_init). */
    public final Prequest allGatherInit(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return prepared(
                "allGatherInit",
                c -> MovementCalls.allGather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** A persistent {@link Comm#allGather(Object, int, Datatype) allGather} (MPI_Allgather_init). */
    public final Prequest allGatherInit(Object buf, int count, Datatype type) throws MPIException {
        return prepared("allGatherInit", c -> MovementCalls.allGather(c, buf, count, type));
    }

    /** A persistent {@link Comm#allGatherv(Object, int, Datatype, Object, int[], int[], Datatype) allGatherv} (MPI_Allgatherv_init). */
    public final Prequest allGathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepared(
                "allGathervInit",
                c -> MovementCalls.allGatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    /** A persistent {@link Comm#allGatherv(Object, int[], int[], Datatype) allGatherv} (MPI_Allgatherv_init). */
    public final Prequest allGathervInit(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        return prepared("allGathervInit", c -> MovementCalls.allGatherv(c, recvbuf, recvcount, displs, recvtype));
    }

    /** A persistent {@link Comm#allToAll(Object, int, Datatype, Object, int, Datatype) allToAll} (MPI_Alltoall_init). */
    public final Prequest allToAllInit(
            Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype)
            throws MPIException {
        return prepared(
                "allToAllInit",
                c -> MovementCalls.allToAll(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    /** A persistent {@link Comm#allToAll(Object, int, Datatype) allToAll} in place (MPI_Alltoall_init). */
    public final Prequest allToAllInit(Object buf, int count, Datatype type) throws MPIException {
        return prepared("allToAllInit", c -> MovementCalls.allToAll(c, buf, count, type));
    }

    /** A persistent {@link Comm#allToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype) allToAllv} (MPI_Alltoallv_init). */
    public final Prequest allToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepared(
                "allToAllvInit",
                c -> MovementCalls.allToAllv(
                        c, sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    /** A persistent {@link Comm#allToAllv(Object, int[], int[], Datatype) allToAllv} in place (MPI_Alltoallv_init). */
    public final Prequest allToAllvInit(Object buf, int[] counts, int[] displs, Datatype type) throws MPIException {
        return prepared("allToAllvInit", c -> MovementCalls.allToAllv(c, buf, counts, displs, type));
    }

    /** A persistent {@link Comm#allToAllw(Object, int[], int[], Datatype[], Object, int[], int[], Datatype[]) allToAllw} (MPI_Alltoallw_init). */
    public final Prequest allToAllwInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes)
            throws MPIException {
        return prepared(
                "allToAllwInit",
                c -> MovementCalls.allToAllw(
                        c, sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes));
    }

    /** A persistent {@link Comm#allToAllw(Object, int[], int[], Datatype[]) allToAllw} in place (MPI_Alltoallw_init). */
    public final Prequest allToAllwInit(Object buf, int[] counts, int[] displs, Datatype[] types) throws MPIException {
        return prepared("allToAllwInit", c -> MovementCalls.allToAllw(c, buf, counts, displs, types));
    }

    /** A persistent {@link Comm#reduce(Object, Object, int, Datatype, Op, int) reduce} (MPI_Reduce_init). */
    public final Prequest reduceInit(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return prepared("reduceInit", c -> ReductionCalls.reduce(c, sendbuf, recvbuf, count, type, op, root));
    }

    /** A persistent {@link Comm#reduce(Object, int, Datatype, Op, int) reduce} (MPI_Reduce_init). */
    public final Prequest reduceInit(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        return prepared("reduceInit", c -> ReductionCalls.reduce(c, buf, count, type, op, root));
    }

    /** A persistent {@link Comm#allReduce(Object, Object, int, Datatype, Op) allReduce} (MPI_Allreduce_init). */
    public final Prequest allReduceInit(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return prepared("allReduceInit", c -> ReductionCalls.allReduce(c, sendbuf, recvbuf, count, type, op));
    }

    /** A persistent {@link Comm#allReduce(Object, int, Datatype, Op) allReduce} (MPI_Allreduce_init). */
    public final Prequest allReduceInit(Object buf, int count, Datatype type, Op op) throws MPIException {
        return prepared("allReduceInit", c -> ReductionCalls.allReduce(c, buf, buf, count, type, op));
    }

    /** A persistent {@link Comm#reduceScatter(Object, Object, int[], Datatype, Op) reduceScatter} (MPI_Reduce_scatter_init). */
    public final Prequest reduceScatterInit(Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return prepared("reduceScatterInit", c -> ReductionCalls.reduceScatter(c, sendbuf, recvbuf, counts, type, op));
    }

    /** A persistent {@link Comm#reduceScatter(Object, int[], Datatype, Op) reduceScatter} (MPI_Reduce_scatter_init). */
    public final Prequest reduceScatterInit(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        return prepared("reduceScatterInit", c -> ReductionCalls.reduceScatter(c, buf, buf, counts, type, op));
    }

    /** A persistent {@link Comm#reduceScatterBlock(Object, Object, int, Datatype, Op) reduceScatterBlock} (MPI_Reduce_scatter_block_init). */
    public final Prequest reduceScatterBlockInit(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return prepared(
                "reduceScatterBlockInit", c -> ReductionCalls.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op));
    }

    /** A persistent {@link Comm#reduceScatterBlock(Object, int, Datatype, Op) reduceScatterBlock} (MPI_Reduce_scatter_block_init). */
    public final Prequest reduceScatterBlockInit(Object buf, int count, Datatype type, Op op) throws MPIException {
        return prepared("reduceScatterBlockInit", c -> ReductionCalls.reduceScatterBlock(c, buf, buf, count, type, op));
    }
}
