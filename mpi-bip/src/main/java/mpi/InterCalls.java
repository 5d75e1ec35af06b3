package mpi;

import java.util.Arrays;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/** The calls of {@link MovementCalls} and {@link ReductionCalls} on an intercommunicator. */
final class InterCalls {
    private InterCalls() {}

    private static boolean isRoot(BetweenGroups groups, int root) {
        if (root != Predefined.ROOT && root != Predefined.PROC_NULL && (root < 0 || root >= groups.remoteSize())) {
            throw new EngineException(
                    ErrorClass.ROOT,
                    "root is " + root + "; expected 0 to " + (groups.remoteSize() - 1)
                            + ", MPI.ROOT or MPI.PROC_NULL, as this is an intercommunicator");
        }
        return root == Predefined.ROOT;
    }

    /** For forms of a method that only the root, or only others, may call. */
    private static void isRoot(BetweenGroups groups, int root, boolean expected) {
        if (isRoot(groups, root) != expected) {
            throw new EngineException(
                    ErrorClass.ROOT,
                    "root is " + root + "; expected this form of the method to be called "
                            + (expected ? "with MPI.ROOT only" : "without MPI.ROOT only"));
        }
    }

    private static EngineException notInPlace() {
        return new EngineException(
                ErrorClass.BUFFER, "an intercommunicator has no operations in place; expected two buffers");
    }

    static void noFormInPlace(CollPort c) {
        if (c.firstGroup() > 0) {
            throw notInPlace();
        }
    }

    static void bcast(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isRoot = isRoot(groups, root);
        if (root != Predefined.PROC_NULL) {
            groups.bcast(MessageChecks.data(c.callData().sent, buf, count, type, !isRoot), root);
        } else {
            groups.standAside(Tags.BCAST);
        }
    }

    @SuppressWarnings("NullAway") // The checks of the root's arguments refuse null.
    static void gather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            @Nullable Datatype recvtype,
            int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        Neighbourhood edges = groups.toRoot(root);
        if (isRoot(groups, root)) {
            Calls.PLAIN.neighbours().allGather(groups.whole(), edges, null, 0, recvtype, recvbuf, recvcount, recvtype);
        } else if (root != Predefined.PROC_NULL) {
            Calls.PLAIN.neighbours().allGather(groups.whole(), edges, sendbuf, sendcount, sendtype, null, 0, sendtype);
        } else {
            groups.standAside(Tags.GATHER);
        }
    }

    static void gatherv(
            CollPort c, @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        isRoot(groups, root, true);
        Calls.PLAIN
                .neighbours()
                .allGatherv(
                        groups.whole(), groups.toRoot(root), null, 0, recvtype, recvbuf, recvcount, displs, recvtype);
    }

    static void gatherv(CollPort c, @Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) {
        isRoot(BetweenGroups.of(c), root, false);
        gather(c, sendbuf, sendcount, sendtype, null, 0, sendtype, root);
    }

    @SuppressWarnings("NullAway") // The checks of the root's arguments refuse null.
    static void scatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        Neighbourhood edges = groups.fromRoot(root);
        if (isRoot(groups, root)) {
            Calls.PLAIN.neighbours().allToAll(groups.whole(), edges, sendbuf, sendcount, sendtype, null, 0, sendtype);
        } else if (root != Predefined.PROC_NULL) {
            Calls.PLAIN.neighbours().allToAll(groups.whole(), edges, null, 0, recvtype, recvbuf, recvcount, recvtype);
        } else {
            groups.standAside(Tags.SCATTER);
        }
    }

    static void scatterv(
            CollPort c, @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        isRoot(groups, root, true);
        int[] none = {};
        Calls.PLAIN
                .neighbours()
                .allToAllv(
                        groups.whole(),
                        groups.fromRoot(root),
                        sendbuf,
                        sendcount,
                        displs,
                        sendtype,
                        null,
                        none,
                        none,
                        sendtype);
    }

    static void scatterv(CollPort c, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
        isRoot(BetweenGroups.of(c), root, false);
        scatter(c, null, 0, recvtype, recvbuf, recvcount, recvtype, root);
    }

    private static @Nullable Object other(@Nullable Object sendbuf, @Nullable Object recvbuf) {
        if (sendbuf != null && sendbuf == recvbuf) {
            throw notInPlace();
        }
        return sendbuf;
    }

    static void reduce(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isRoot = isRoot(groups, root);
        if (root != Predefined.PROC_NULL) {
            MessageChecks.buffer(isRoot ? recvbuf : sendbuf, count, type, isRoot);
            Reduction reduction = ReductionCalls.operation(op, type);
            groups.reduce(sendbuf, recvbuf, count, type.reduceType(), reduction, root);
        } else {
            groups.standAside(Tags.REDUCE);
        }
    }

    static void allReduce(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        ReductionCalls.operands(other(sendbuf, recvbuf), recvbuf, count, type);
        Reduction reduction = ReductionCalls.operation(op, type);
        BetweenGroups.of(c).allReduce(sendbuf, recvbuf, count, type.reduceType(), reduction);
    }

    static void reduceScatter(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op) {
        BetweenGroups groups = BetweenGroups.of(c);
        int n = groups.localSize();
        Counts.check("counts", counts, n);
        MessageChecks.layout(type);
        int total = Counts.sum("counts", counts, n);
        MessageChecks.room(other(sendbuf, recvbuf), 0, total, type, false);
        MessageChecks.room(recvbuf, 0, counts[groups.localRank()], type, true);
        Reduction reduction = ReductionCalls.operation(op, type);
        groups.reduceScatter(sendbuf, recvbuf, Arrays.copyOf(counts, n), total, type.reduceType(), reduction);
    }

    static void reduceScatterBlock(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        MessageChecks.count("count", count);
        int[] counts = new int[BetweenGroups.of(c).localSize()];
        Arrays.fill(counts, count);
        reduceScatter(c, sendbuf, recvbuf, counts, type, op);
    }
}
