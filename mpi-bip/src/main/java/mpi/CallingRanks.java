package mpi;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.PerJob;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** The ranks of this JVM, found from the stack or the thread of a caller: for static calls, which name no object of their rank. */
final class CallingRanks {
    private static final String CLASS = "mpi.MPI";

    /** The ranks that have had a client. */
    private static final PerJob<MpiRank> KNOWN = new PerJob<>();
    /** By their loaders the ranks of classes {@link MPI}, which hold them. */
    private static final Map<ClassLoader, WeakReference<MpiRank>> OF_CLASSES = new WeakHashMap<>();

    private CallingRanks() {}

    /** A rank has been made for a class of its program, of which nothing is known if it is another one than {@code MPI}. */
    static void made(@Nullable Class<?> anchor, MpiRank rank) {
        if (anchor != null && anchor.getName().equals(CLASS)) {
            synchronized (OF_CLASSES) {
                OF_CLASSES.put(anchor.getClassLoader(), new WeakReference<>(rank));
            }
        }
    }

    /** The job of a rank is known. */
    static void joined(Job job, MpiRank rank) {
        KNOWN.put(job, rank);
    }

    /** The rank whose program calls; that may have had no client yet, and its class {@code MPI} may not have been loaded. */
    static MpiRank ofCaller() {
        MpiRank known = KNOWN.ofCaller();
        if (known != null) {
            return known;
        }
        ClassLoader found = Jobs.loaderOfCaller();
        ClassLoader loader = found != null ? found : CallingRanks.class.getClassLoader();
        try {
            Class.forName(CLASS, true, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("class " + CLASS + " is where the program is", e);
        }
        synchronized (OF_CLASSES) {
            WeakReference<MpiRank> held = OF_CLASSES.get(loader);
            MpiRank rank = held == null ? null : held.get();
            if (rank == null) {
                throw new MPIException(ErrorClass.OTHER, "the calling thread belongs to no rank of a job");
            }
            return rank;
        }
    }
}
