package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.WindowOperation;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.rma.Window;
import org.jspecify.annotations.Nullable;

/**
 * An operation on a target's window as the program calls it, with its arguments as they are given. As with a {@link CollectiveCall}, {@link
 * Win} names them one after the other, and last what to do: {@link #run} or {@link #request}. Listeners see the call as an {@link
 * MpiCall} before its arguments are checked, which {@link WindowCalls} does.
 *
 * <p>Each thread has one, from {@link MpiRank#windowCall}; where there are listeners, each call has its own. Between calls it refers to no
 * memory of the program.
 */
final class WindowCall {
    private @Nullable Win win;
    private @Nullable Window window;
    private @Nullable WindowOperation operation;
    /** What this process puts, or combines with the target's elements. */
    final Side sent = new Side();
    /** Where this process gets the target's elements. */
    final Side received = new Side();
    /** What a compare-and-swap expects to find. */
    @Nullable
    Object compared;

    int target;
    long displacement;
    long targetCount;

    @Nullable
    Datatype targetType;

    @Nullable
    Op op;

    /** A call of which nothing else is known yet. */
    WindowCall begin(Win on, Window itsWindow, WindowOperation what) {
        // References are stored where they change only, as each such store tells the collector; but the compiler shall
        // know the operation.
        if (win != on) {
            win = on;
        }
        if (window != itsWindow) {
            window = itsWindow;
        }
        operation = what;
        return this;
    }

    // ---- what the facade says ------------------------------------------------------------------------------------

    WindowCall sends(@Nullable Object buf, long count, Datatype type) {
        sent.set(Side.Form.WHOLE, buf, 0, count, type);
        return this;
    }

    WindowCall receives(@Nullable Object buf, long count, Datatype type) {
        received.set(Side.Form.WHOLE, buf, 0, count, type);
        return this;
    }

    WindowCall sends(@Nullable Object buf, Count count, Datatype type) {
        return sends(buf, number("originCount", count), type);
    }

    WindowCall receives(@Nullable Object buf, Count count, Datatype type) {
        return receives(buf, number("count", count), type);
    }

    /** The target's elements. */
    WindowCall at(int rank, Count disp, Count count, Datatype type) {
        return at(rank, number("targetDisp", disp), number("targetCount", count), type);
    }

    WindowCall at(int rank, Count disp, int count, Datatype type) {
        return at(rank, number("targetDisp", disp), count, type);
    }

    private long number(String argument, Count count) {
        try {
            return Count.value(argument, count);
        } catch (EngineException e) {
            clear();
            throw win.raise("Win." + operation.method(), e);
        }
    }

    WindowCall compares(Object buf) {
        compared = buf;
        return this;
    }

    /** The target's elements. */
    WindowCall at(int rank, long disp, long count, Datatype type) {
        target = rank;
        displacement = disp;
        targetCount = count;
        if (targetType != type) {
            targetType = type;
        }
        return this;
    }

    WindowCall by(Op operationOnElements) {
        if (op != operationOnElements) {
            op = operationOnElements;
        }
        return this;
    }

    // ---- what it does --------------------------------------------------------------------------------------------

    /** Does the operation; errors go to the window's error handler. */
    void run() {
        // In locals, which stay what they are where the compiler knows nothing of fields any more.
        WindowOperation what = operation;
        Win on = win;
        Window w = window;
        try {
            Listening listening = on.runtime().listening();
            if (listening == null) {
                WindowCalls.perform(on, w, what, this, null);
            } else {
                listening.see(
                        listening.call(on, what.method()).of(w, what, this),
                        () -> WindowCalls.perform(on, w, what, this, null));
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            throw on.raise("Win." + what.method(), e);
        } finally {
            clear();
        }
    }

    /** Does the operation, and returns a request that is complete as the operation says. */
    Request request() {
        try {
            Listening listening = win.runtime().listening();
            return listening == null
                    ? requested()
                    : listening.see(
                            listening.call(win, operation.requestMethod()).of(window, operation, this),
                            this::requested);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw win.raise("Win." + operation.requestMethod(), e);
        } finally {
            clear();
        }
    }

    private Request requested() {
        RequestEnd end = new RequestEnd();
        WindowCalls.perform(win, window, operation, this, end);
        if (target == Predefined.PROC_NULL) {
            end.end(null);
        } else if (target == win.rank()) {
            // Complete at once, so that its wait makes no progress; the caller may be polling for what others write
            // here.
            window.sync();
        }
        return win.request(end);
    }

    /** Forgets the program's memory. The rest stays until the next call overwrites it. */
    private void clear() {
        sent.clear();
        received.clear();
        if (compared != null) {
            compared = null;
        }
    }
}
