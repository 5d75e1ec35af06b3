package org.bipj.mpi.engine;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.PerJob;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of this JVM, found from the stack or the thread of a caller: for static calls, which name no object of their rank.
 *
 * @param <R> what holds the state of a rank
 */
public final class CallingRanks<R> {
    /** Its initialisation makes the rank of a program. */
    private static final String CLASS = "mpi.MPI";

    /** The ranks that have had a client. */
    private final PerJob<R> known = new PerJob<>();
    /** By their loaders the ranks of the classes of this name, which hold them. */
    private final Map<ClassLoader, WeakReference<R>> ofClasses = new WeakHashMap<>();

    /** Creates a collection without ranks. */
    public CallingRanks() {}

    /** A rank has been made for a class of its program, of which nothing is known if it is another one than {@code MPI}. */
    public void made(@Nullable Class<?> anchor, R rank) {
        if (anchor != null && anchor.getName().equals(CLASS)) {
            synchronized (ofClasses) {
                ofClasses.put(anchor.getClassLoader(), new WeakReference<>(rank));
            }
        }
    }

    /** The job of a rank is known. */
    public void joined(Job job, R rank) {
        known.put(job, rank);
    }

    /** The rank whose program calls; null if the thread belongs to none. It may have had no client yet, and its class {@code MPI} may not have been loaded. */
    public @Nullable R ofCaller() {
        R open = known.ofCaller();
        if (open != null) {
            return open;
        }
        ClassLoader found = Jobs.loaderOfCaller();
        ClassLoader loader = found != null ? found : CallingRanks.class.getClassLoader();
        try {
            Class.forName(CLASS, true, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("class " + CLASS + " is where the program is", e);
        }
        synchronized (ofClasses) {
            WeakReference<R> held = ofClasses.get(loader);
            return held == null ? null : held.get();
        }
    }
}
