package org.bipj.core.job;

import java.util.Optional;
import java.util.ServiceLoader;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/** Finds the job that the caller belongs to. */
public final class Jobs {
    /**
     * Environment variable by which a launcher may name the provider's class: looking for one takes a tenth of the start-up
     * time of a rank.
     */
    public static final String PROVIDER = "BIPJ_PROVIDER";

    /**
     * Environment variable that makes receives refuse data of other types than their own: {@code on}, or {@code off} as if
     * it were not set. Some jobs {@linkplain Job#checksTypes do so anyway}.
     */
    public static final String CHECK_TYPES = "BIPJ_CHECK_TYPES";

    /** Environment variable that makes a rank check its MPI calls: see {@link Job#checks}. */
    public static final String CHECK = "BIPJ_CHECK";

    /** System property with the same meaning, for ranks in a JVM that runs already. */
    public static final String CHECK_PROPERTY = "bipj.check";

    /** Environment variable that raises the thread level of {@code MPI.Init}, for programs of libraries that always gave the highest one. */
    public static final String THREAD_LEVEL = "BIPJ_THREAD_LEVEL";

    /** Environment variable: how many arguments {@code mpjrun.sh} puts before the program's own, as MPJ Express does. */
    public static final String MPJ_ARGUMENTS = "BIPJ_MPJ_ARGUMENTS";

    private static final InheritableThreadLocal<Job> OF_THREAD = new InheritableThreadLocal<>();

    private Jobs() {}

    /**
     * The job of a class or of the current thread: that of the {@link RankLoader} which defined the class; else that of
     * the thread (see {@link #enter}); else the one that a {@link JobProvider} joins; else a job of one rank.
     *
     * @param anchor a class of the program; null to ask for the thread's job
     * @throws PortException if a launcher has started this process as one of several, and it cannot join the others
     */
    public static Job of(@Nullable Class<?> anchor) {
        if (anchor != null && anchor.getClassLoader() instanceof RankLoader loader) {
            return loader.job();
        }
        Job ofThread = OF_THREAD.get();
        return ofThread != null ? ofThread : Process.job();
    }

    /** Makes the current thread, and threads that it starts later, belong to a job. */
    public static void enter(Job job) {
        OF_THREAD.set(job);
    }

    /** The process's own membership, looked up once. */
    private static final class Process {
        private static @Nullable Job job;

        /** Not in a static initialiser, which would hide why a job cannot be joined. */
        static synchronized Job job() {
            if (job == null) {
                job = join();
            }
            return job;
        }

        private static Job join() {
            String named = System.getenv(PROVIDER);
            if (named != null && !named.isEmpty()) {
                return provider(named).join().orElseGet(SoloJob::new);
            }
            for (JobProvider provider : ServiceLoader.load(JobProvider.class, Jobs.class.getClassLoader())) {
                Optional<Job> job = provider.join();
                if (job.isPresent()) {
                    return job.get();
                }
            }
            ForeignLauncher.of(System::getenv).ifPresent(launcher -> {
                throw launcher.unjoined();
            });
            return new SoloJob();
        }

        private static JobProvider provider(String name) {
            try {
                return (JobProvider) Class.forName(name).getConstructor().newInstance();
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new PortException(
                        PROVIDER + "=" + name + ": expected the class of a job provider on the class path", e);
            }
        }
    }
}
