package mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What methods have in common that no program calls for every message. See {@link Calls}. */
class CallForms {
    /** The program has made a window or has opened a file. */
    void made(Object handle) {}

    /**
     * Does what any other method does.
     *
     * @param handle the object whose method is called; null for methods of {@link MPI}
     * @param method its name
     * @param call does it, with the arguments
     */
    <R extends @Nullable Object> R other(@Nullable Object handle, String method, Supplier<R> call) {
        return call.get();
    }

    /** The same of a window, for one target. */
    <R extends @Nullable Object> R other(Win win, String method, int target, Supplier<R> call) {
        return call.get();
    }
}
