package mpi;

import org.bipj.mpi.engine.CommCore;

/**
 * The reductions of a communicator (MPI 4.1 sections 6.9 to 6.11). Programs use them through {@link Comm}. Forms with
 * one buffer reduce in place. The same object as both buffers means in place, too.
 */
public abstract class CommReductions extends CommMovement {
    CommReductions(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /**
     * Combines a value of each process at the root (MPI_Reduce).
     *
     * @param sendbuf this process's operands
     * @param recvbuf the results; matters at the root only
     * @param count number of elements, each reduced separately
     */
    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        CommCore c = core();
        try {
            ReductionCalls.reduce(c, sendbuf, recvbuf, count, type, op, root);
        } catch (RuntimeException e) {
            throw raise("reduce", e);
        }
    }

    /** As the other form; the root's operands are in {@code buf}, and are replaced by the results (MPI_IN_PLACE). */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        CommCore c = core();
        try {
            ReductionCalls.reduce(c, buf, count, type, op, root);
        } catch (RuntimeException e) {
            throw raise("reduce", e);
        }
    }

    /** Combines a value of each process, for all (MPI_Allreduce). */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CommCore c = core();
        try {
            ReductionCalls.allReduce(c, sendbuf, recvbuf, count, type, op);
        } catch (RuntimeException e) {
            throw raise("allReduce", e);
        }
    }

    /** In place: the results replace the operands. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        allReduce(buf, buf, count, type, op);
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
            ReductionCalls.reduceScatter(c, sendbuf, recvbuf, counts, type, op);
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
            ReductionCalls.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op);
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
            ReductionCalls.prefix(c, sendbuf, recvbuf, count, type, op, exclusive);
        } catch (RuntimeException e) {
            throw raise(exclusive ? "exScan" : "scan", e);
        }
    }
}
