package org.bipj.mpi.engine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.PerJob;
import org.bipj.core.machine.ThisHost;
import org.jspecify.annotations.Nullable;

/** What INFO_ENV, and the objects that are made like it, say of a rank (MPI 4.1 sections 10.1 and 11.5). */
public final class ProcessEnvironment {
    private static final List<String> THREAD_LEVELS =
            List.of("MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE");

    /** Those of ranks that have joined their jobs. */
    private static final PerJob<ProcessEnvironment> JOINED = new PerJob<>();

    /** Null before the rank joins its job. */
    private volatile @Nullable Application application;

    private volatile int threadLevel;

    /** Of a rank that has not joined its job yet. */
    public ProcessEnvironment() {}

    /** The rank has joined its job. */
    public void joined(Job job, int level) {
        threadLevel = level;
        application = job.application();
        JOINED.put(job, this);
    }

    /** Keys and values. */
    public Map<String, String> values() {
        Map<String, String> info = new TreeMap<>();
        info.put("arch", MpiVariables.property(MpiVariables.ARCHITECTURE));
        info.put("wdir", MpiVariables.property(MpiVariables.WORKING_DIRECTORY));
        info.put("host", ThisHost.NAME);
        Application program = application;
        if (program != null) {
            info.put("command", program.command());
            info.put("maxprocs", Integer.toString(program.ranks()));
            info.put("thread_level", THREAD_LEVELS.get(threadLevel));
        }
        return info;
    }

    /**
     * The same of the rank whose program calls, with its arguments as the program knows them.
     *
     * @param most characters of a value
     */
    public static Map<String, String> ofCaller(String @Nullable [] args, int most) {
        ProcessEnvironment joined = JOINED.ofCaller();
        Map<String, String> info = (joined == null ? new ProcessEnvironment() : joined).values();
        if (args != null && args.length > 0) {
            String all = String.join(" ", args);
            info.put("argv", all.substring(0, Math.min(all.length(), most)));
        }
        return info;
    }
}
