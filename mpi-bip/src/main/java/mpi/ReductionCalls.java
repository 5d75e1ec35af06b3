package mpi;

import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.Reduction;

/**
 * The reductions of {@link Comm}, on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first.
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
    private static Object input(Object sendbuf, Object recvbuf) {
        return sendbuf == recvbuf ? Collectives.IN_PLACE : sendbuf;
    }

    static void operands(Object sendbuf, Object recvbuf, int count, Datatype type) {
        Checks.buffer(recvbuf, count, type, true);
        Checks.room(sendbuf, 0, count, type, false);
    }

    void reduce(CollPort c, Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.reduce(c, sendbuf, recvbuf, count, type, op, root);
            return;
        }
        Checks.root(root, c.size());
        boolean atRoot = c.rank() == root;
        Checks.buffer(sendbuf, count, type, false);
        if (atRoot) {
            Checks.room(recvbuf, 0, count, type, true);
        }
        Object in = atRoot ? input(sendbuf, recvbuf) : sendbuf;
        Reduction reduction = operation(op, type);
        Collectives.reduce(c, in, 0, atRoot ? recvbuf : null, 0, count, type.reduceType(), reduction, root);
    }

    void allReduce(CollPort c, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.allReduce(c, sendbuf, recvbuf, count, type, op);
            return;
        }
        operands(sendbuf, recvbuf, count, type);
        Object in = input(sendbuf, recvbuf);
        Collectives.allReduce(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }

    void reduceScatter(CollPort c, Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatter(c, sendbuf, recvbuf, counts, type, op);
            return;
        }
        Counts.check("counts", counts, c.size());
        Checks.layout(type);
        Checks.room(sendbuf, 0, Counts.sum("counts", counts, c.size()), type, false);
        Checks.room(recvbuf, 0, counts[c.rank()], type, true);
        Object in = input(sendbuf, recvbuf);
        Collectives.reduceScatter(c, in, 0, recvbuf, 0, counts, type.reduceType(), operation(op, type));
    }

    void reduceScatterBlock(CollPort c, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        if (c.firstGroup() > 0) {
            InterCalls.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op);
            return;
        }
        Checks.buffer(recvbuf, count, type, true);
        Checks.room(sendbuf, 0, (long) count * c.size(), type, false);
        Object in = input(sendbuf, recvbuf);
        Collectives.reduceScatterBlock(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }

    void reduce(CollPort c, Object buf, int count, Datatype type, Op op, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.reduce(c, buf, buf, count, type, op, root);
            return;
        }
        reduce(c, buf, c.rank() == root ? buf : null, count, type, op, root);
    }

    void scan(CollPort c, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        operands(sendbuf, recvbuf, count, type);
        Object in = input(sendbuf, recvbuf);
        Collectives.scan(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }

    void exScan(CollPort c, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        operands(sendbuf, recvbuf, count, type);
        Object in = input(sendbuf, recvbuf);
        Collectives.exScan(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
    }
}
