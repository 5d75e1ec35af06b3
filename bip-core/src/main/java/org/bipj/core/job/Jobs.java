package org.bipj.core.job;

import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the job that the caller belongs to. */
public final class Jobs {
    private static final InheritableThreadLocal<Job> OF_THREAD = new InheritableThreadLocal<>();

    private Jobs() {}

    /**
     * The job of a class or of the current thread: that of the {@link RankLoader} which defined the class; else that of
     * the thread (see {@link #enter}); else the one that a {@link JobProvider} joins; else a job of one rank.
     *
     * @param anchor a class of the program; null to ask for the thread's job
     */
    public static Job of(Class<?> anchor) {
        if (anchor != null && anchor.getClassLoader() instanceof RankLoader loader) {
            return loader.job();
        }
        Job ofThread = OF_THREAD.get();
        return ofThread != null ? ofThread : Process.JOB;
    }

    /** Makes the current thread, and threads that it starts later, belong to a job. */
    public static void enter(Job job) {
        OF_THREAD.set(job);
    }

    /** The process's own membership, looked up once. */
    private static final class Process {
        static final Job JOB = join();

        private static Job join() {
            for (JobProvider provider : ServiceLoader.load(JobProvider.class, Jobs.class.getClassLoader())) {
                Optional<Job> job = provider.join();
                if (job.isPresent()) {
                    return job.get();
                }
            }
            return new SoloJob();
        }
    }
}
