package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.Reductions;
import org.bipj.mpi.rma.Window;
import org.jspecify.annotations.Nullable;

/** What the operations of {@link Win} do, once the window is known and before errors go to its error handler. See {@link Calls}. */
class WindowCalls {
    void put(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        put(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, null);
    }

    Request rPut(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        RequestEnd end = new RequestEnd();
        put(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, end);
        return request(win, w, end, target);
    }

    void get(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        get(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, null);
    }

    Request rGet(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType) {
        RequestEnd end = new RequestEnd();
        get(win, w, origin, originCount, originType, target, targetDisp, targetCount, targetType, end);
        return request(win, w, end, target);
    }

    void accumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        update(
                win,
                w,
                origin,
                originCount,
                originType,
                null,
                null,
                target,
                targetDisp,
                targetCount,
                targetType,
                op,
                null);
    }

    Request rAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        RequestEnd end = new RequestEnd();
        update(
                win,
                w,
                origin,
                originCount,
                originType,
                null,
                null,
                target,
                targetDisp,
                targetCount,
                targetType,
                op,
                end);
        return request(win, w, end, target);
    }

    void getAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        fetch(
                win,
                w,
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
    }

    Request rGetAccumulate(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op) {
        RequestEnd end = new RequestEnd();
        fetch(
                win,
                w,
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
        return request(win, w, end, target);
    }

    void fetchAndOp(
            Win win,
            Window w,
            @Nullable Object origin,
            Object result,
            Datatype type,
            int target,
            int targetDisp,
            Op op) {
        checkOne(type);
        fetch(win, w, origin, 1, type, result, 1, type, target, targetDisp, 1, type, op, null);
    }

    void compareAndSwap(
            Win win,
            Window w,
            Object origin,
            Object compare,
            Object result,
            Datatype type,
            int target,
            int targetDisp) {
        if (!win.checkRank(target)) {
            return;
        }
        checkOne(type);
        BaseType base = type.element();
        boolean swaps = switch (base) {
            case BYTE, CHAR, SHORT, INT, LONG, BOOLEAN -> true;
            default -> false;
        };
        if (!swaps) {
            throw new EngineException(
                    ErrorClass.TYPE, "the datatype is " + type + "; expected an integer type or BOOLEAN");
        }
        MessageChecks.room(origin, 0, 1, type, false);
        MessageChecks.room(compare, 0, 1, type, false);
        MessageChecks.room(result, 0, 1, type, true);
        w.operations()
                .compareAndSwap(origin, compare, result, target, wanted(win, w, target, targetDisp, 1, type), base);
    }

    void flush(Win win, Window w, int rank) {
        if (win.checkRank(rank)) {
            w.flush(rank);
        }
    }

    private static void put(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            @Nullable RequestEnd end) {
        MessageChecks.count("originCount", originCount);
        MessageChecks.count("targetCount", targetCount);
        if (win.checkRank(target)) {
            Data data = MessageChecks.data(win.callData().sent, origin, originCount, originType, false);
            w.operations().put(data, target, wanted(win, w, target, targetDisp, targetCount, targetType), end);
        }
    }

    private static void get(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            @Nullable RequestEnd end) {
        MessageChecks.count("originCount", originCount);
        MessageChecks.count("targetCount", targetCount);
        if (win.checkRank(target)) {
            Data data = MessageChecks.data(win.callData().received, origin, originCount, originType, true);
            w.operations().get(data, target, wanted(win, w, target, targetDisp, targetCount, targetType), end);
        }
    }

    private static void checkOne(Datatype type) {
        TypeLayout layout = MessageChecks.layout(type);
        if (layout.size() != type.element().size()) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is " + type + "; expected a predefined type");
        }
    }

    /** Describes the target's elements: no buffer, and the offset in bytes from the start of the target's window. */
    private static Data wanted(Win win, Window w, int target, int targetDisp, int targetCount, Datatype targetType) {
        long offset = w.byteOffset(target, targetDisp);
        return win.callData().target.set(null, offset, targetCount, MessageChecks.layout(targetType));
    }

    private static void fetch(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Object result,
            int resultCount,
            Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op,
            @Nullable RequestEnd end) {
        MessageChecks.count("resultCount", resultCount);
        if (result == null && resultCount > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the result buffer is null");
        }
        update(
                win,
                w,
                origin,
                originCount,
                originType,
                MessageChecks.data(win.callData().received, result, resultCount, resultType, true),
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
     * @param old takes what the target's elements were; null, as its type: they are not fetched
     */
    private static void update(
            Win win,
            Window w,
            @Nullable Object origin,
            int originCount,
            Datatype originType,
            @Nullable Data old,
            @Nullable Datatype resultType,
            int target,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op,
            @Nullable RequestEnd end) {
        MessageChecks.count("targetCount", targetCount);
        if (op == null || op.predefined() != Operation.NO_OP) {
            MessageChecks.count("originCount", originCount);
        }
        if (!win.checkRank(target)) {
            return;
        }
        if (op == null || op.predefined() == null) {
            throw new EngineException(ErrorClass.OP, "the operation is " + op + "; expected a predefined one");
        }
        Operation operation = op.predefined();
        if (operation == Operation.NO_OP && old == null) {
            throw new EngineException(ErrorClass.OP, "the operation is NO_OP, which is for operations that fetch only");
        }
        Data wanted = wanted(win, w, target, targetDisp, targetCount, targetType);
        BaseType base = targetType.element();
        checkDefined(operation, targetType);
        Data data = null;
        if (operation != Operation.NO_OP) {
            data = MessageChecks.data(win.callData().sent, origin, originCount, originType, false);
            checkBase("origin", originType, base, targetType);
        }
        if (resultType != null) {
            checkBase("result", resultType, base, targetType);
        }
        w.operations().accumulate(data, old, target, wanted, base, operation, end);
    }

    /** Checks that the operation is defined on the target's data. */
    private static void checkDefined(Operation operation, Datatype type) {
        if (type.element() == BaseType.MIXED && operation.isReduction()) {
            throw new EngineException(
                    ErrorClass.OP,
                    operation + " is not defined on the target's data, which are of several predefined types ("
                            + type.contents() + "); expected one, or REPLACE or NO_OP");
        }
        Reductions.of(operation, type.element());
    }

    /** Checks that the data consist of the same predefined type as the target's. */
    private static void checkBase(String whose, Datatype type, BaseType base, Datatype targetType) {
        boolean hasData = MessageChecks.layout(type).size() > 0
                && MessageChecks.layout(targetType).size() > 0;
        if (hasData && type.element() != base) {
            throw new EngineException(
                    ErrorClass.TYPE,
                    "the " + whose + "'s data consist of " + type.contents() + " and the target's of "
                            + targetType.contents() + "; expected one predefined type");
        }
    }

    private static Request request(Win win, Window w, RequestEnd end, int target) {
        if (target == Predefined.PROC_NULL) {
            end.end(null);
        } else if (target == win.rank()) {
            // Complete at once, so that its wait makes no progress; the caller may be polling for what others write
            // here.
            w.sync();
        }
        return win.request(end);
    }
}
