package org.bipj.core.job;

import java.util.Optional;
import java.util.ServiceLoader;
import org.bipj.core.job.family.Connections;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/** Finds the job that the caller belongs to. */
public final class Jobs {
    private static final InheritableThreadLocal<Job> OF_THREAD = new InheritableThreadLocal<>();
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

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

    /**
     * The job of the program that calls: that of the innermost class on the stack which a {@link RankLoader} has defined; else that of
     * the thread; else the one that this process has joined before.
     *
     * @return null if there is none
     */
    static @Nullable Job ofCaller() {
        Optional<Job> ofProgram = WALKER.walk(
                frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(RankLoader.class::isInstance)
                        .map(loader -> ((RankLoader) loader).job())
                        .findFirst());
        Job ofThread = OF_THREAD.get();
        return ofProgram.orElseGet(() -> ofThread != null ? ofThread : Process.joined());
    }

    /**
     * The class loader of the rank whose program calls: that of the innermost class on the stack which a {@link RankLoader} has defined.
     *
     * @return null if there is none
     */
    public static @Nullable ClassLoader loaderOfCaller() {
        return WALKER.walk(
                frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(RankLoader.class::isInstance)
                        .findFirst()
                        .orElse(null));
    }

    /**
     * The connections of a rank with other jobs.
     *
     * @throws PortException if its kind of job cannot connect with others
     */
    public static Connections connections(Job job) {
        Connections found = job.connections();
        if (found == null) {
            throw new PortException(
                    "processes of this kind of job cannot connect with others: expected a job of BIPJ's mpirun, or a"
                            + " simulated one whose boards run BIP");
        }
        return found;
    }

    /** True if the current thread belongs to a job: see {@link #enter}. */
    public static boolean hasEntered() {
        return OF_THREAD.get() != null;
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

        /** The membership if it has been looked up; null before. */
        static synchronized @Nullable Job joined() {
            return job;
        }

        private static Job join() {
            String named = JobVariables.value(JobVariables.PROVIDER);
            if (named != null && !named.isEmpty()) {
                return provider(named).join().orElseGet(SoloJob::new);
            }
            for (JobProvider provider : ServiceLoader.load(JobProvider.class, Jobs.class.getClassLoader())) {
                Optional<Job> job = provider.join();
                if (job.isPresent()) {
                    return job.get();
                }
            }
            ForeignLauncher.of(JobVariables::value).ifPresent(launcher -> {
                throw launcher.unjoined();
            });
            return new SoloJob();
        }

        private static JobProvider provider(String name) {
            try {
                return (JobProvider) Class.forName(name).getConstructor().newInstance();
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new PortException(
                        JobVariables.PROVIDER + "=" + name + ": expected the class of a job provider on the class path",
                        e);
            }
        }
    }
}
