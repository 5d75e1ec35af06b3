package mpi;

import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.op.Reduction;

/**
 * The reductions of a communicator (MPI 4.1 sections 6.9 to 6.11). Programs use them through {@link Comm}. Forms with
 * one buffer reduce in place. The same object as both buffers means in place, too.
 */
public abstract class CommReductions extends CommMovement {
    CommReductions(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    static Reduction operation(Op op, Datatype type) {
        if (op == null) {
            throw new EngineException(ErrorClass.OP, "the operation is null");
        }
        return op.on(type);
    }

    /** A send buffer as collectives want it. */
    private static Object input(Object sendbuf, Object recvbuf) {
        return sendbuf == recvbuf ? Collectives.IN_PLACE : sendbuf;
    }

    /**
     * Combines a value of each process at the root (MPI_Reduce).
     *
     * @param sendbuf this process's operands
     * @param recvbuf the results; matters at the root only
     * @param count number of elements, each reduced by itself
     */
    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.root(root, c.size());
            boolean atRoot = c.rank() == root;
            Checks.data(sendbuf, count, type, false);
            if (atRoot) {
                Checks.room(recvbuf, 0, count, type, true);
            }
            Object in = atRoot ? input(sendbuf, recvbuf) : sendbuf;
            Reduction reduction = operation(op, type);
            Collectives.reduce(c, in, 0, atRoot ? recvbuf : null, 0, count, type.reduceType(), reduction, root);
        } catch (RuntimeException e) {
            throw raise("reduce", e);
        }
    }

    /** As the other form; the root's operands are in {@code buf}, and are replaced by the results (MPI_IN_PLACE). */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        CommCore c = core();
        if (c.rank() == root) {
            reduce(buf, buf, count, type, op, root);
        } else {
            reduce(buf, null, count, type, op, root);
        }
    }

    /** Combines a value of each process, for all (MPI_Allreduce). */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CommCore c = core();
        try {
            operands(sendbuf, recvbuf, count, type);
            Object in = input(sendbuf, recvbuf);
            Collectives.allReduce(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
        } catch (RuntimeException e) {
            throw raise("allReduce", e);
        }
    }

    /** In place: the results replace the operands. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        allReduce(buf, buf, count, type, op);
    }

    private static void operands(Object sendbuf, Object recvbuf, int count, Datatype type) {
        Checks.data(recvbuf, count, type, true);
        Checks.room(sendbuf, 0, count, type, false);
    }

    /**
     * Combines values of each process, and gives each process a part of the results (MPI_Reduce_scatter).
     *
     * @param counts number of elements that each process gets; the operands are their sum
     */
    public final void reduceScatter(Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.counts("counts", counts, c.size());
            Checks.layout(type);
            Checks.room(sendbuf, 0, Checks.sum("counts", counts, c.size()), type, false);
            Checks.room(recvbuf, 0, counts[c.rank()], type, true);
            Object in = input(sendbuf, recvbuf);
            Collectives.reduceScatter(c, in, 0, recvbuf, 0, counts, type.reduceType(), operation(op, type));
        } catch (RuntimeException e) {
            throw raise("reduceScatter", e);
        }
    }

    /** In place: the results are at the beginning of the operands' buffer. */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        reduceScatter(buf, buf, counts, type, op);
    }

    /**
     * Combines values of each process, and gives each process an equal part of the results (MPI_Reduce_scatter_block).
     *
     * @param count number of elements that each process gets
     */
    public final void reduceScatterBlock(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        CommCore c = core();
        try {
            Checks.data(recvbuf, count, type, true);
            Checks.room(sendbuf, 0, (long) count * c.size(), type, false);
            Object in = input(sendbuf, recvbuf);
            Collectives.reduceScatterBlock(c, in, 0, recvbuf, 0, count, type.reduceType(), operation(op, type));
        } catch (RuntimeException e) {
            throw raise("reduceScatterBlock", e);
        }
    }

    /** In place: the results are at the beginning of the operands' buffer. */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        reduceScatterBlock(buf, buf, count, type, op);
    }

    /** The scan of {@link Intracomm}. */
    final void prefix(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, boolean exclusive) {
        CommCore c = core();
        try {
            operands(sendbuf, recvbuf, count, type);
            Object in = input(sendbuf, recvbuf);
            Reduction reduction = operation(op, type);
            if (exclusive) {
                Collectives.exScan(c, in, 0, recvbuf, 0, count, type.reduceType(), reduction);
            } else {
                Collectives.scan(c, in, 0, recvbuf, 0, count, type.reduceType(), reduction);
            }
        } catch (RuntimeException e) {
            throw raise(exclusive ? "exScan" : "scan", e);
        }
    }
}
