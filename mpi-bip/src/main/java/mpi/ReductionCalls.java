package mpi;

import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * The reductions of {@link Comm}, on a port that does their steps at once or records them. The arguments are checked first. One
 * buffer for both sides, from the same element on, means in place.
 */
final class ReductionCalls {
    private ReductionCalls() {}

    /** The operation of a collective call. */
    static Reduction operation(CollectiveArguments call) {
        Op op = call.op;
        if (op == Predefined.REPLACE || op == Predefined.NO_OP) {
            throw new EngineException(
                    ErrorClass.OP,
                    "the operation is " + op + ", which is for one-sided operations and reduceLocal only");
        }
        return localOperation(op, call.received.type);
    }

    /** An operation on two buffers of this process. */
    static Reduction localOperation(@Nullable Op op, Datatype type) {
        if (op == null) {
            throw new EngineException(ErrorClass.OP, "the operation is null");
        }
        return op.on(type);
    }

    private static long from(CollectiveArguments call) {
        Side sent = call.sent;
        return MessageChecks.buffer(sent.buffer, sent.offset, sent.count, sent.type, false);
    }

    private static long to(CollectiveArguments call) {
        Side received = call.received;
        return MessageChecks.buffer(received.buffer, received.offset, received.count, received.type, true);
    }

    /** The send buffer as collectives want it. */
    private static @Nullable Object input(CollectiveArguments call, long from, long to) {
        Object sendbuf = call.sent.buffer;
        return sendbuf == call.received.buffer && from == to ? Collectives.IN_PLACE : sendbuf;
    }

    static void reduce(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.reduce(c, call);
            return;
        }
        MessageChecks.root(call.root, c.size());
        boolean atRoot = c.rank() == call.root;
        long from = from(call);
        long to = atRoot ? to(call) : 0;
        Object in = atRoot ? input(call, from, to) : call.sent.buffer;
        Reduction reduction = operation(call);
        Side received = call.received;
        Object out = atRoot ? received.buffer : null;
        Collectives.reduce(c, in, from, out, to, received.count, received.type.reduceType(), reduction, call.root);
    }

    static void allReduce(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.allReduce(c, call);
            return;
        }
        long to = to(call);
        long from = from(call);
        Side out = call.received;
        Collectives.allReduce(
                c, input(call, from, to), from, out.buffer, to, out.count, out.type.reduceType(), operation(call));
    }

    static void reduceScatter(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatter(c, call);
            return;
        }
        Side sent = call.sent;
        Side received = call.received;
        if (received.form == Side.Form.LARGE_ROW) {
            largeReduceScatter(c, call);
            return;
        }
        int[] counts = received.counts;
        Counts.check("counts", counts, c.size());
        MessageChecks.layout(received.type);
        long from = MessageChecks.at(sent.buffer, sent.offset);
        long to = MessageChecks.at(received.buffer, received.offset);
        MessageChecks.room(sent.buffer, from, Counts.sum(counts, c.size()), sent.type, false);
        MessageChecks.room(received.buffer, to, counts[c.rank()], received.type, true);
        Object in = input(call, from, to);
        ReduceType type = received.type.reduceType();
        Collectives.reduceScatter(c, in, from, received.buffer, to, counts, type, operation(call));
    }

    private static void largeReduceScatter(CollPort c, CollectiveArguments call) {
        Side received = call.received;
        Datatype type = received.type;
        long[] counts = Counts.checked("counts", received.largeCounts, c.size());
        MessageChecks.layout(type);
        MessageChecks.room(call.sent.buffer, 0, Counts.sum(counts), type, false);
        MessageChecks.room(received.buffer, 0, counts[c.rank()], type, true);
        Object from = input(call, 0, 0);
        Reduction reduction = operation(call);
        Collectives.reduceScatter(c, from, received.buffer, counts, type.reduceType(), reduction);
    }

    static void reduceScatterBlock(CollPort c, CollectiveArguments call) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatterBlock(c, call);
            return;
        }
        Side received = call.received;
        MessageChecks.buffer(received.buffer, received.count, received.type, true);
        MessageChecks.room(call.sent.buffer, 0, Counts.product(received.count, c.size()), received.type, false);
        Object in = input(call, 0, 0);
        ReduceType type = received.type.reduceType();
        Collectives.reduceScatterBlock(c, in, 0, received.buffer, 0, received.count, type, operation(call));
    }

    static void scan(CollPort c, CollectiveArguments call) {
        long to = to(call);
        long from = from(call);
        Side out = call.received;
        Collectives.scan(
                c, input(call, from, to), from, out.buffer, to, out.count, out.type.reduceType(), operation(call));
    }

    static void exScan(CollPort c, CollectiveArguments call) {
        long to = to(call);
        long from = from(call);
        Side out = call.received;
        Collectives.exScan(
                c, input(call, from, to), from, out.buffer, to, out.count, out.type.reduceType(), operation(call));
    }
}
