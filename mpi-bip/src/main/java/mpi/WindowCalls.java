package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.call.WindowOperation;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.Reductions;
import org.bipj.mpi.rma.RmaErrors;
import org.bipj.mpi.rma.Window;
import org.jspecify.annotations.Nullable;

/** What the operations of {@link Win} check, and do. */
final class WindowCalls {
    private WindowCalls() {}

    /**
     * Checks the arguments of a call, and does what they say.
     *
     * @param end ends with the operation; null where nobody waits for that
     */
    static void perform(Win win, Window w, WindowOperation operation, WindowCall call, @Nullable RequestEnd end) {
        // Comparisons, which the JIT compiler decides where it knows the operation; a switch reads a table.
        if (operation == WindowOperation.PUT) {
            put(win, w, call, end);
        } else if (operation == WindowOperation.GET) {
            get(win, w, call, end);
        } else if (operation == WindowOperation.ACCUMULATE) {
            update(win, w, call, false, end);
        } else if (operation == WindowOperation.GET_ACCUMULATE) {
            update(win, w, call, true, end);
        } else if (operation == WindowOperation.FETCH_AND_OP) {
            checkOne(call.targetType);
            update(win, w, call, true, end);
        } else {
            compareAndSwap(win, w, call);
        }
    }

    private static void put(Win win, Window w, WindowCall call, @Nullable RequestEnd end) {
        MessageChecks.count("originCount", call.sent.count);
        MessageChecks.count("targetCount", call.targetCount);
        if (win.checkRank(call.target)) {
            Data data = MessageChecks.data(win.callData().sent, call.sent, false);
            w.operations().put(data, call.target, wanted(win, w, call), end);
        }
    }

    private static void get(Win win, Window w, WindowCall call, @Nullable RequestEnd end) {
        MessageChecks.count("originCount", call.received.count);
        MessageChecks.count("targetCount", call.targetCount);
        if (win.checkRank(call.target)) {
            Data data = MessageChecks.data(win.callData().received, call.received, true);
            w.operations().get(data, call.target, wanted(win, w, call), end);
        }
    }

    private static void compareAndSwap(Win win, Window w, WindowCall call) {
        if (!win.checkRank(call.target)) {
            return;
        }
        Datatype type = call.targetType;
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
        Object origin = call.sent.buffer;
        Object result = call.received.buffer;
        MessageChecks.room(origin, 0, 1, type, false);
        MessageChecks.room(call.compared, 0, 1, type, false);
        MessageChecks.room(result, 0, 1, type, true);
        w.operations().compareAndSwap(origin, call.compared, result, call.target, wanted(win, w, call), base);
    }

    private static void checkOne(Datatype type) {
        TypeLayout layout = MessageChecks.layout(type);
        if (layout.size() != type.element().size()) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is " + type + "; expected a predefined type");
        }
    }

    /** Describes the target's elements: no buffer, and the offset in bytes from the start of the target's window. */
    private static Data wanted(Win win, Window w, WindowCall call) {
        long offset = w.byteOffset(call.target, call.displacement);
        if (call.displacement != (int) call.displacement
                && offset / w.byteOffset(call.target, 1) != call.displacement) {
            throw new EngineException(
                    RmaErrors.RMA_RANGE, "the displacement is " + call.displacement + ", more than any window has");
        }
        TypeLayout layout = MessageChecks.layout(call.targetType);
        TimelineMarks.accessed(w.context(), call.target, call.targetCount * layout.size());
        return win.callData().target.set(null, offset, call.targetCount, layout);
    }

    /** Where the target's elements are fetched to. */
    private static Data fetched(Win win, WindowCall call) {
        MessageChecks.count("resultCount", call.received.count);
        if (call.received.buffer == null && call.received.count > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the result buffer is null");
        }
        return MessageChecks.data(win.callData().received, call.received, true);
    }

    /** Any accumulate. */
    private static void update(Win win, Window w, WindowCall call, boolean fetches, @Nullable RequestEnd end) {
        Data old = fetches ? fetched(win, call) : null;
        Op op = call.op;
        MessageChecks.count("targetCount", call.targetCount);
        if (op == null || op.predefined() != Operation.NO_OP) {
            MessageChecks.count("originCount", call.sent.count);
        }
        if (!win.checkRank(call.target)) {
            return;
        }
        if (op == null || op.predefined() == null) {
            throw new EngineException(ErrorClass.OP, "the operation is " + op + "; expected a predefined one");
        }
        Operation operation = op.predefined();
        if (operation == Operation.NO_OP && old == null) {
            throw new EngineException(ErrorClass.OP, "the operation is NO_OP, which is for operations that fetch only");
        }
        Data wanted = wanted(win, w, call);
        Datatype targetType = call.targetType;
        BaseType base = targetType.element();
        checkDefined(operation, targetType);
        Data data = null;
        if (operation != Operation.NO_OP) {
            data = MessageChecks.data(win.callData().sent, call.sent, false);
            checkBase("origin", call.sent.type, base, targetType);
        }
        if (old != null) {
            checkBase("result", call.received.type, base, targetType);
        }
        w.operations().accumulate(data, old, call.target, wanted, base, operation, end);
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
}
