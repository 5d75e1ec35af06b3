package mpi;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.record.Schedule;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * The forms that many methods have in common: non-blocking and persistent collective operations, and methods that no program
 * calls for every message. See {@link Calls}.
 */
class CallForms {
    /**
     * Starts a non-blocking collective operation.
     *
     * @param method name of the called method
     * @param call calls a blocking method of {@link MovementCalls}, {@link ReductionCalls} or {@link NeighbourCalls} with the
     *     arguments, to record what it does
     */
    Request started(Comm comm, CommCore c, String method, Consumer<CollPort> call) {
        Schedule operation = Schedules.record(c.whole(), false, call);
        c.start(operation);
        return new Request(comm, c, operation);
    }

    /** Makes a persistent collective operation; arguments as those of {@link #started}. */
    Prequest prepared(Comm comm, CommCore c, String method, Consumer<CollPort> call) {
        Schedule operation = Schedules.record(c.whole(), true, call);
        return new Prequest(
                comm, c, request -> startAgain(request, operation), () -> Schedules.free(c.whole(), operation));
    }

    private static void startAgain(Prequest request, Schedule operation) {
        request.core().start(operation);
        request.begin(operation);
    }

    /** The program has made a window or has opened a file. */
    void made(Object handle) {}

    /**
     * Does what any other method does.
     *
     * @param handle the object whose method is called
     * @param method its name
     * @param call does it, with the arguments
     */
    <R extends @Nullable Object> R other(Object handle, String method, Supplier<R> call) {
        return call.get();
    }

    /** The same of a window, for one target. */
    <R extends @Nullable Object> R other(Win win, String method, int target, Supplier<R> call) {
        return call.get();
    }
}
