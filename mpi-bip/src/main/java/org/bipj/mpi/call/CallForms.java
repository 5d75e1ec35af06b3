package org.bipj.mpi.call;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the MPI calls have in common that no program makes for every message. Where listeners see calls, a subclass tells them. */
public class CallForms {
    /** Creates what tells nobody. */
    public CallForms() {}

    /** The program has made a window or has opened a file. */
    public void made(Object handle) {}

    /**
     * Does what any other method does.
     *
     * @param handle the object whose method is called; null for methods of {@code mpi.MPI}
     * @param method its name
     * @param call does it, with the arguments
     */
    public <R extends @Nullable Object> R other(@Nullable Object handle, String method, Supplier<R> call) {
        return call.get();
    }

    /** The same of a window, for one target. */
    public <R extends @Nullable Object> R other(Object window, String method, int target, Supplier<R> call) {
        return call.get();
    }
}
