package org.bipj.core.machine;

import java.nio.file.Path;
import org.bipj.core.replay.ChoiceFolder;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables and system properties that this module reads. No other class of it reads one, except {@link
 * RequiredJava}, which runs on a Java that cannot load this class.
 */
public final class JobVariables {
    /**
     * Environment variable by which a launcher may name the provider's class: looking for one takes a tenth of the start-up
     * time of a rank. Not set or empty: {@link java.util.ServiceLoader} looks for one.
     */
    public static final String PROVIDER = "BIPJ_PROVIDER";

    /** Environment variable that makes a rank check its MPI calls: see {@link org.bipj.core.job.Job#checks}. Not set: the property decides. */
    public static final String CHECK = "BIPJ_CHECK";

    /** System property with the same meaning, for ranks in a JVM that runs already. Not set: calls are not checked. */
    public static final String CHECK_PROPERTY = "bipj.check";

    /** Environment variable with the folder in which a rank that is a process records its choices: see {@link org.bipj.core.job.Job#choiceFolder}. Not set: it does not. */
    public static final String RECORD = "BIPJ_RECORD";

    /** Environment variable with the folder whose choices a rank that is a process replays. Not set: it does not. */
    public static final String REPLAY = "BIPJ_REPLAY";

    /** Environment variable with the names and the ranks of process sets: see {@link org.bipj.core.job.family.ProcessSets}. Not set: there are none. */
    public static final String PSETS = "BIPJ_PSETS";

    /**
     * Environment variable, {@code none}: whatever launcher has started this process, it is a job of one rank. Not set or empty:
     * the launcher is recognised, see {@link org.bipj.core.job.ForeignLauncher#of}.
     */
    public static final String LAUNCHER = "BIPJ_LAUNCHER";

    /** Environment variable of a rank that shares its JVM with others, and of processes that it starts for itself. */
    public static final String SHARED_JVM = "BIPJ_SHARED_JVM";

    /** Environment variable: the directory of published names. Not set or empty: {@code .cache/bipj/names} in the user's home. */
    public static final String NAMES = "BIPJ_NAMES";

    /**
     * System property: {@code true} for a JVM that uses nothing but the JDK, {@code false} for one that uses Linux's functions and files.
     * Not set: {@code false} on Linux, {@code true} elsewhere. See {@link HostSystem}.
     */
    public static final String PORTABLE = "org.bipj.portable";

    /** Property of the JDK: the user's home. */
    public static final String HOME = "user.home";

    /** Property of the JDK: the operating system. */
    public static final String SYSTEM = "os.name";

    /** Property of the JDK: the directory of the JDK that runs this JVM. */
    public static final String JDK = "java.home";

    // ---- set by launchers of others; not set where another launcher, or none, has started the process ---------------

    /** PMIx: the job's name; Slurm's begin with {@code slurm.}. */
    public static final String PMIX_NAMESPACE = "PMIX_NAMESPACE";

    /** PMIx: the rank of this process. */
    public static final String PMIX_RANK = "PMIX_RANK";

    /** PMI: number of an open descriptor, the connection with the launcher. */
    public static final String PMI_DESCRIPTOR = "PMI_FD";

    /** PMI: host and port of the launcher, where there is no descriptor. */
    public static final String PMI_PORT = "PMI_PORT";

    /** PMI-1: number of ranks. By a port, the launcher names it later. */
    public static final String PMI_SIZE = "PMI_SIZE";

    /** PMI-2: the name of the job. */
    public static final String PMI_JOB = "PMI_JOBID";

    /** Slurm: the step that the process belongs to. */
    public static final String SLURM_STEP = "SLURM_STEPID";

    /** Slurm: the number of processes in this job step. */
    public static final String SLURM_STEP_SIZE = "SLURM_STEP_NUM_TASKS";

    /** Open MPI, and this library for programs that look for it: the number of the rank. */
    public static final String OPEN_MPI_RANK = "OMPI_COMM_WORLD_RANK";

    /** Open MPI, and this library as {@link #OPEN_MPI_RANK}: the number of ranks in the job. */
    public static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";

    private JobVariables() {}

    /** The value of a variable in this process's environment; null if it is not set. */
    public static @Nullable String value(String name) {
        return System.getenv(name);
    }

    /** The folder that {@link #RECORD} or {@link #REPLAY} names; null if neither is set. */
    public static @Nullable ChoiceFolder choiceFolder() {
        String replayed = value(REPLAY);
        String recorded = value(RECORD);
        return replayed != null
                ? new ChoiceFolder(Path.of(replayed), true)
                : recorded != null ? new ChoiceFolder(Path.of(recorded), false) : null;
    }

    /** The value of a system property of this JVM; null if it is not set. */
    public static @Nullable String property(String name) {
        return System.getProperty(name);
    }
}
