package mpi;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.bipj.mpi.engine.CommCore;

/**
 * Collective operations on objects. New here: the Open MPI Java bindings lack them. Programs use them through {@link
 * Intracomm}. All processes call them, in the same order as the other collective operations.
 *
 * <p>Objects of other processes are copies, made as in {@link CommObjects}; a process's own is the object itself. Where a
 * process cannot encode what it sends, the call fails on all processes. The encoded objects that one process receives in a call
 * are at most 2 GiB together; one object is at most that over the number of processes.
 */
public abstract class IntracommObjects extends Comm {
    IntracommObjects(MpiRank runtime, CommCore core, String name) {
        super(runtime, core, name);
    }

    /**
     * Sends the root's object to all.
     *
     * @param type class or interface of the object
     * @param object matters at the root only
     * @return the object
     */
    public final <T> T bcastObject(Class<T> type, T object, int root) throws MPIException {
        return call("bcastObject", () -> ObjectCalls.bcast(self(), type, object, root));
    }

    /**
     * Collects the objects of all at the root.
     *
     * @return at the root, one of each process in the order of ranks, else an empty list
     */
    public final <T> List<T> gatherObject(Class<T> type, T object, int root) throws MPIException {
        return call("gatherObject", () -> ObjectCalls.gather(self(), type, object, root));
    }

    /**
     * Sends an object of the root to each.
     *
     * @param objects one for each process, in the order of ranks; matters at the root only
     * @return the object for this process
     */
    public final <T> T scatterObject(Class<T> type, List<? extends T> objects, int root) throws MPIException {
        return call("scatterObject", () -> ObjectCalls.scatter(self(), type, objects, root));
    }

    /** Collects the objects of all, in the order of ranks, at all. */
    public final <T> List<T> allGatherObject(Class<T> type, T object) throws MPIException {
        return call("allGatherObject", () -> ObjectCalls.allGather(self(), type, object));
    }

    /**
     * Sends an object of each to each.
     *
     * @param objects one for each process, in the order of ranks
     * @return one of each process, in the order of ranks
     */
    public final <T> List<T> allToAllObject(Class<T> type, List<? extends T> objects) throws MPIException {
        return call("allToAllObject", () -> ObjectCalls.allToAll(self(), type, objects));
    }

    /**
     * Combines the objects of all in the order of ranks: {@code ((r0 op r1) op r2) op ...}. The root does that, so that the
     * operator need be neither associative nor commutative.
     *
     * @return the result at the root, else null
     */
    public final <T> T reduceObject(Class<T> type, T object, BinaryOperator<T> op, int root) throws MPIException {
        return call("reduceObject", () -> {
            ObjectCalls.check(op);
            return ObjectCalls.reduce(ObjectCalls.gather(self(), type, object, root), op);
        });
    }

    /** As {@link #reduceObject} at all: each process applies the operator itself. */
    public final <T> T allReduceObject(Class<T> type, T object, BinaryOperator<T> op) throws MPIException {
        return call("allReduceObject", () -> {
            ObjectCalls.check(op);
            return ObjectCalls.reduce(ObjectCalls.allGather(self(), type, object), op);
        });
    }

    private Intracomm self() {
        return (Intracomm) this;
    }

    private <R> R call(String method, Supplier<R> body) {
        core();
        try {
            return body.get();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise(method, e);
        }
    }
}
