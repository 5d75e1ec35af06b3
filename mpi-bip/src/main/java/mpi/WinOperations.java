package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CallData;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.rma.Window;

/**
 * The operations of a window (MPI 4.1 section 12.3). Programs use it through {@link Win}. All may be called in an epoch
 * with access to the target only (else ERR_RMA_SYNC), on data inside the target's window (else ERR_RMA_RANGE). An origin
 * buffer must not change, and a result is not there, until the operation is complete: by the end of the epoch, a flush, or
 * the wait for its request.
 */
public abstract class WinOperations extends WinHandle {
    WinOperations(Comm comm, Info info) {
        super(comm, info);
    }

    /**
     * Writes data into a target's window (MPI_Put).
     *
     * @param origin the data
     * @param originCount elements of {@code originType}
     * @param target rank of the target, or PROC_NULL
     * @param targetDisp where in the target's window the data go, in the target's units of displacement
     * @param targetCount elements of {@code targetType}, as many bytes as the origin's
     */
    public final void put(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        try {
            put(origin, originCount, originType, target, targetDisp, targetCount, targetType, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.put", e);
        }
    }

    /** As {@link #put}; the request is complete when {@code origin} may be used again (MPI_Rput). */
    public final Request rPut(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        try {
            PostedRecv end = newEnd();
            put(origin, originCount, originType, target, targetDisp, targetCount, targetType, end);
            return request(end, target);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.rPut", e);
        }
    }

    /** Reads data from a target's window (MPI_Get). Arguments as those of {@link #put}; data go into {@code origin}. */
    public final void get(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        try {
            get(origin, originCount, originType, target, targetDisp, targetCount, targetType, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.get", e);
        }
    }

    /** As {@link #get}; the request is complete when the data are there (MPI_Rget). */
    public final Request rGet(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        try {
            PostedRecv end = newEnd();
            get(origin, originCount, originType, target, targetDisp, targetCount, targetType, end);
            return request(end, target);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.rGet", e);
        }
    }

    /**
     * Replaces elements of a target's window by {@code element op origin}, each atomically with respect to other
     * accumulates of the same type (MPI_Accumulate). Both types consist of one predefined type.
     *
     * @param op a predefined operation, or {@code MPI.REPLACE}
     */
    public final void accumulate(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        try {
            update(origin, originCount, originType, null, null, target, targetDisp, targetCount, targetType, op, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.accumulate", e);
        }
    }

    /** As {@link #accumulate}; the request is complete when {@code origin} may be used again (MPI_Raccumulate). */
    public final Request rAccumulate(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        try {
            PostedRecv end = newEnd();
            update(origin, originCount, originType, null, null, target, targetDisp, targetCount, targetType, op, end);
            return request(end, target);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.rAccumulate", e);
        }
    }

    /**
     * As {@link #accumulate}, and fetches what the elements were (MPI_Get_accumulate).
     *
     * @param origin not looked at for {@code MPI.NO_OP}; null where {@code originCount} is 0
     * @param result takes as many bytes as the target's data have; null where {@code resultCount} is 0
     */
    public final void getAccumulate(
            Object origin,
            int originCount,
            Datatype originType,
            Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        try {
            fetch(
                    origin,
                    originCount,
                    originType,
                    result,
                    resultCount,
                    resultType,
                    target,
                    targetDisp,
                    targetCount,
                    targetType,
                    op,
                    null);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.getAccumulate", e);
        }
    }

    /** As {@link #getAccumulate}; the request is complete when the result is there (MPI_Rget_accumulate). */
    public final Request rGetAccumulate(
            Object origin,
            int originCount,
            Datatype originType,
            Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        try {
            PostedRecv end = newEnd();
            fetch(
                    origin,
                    originCount,
                    originType,
                    result,
                    resultCount,
                    resultType,
                    target,
                    targetDisp,
                    targetCount,
                    targetType,
                    op,
                    end);
            return request(end, target);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.rGetAccumulate", e);
        }
    }

    /**
     * Replaces one element by {@code element op origin}, and fetches what it was (MPI_Fetch_and_op).
     *
     * @param type a predefined type
     */
    public final void fetchAndOp(Object origin, Object result, Datatype type, int target, int targetDisp, Op op)
            throws MPIException {
        try {
            checkOne(type);
            fetch(origin, 1, type, result, 1, type, target, targetDisp, 1, type, op, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.fetchAndOp", e);
        }
    }

    /**
     * Replaces one element by {@code origin} if it equals {@code compare}, atomically, and fetches what it was
     * (MPI_Compare_and_swap).
     *
     * @param type BYTE, CHAR, SHORT, INT, LONG or BOOLEAN
     */
    public final void compareAndSwap(
            Object origin, Object compare, Object result, Datatype type, int target, int targetDisp)
            throws MPIException {
        Window w = window();
        try {
            if (!checkRank(target)) {
                return;
            }
            checkOne(type);
            BaseType base = type.reduceType().base();
            boolean swaps = switch (base) {
                case BYTE, CHAR, SHORT, INT, LONG, BOOLEAN -> true;
                default -> false;
            };
            if (!swaps) {
                throw new EngineException(
                        ErrorClass.TYPE, "the datatype is " + type + "; expected an integer type or BOOLEAN");
            }
            Checks.room(origin, 0, 1, type, false);
            Checks.room(compare, 0, 1, type, false);
            Checks.room(result, 0, 1, type, true);
            w.operations().compareAndSwap(origin, compare, result, target, wanted(targetDisp, 1, type), base);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw raise("Win.compareAndSwap", e);
        }
    }

    private void put(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            PostedRecv end) {
        Window w = window();
        if (checkRank(target)) {
            Data data = Checks.data(callData().sent, origin, originCount, originType, false);
            w.operations().put(data, target, wanted(targetDisp, targetCount, targetType), end);
        }
    }

    private void get(
            Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            PostedRecv end) {
        Window w = window();
        if (checkRank(target)) {
            Data data = Checks.data(callData().received, origin, originCount, originType, true);
            w.operations().get(data, target, wanted(targetDisp, targetCount, targetType), end);
        }
    }

    private static void checkOne(Datatype type) {
        TypeLayout layout = Checks.layout(type);
        if (layout.size() != type.reduceType().base().size()) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is " + type + "; expected a predefined type");
        }
    }

    private CallData callData() {
        return comm().readable().callData();
    }

    /** Describes the target's elements. */
    private Data wanted(int targetDisp, int targetCount, Datatype targetType) {
        Checks.count("targetCount", targetCount);
        return callData().target.set(null, targetDisp, targetCount, Checks.layout(targetType));
    }

    private void fetch(
            Object origin,
            int originCount,
            Datatype originType,
            Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op,
            PostedRecv end) {
        if (result == null && resultCount > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the result buffer is null");
        }
        update(
                origin,
                originCount,
                originType,
                Checks.data(callData().received, result, resultCount, resultType, true),
                resultType,
                target,
                targetDisp,
                targetCount,
                targetType,
                op,
                end);
    }

    /**
     * Any accumulate.
     *
     * @param old takes what the target's elements were; null: they are not fetched
     */
    private void update(
            Object origin,
            int originCount,
            Datatype originType,
            Data old,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op,
            PostedRecv end) {
        Window w = window();
        if (!checkRank(target)) {
            return;
        }
        if (op == null || op.predefined() == null) {
            throw new EngineException(ErrorClass.OP, "the operation is " + op + "; expected a predefined one");
        }
        Operation operation = op.predefined();
        if (operation == Operation.NO_OP && old == null) {
            throw new EngineException(ErrorClass.OP, "the operation is NO_OP, which is for operations that fetch only");
        }
        Data wanted = wanted(targetDisp, targetCount, targetType);
        op.on(targetType);
        BaseType base = targetType.reduceType().base();
        Data data = null;
        if (operation != Operation.NO_OP) {
            data = Checks.data(callData().sent, origin, originCount, originType, false);
            checkBase("origin", originType, base);
        }
        if (old != null) {
            checkBase("result", resultType, base);
        }
        w.operations().accumulate(data, old, target, wanted, base, operation, end);
    }

    private static void checkBase(String whose, Datatype type, BaseType base) {
        if (type.reduceType().base() != base) {
            throw new EngineException(
                    ErrorClass.TYPE,
                    "the " + whose + "'s data consist of " + type.reduceType().base() + " and the target's of " + base
                            + "; expected one predefined type");
        }
    }

    /** The operation that a request waits for. */
    private static PostedRecv newEnd() {
        PostedRecv end = new PostedRecv(new SegmentCache());
        end.want(null, PostedRecv.ANY, PostedRecv.ANY);
        return end;
    }

    private Request request(PostedRecv end, int target) {
        if (target == Predefined.PROC_NULL) {
            end.endEmpty(PostedRecv.ANY, PostedRecv.ANY, false);
        } else if (target == rank()) {
            // Complete at once, so that its wait makes no progress; the caller may be polling for what others write
            // here.
            window().sync();
        }
        return new Request(comm(), comm().readable(), end);
    }
}
