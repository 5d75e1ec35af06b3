package mpi;

import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * The reductions of {@link Comm}, on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first. A method without offsets calls the one with them, which
 * mpiJava 1.2 has, within one group.
 */
class ReductionCalls {
    /** The operation of a collective call. */
    static Reduction operation(Op op, Datatype type) {
        if (op == Predefined.REPLACE || op == Predefined.NO_OP) {
            throw new EngineException(
                    ErrorClass.OP,
                    "the operation is " + op + ", which is for one-sided operations and reduceLocal only");
        }
        return localOperation(op, type);
    }

    /** An operation on two buffers of this process. */
    static Reduction localOperation(Op op, Datatype type) {
        if (op == null) {
            throw new EngineException(ErrorClass.OP, "the operation is null");
        }
        return op.on(type);
    }

    /** A send buffer as collectives want it. */
    private static @Nullable Object input(@Nullable Object sendbuf, @Nullable Object recvbuf) {
        return sendbuf == recvbuf ? Collectives.IN_PLACE : sendbuf;
    }

    private static @Nullable Object input(@Nullable Object sendbuf, long from, @Nullable Object recvbuf, long to) {
        return sendbuf == recvbuf && from == to ? Collectives.IN_PLACE : sendbuf;
    }

    static void operands(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type) {
        MessageChecks.buffer(recvbuf, count, type, true);
        MessageChecks.room(sendbuf, 0, count, type, false);
    }

    void reduce(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.reduce(c, sendbuf, recvbuf, count, type, op, root);
            return;
        }
        reduce(c, sendbuf, 0, recvbuf, 0, count, type, op, root);
    }

    void reduce(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op,
            int root) {
        MessageChecks.root(root, c.size());
        boolean atRoot = c.rank() == root;
        long from = MessageChecks.buffer(sendbuf, sendoffset, count, type, false);
        long to = atRoot ? MessageChecks.buffer(recvbuf, recvoffset, count, type, true) : 0;
        Object in = atRoot ? input(sendbuf, from, recvbuf, to) : sendbuf;
        Reduction reduction = operation(op, type);
        Collectives.reduce(c, in, from, atRoot ? recvbuf : null, to, count, type.reduceType(), reduction, root);
    }

    void allReduce(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.allReduce(c, sendbuf, recvbuf, count, type, op);
            return;
        }
        allReduce(c, sendbuf, 0, recvbuf, 0, count, type, op);
    }

    void allReduce(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        long to = MessageChecks.buffer(recvbuf, recvoffset, count, type, true);
        long from = MessageChecks.buffer(sendbuf, sendoffset, count, type, false);
        Object in = input(sendbuf, from, recvbuf, to);
        Collectives.allReduce(c, in, from, recvbuf, to, count, type.reduceType(), operation(op, type));
    }

    void reduceScatter(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatter(c, sendbuf, recvbuf, counts, type, op);
            return;
        }
        reduceScatter(c, sendbuf, 0, recvbuf, 0, counts, type, op);
    }

    void reduceScatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] counts,
            Datatype type,
            Op op) {
        Counts.check("counts", counts, c.size());
        MessageChecks.layout(type);
        long from = MessageChecks.at(sendbuf, sendoffset);
        long to = MessageChecks.at(recvbuf, recvoffset);
        MessageChecks.room(sendbuf, from, Counts.sum("counts", counts, c.size()), type, false);
        MessageChecks.room(recvbuf, to, counts[c.rank()], type, true);
        Object in = input(sendbuf, from, recvbuf, to);
        Collectives.reduceScatter(c, in, from, recvbuf, to, counts, type.reduceType(), operation(op, type));
    }

    void reduceScatterBlock(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op);
            return;
        }
        MessageChecks.buffer(recvbuf, count, type, true);
        MessageChecks.room(sendbuf, 0, (long) count * c.size(), type, false);
        Object in = input(sendbuf, recvbuf);
        Collectives.reduceScatterBlock(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }

    void reduce(CollPort c, @Nullable Object buf, int count, Datatype type, Op op, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.reduce(c, buf, buf, count, type, op, root);
            return;
        }
        reduce(c, buf, c.rank() == root ? buf : null, count, type, op, root);
    }

    void scan(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        scan(c, sendbuf, 0, recvbuf, 0, count, type, op);
    }

    void scan(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        long to = MessageChecks.buffer(recvbuf, recvoffset, count, type, true);
        long from = MessageChecks.buffer(sendbuf, sendoffset, count, type, false);
        Object in = input(sendbuf, from, recvbuf, to);
        Collectives.scan(c, in, from, recvbuf, to, count, type.reduceType(), operation(op, type));
    }

    void exScan(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        operands(sendbuf, recvbuf, count, type);
        Object in = input(sendbuf, recvbuf);
        Collectives.exScan(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }
}
