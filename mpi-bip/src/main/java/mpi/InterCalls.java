package mpi;

import java.util.Arrays;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/** The calls of {@link MovementCalls} and {@link ReductionCalls} on an intercommunicator. */
final class InterCalls {
    private static final int[] NO_COUNTS = {};

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

    /** A call whose peers are all ranks of the other group. */
    static CollectiveArguments toAll(CollPort c, CollectiveArguments call) {
        if (call.isInPlace) {
            throw notInPlace();
        }
        call.edges = BetweenGroups.of(c).toAll();
        return call;
    }

    static void bcast(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isRoot = isRoot(groups, call.root);
        if (call.root != Predefined.PROC_NULL) {
            groups.bcast(MessageChecks.data(c.callData().sent, call.sent, !isRoot), call.root);
        } else {
            groups.standAside(Tags.BCAST);
        }
    }

    static void gather(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        call.edges = groups.toRoot(call.root);
        if (isRoot(groups, call.root)) {
            call.sent.setNothing(Side.Form.WHOLE, call.received.type);
        } else if (call.root != Predefined.PROC_NULL) {
            call.received.setNothing(Side.Form.EQUAL, call.sent.type);
        } else {
            groups.standAside(Tags.GATHER);
            return;
        }
        NeighbourCalls.allGather(groups.whole(), call);
    }

    static void gatherv(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isForRoot = call.sent.form == Side.Form.NONE
                || call.received.form != Side.Form.NONE && call.root == Predefined.ROOT;
        isRoot(groups, call.root, isForRoot);
        if (isForRoot) {
            call.sent.setNothing(Side.Form.WHOLE, call.received.type);
            call.edges = groups.toRoot(call.root);
            NeighbourCalls.allGatherv(groups.whole(), call);
        } else {
            gather(c, call);
        }
    }

    static void scatter(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        call.edges = groups.fromRoot(call.root);
        if (isRoot(groups, call.root)) {
            call.received.setNothing(Side.Form.EQUAL, call.sent.type);
        } else if (call.root != Predefined.PROC_NULL) {
            call.sent.setNothing(Side.Form.EQUAL, call.received.type);
        } else {
            groups.standAside(Tags.SCATTER);
            return;
        }
        NeighbourCalls.allToAll(groups.whole(), call);
    }

    static void scatterv(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isForRoot = call.received.form == Side.Form.NONE
                || call.sent.form != Side.Form.NONE && call.root == Predefined.ROOT;
        isRoot(groups, call.root, isForRoot);
        if (isForRoot) {
            call.received.set(Side.Form.VECTOR, null, 0, NO_COUNTS, NO_COUNTS, call.sent.type);
            call.edges = groups.fromRoot(call.root);
            NeighbourCalls.allToAllv(groups.whole(), call);
        } else {
            scatter(c, call);
        }
    }

    private static @Nullable Object operands(CollectiveArguments call) {
        Object sendbuf = call.sent.buffer;
        if (sendbuf != null && sendbuf == call.received.buffer) {
            throw notInPlace();
        }
        return sendbuf;
    }

    static void reduce(CollPort c, CollectiveArguments call) {
        BetweenGroups groups = BetweenGroups.of(c);
        boolean isRoot = isRoot(groups, call.root);
        if (call.root != Predefined.PROC_NULL) {
            Side mine = isRoot ? call.received : call.sent;
            MessageChecks.buffer(mine.buffer, mine.count, mine.type, isRoot);
            Reduction reduction = ReductionCalls.operation(call);
            groups.reduce(
                    call.sent.buffer, call.received.buffer, mine.count, mine.type.reduceType(), reduction, call.root);
        } else {
            groups.standAside(Tags.REDUCE);
        }
    }

    static void allReduce(CollPort c, CollectiveArguments call) {
        Object sendbuf = operands(call);
        Side received = call.received;
        MessageChecks.buffer(received.buffer, received.count, received.type, true);
        MessageChecks.room(sendbuf, 0, received.count, received.type, false);
        Reduction reduction = ReductionCalls.operation(call);
        BetweenGroups.of(c).allReduce(sendbuf, received.buffer, received.count, received.type.reduceType(), reduction);
    }

    static void reduceScatter(CollPort c, CollectiveArguments call) {
        int n = BetweenGroups.of(c).localSize();
        if (call.received.form == Side.Form.LARGE_ROW) {
            reduceScatter(c, call, Counts.checked("counts", call.received.largeCounts, n));
            return;
        }
        int[] counts = call.received.counts;
        Counts.check("counts", counts, n);
        reduceScatter(c, call, Arrays.stream(counts, 0, n).asLongStream().toArray());
    }

    static void reduceScatterBlock(CollPort c, CollectiveArguments call) {
        MessageChecks.count("count", call.received.count);
        long[] counts = new long[BetweenGroups.of(c).localSize()];
        Arrays.fill(counts, call.received.count);
        reduceScatter(c, call, counts);
    }

    private static void reduceScatter(CollPort c, CollectiveArguments call, long[] counts) {
        BetweenGroups groups = BetweenGroups.of(c);
        Datatype type = call.received.type;
        MessageChecks.layout(type);
        long total = Counts.sum(counts);
        MessageChecks.room(operands(call), 0, total, type, false);
        MessageChecks.room(call.received.buffer, 0, counts[groups.localRank()], type, true);
        Reduction reduction = ReductionCalls.operation(call);
        groups.reduceScatter(call.sent.buffer, call.received.buffer, counts, total, type.reduceType(), reduction);
    }
}
