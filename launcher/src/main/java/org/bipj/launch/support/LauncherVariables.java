package org.bipj.launch.support;

import java.util.Map;
import java.util.Properties;

/**
 * The environment variables and system properties that the launcher reads, in {@code mpirun}, in supervisors and in the JVM of ranks
 * that are threads. No other class of this module reads one, except the profile of a rank that is a process: it is loaded without
 * this class.
 */
public final class LauncherVariables {
    // ---- environment: the user's -----------------------------------------------------------------------------------

    /** Milliseconds from SIGTERM to SIGKILL. Not set or empty: 2000. */
    public static final String GRACE_MS = "BIPJ_GRACE_MS";

    /** Seconds in which nothing happens before a deadlock is reported, above 0, also fractions; for tests. Not set or empty: 5. */
    public static final String DEADLOCK_SECONDS = "BIPJ_DEADLOCK_SECONDS";

    /** Most supervisors that a process starts itself; for tests. Not set or empty: 32. */
    public static final String FANOUT = "BIPJ_FANOUT";

    /** Directory for files with stacks and for the agent of profiles. Not set or empty: {@link #TEMPORARY_FILES}. */
    public static final String TEMPORARY_DIRECTORY = "TMPDIR";

    /** {@code off}: no start-up caches. Not set: they are used and made. */
    public static final String AOT = "BIPJ_AOT";

    /** Where a user's caches are; not set or no absolute path: {@code .cache} in {@link #HOME}. */
    public static final String CACHES_OF_USER = "XDG_CACHE_HOME";

    /** The user's own directory. Not set or empty: there are no caches. */
    public static final String HOME = "HOME";

    /** Directories where commands are, with colons between. Not set: no command is found without a path. */
    public static final String SEARCH_PATH = "PATH";

    /** The JDK that scripts start. Not set: ranks get the launcher's. */
    public static final String JAVA_HOME = "JAVA_HOME";

    /** The class path of ranks whose command has none. Not set or empty: the working directory. */
    public static final String CLASS_PATH = "CLASSPATH";

    /**
     * What the name of a variable with JVM options begins with where the script {@code mpirun} has put it aside: the options are for
     * the ranks' JVMs and not for the launcher's.
     */
    public static final String KEPT = "BIPJ_KEPT_";

    /**
     * What {@code mpirun} has added to {@code JDK_JAVA_OPTIONS} for the JVMs that a script starts. A script that starts another {@code
     * mpirun} has it there too, and the ranks of that one are not to get it. Not set: nothing.
     */
    public static final String ADDED = "BIPJ_ADDED_JDK_JAVA_OPTIONS";

    /** In the JVM of ranks that share one: the session where it publishes what they do, once that is there. Not set: nowhere. */
    public static final String FIGURES = "BIPJ_FIGURES";

    // ---- environment: set by Slurm in an allocation, and not set elsewhere ------------------------------------------

    /** The number of the allocation. */
    public static final String SLURM_JOB = "SLURM_JOB_ID";

    /** The allocation's hosts, with ranges of numbers in brackets. */
    public static final String SLURM_NODES = "SLURM_JOB_NODELIST";

    /** {@link #SLURM_NODES} as older versions of Slurm name it. */
    public static final String SLURM_NODES_OLD = "SLURM_NODELIST";

    /** Tasks of each host; {@code 4(x2)} is two hosts with 4 each. */
    public static final String SLURM_TASKS = "SLURM_TASKS_PER_NODE";

    /** Processors of each host, in the same form; read where there is no number of tasks. */
    public static final String SLURM_CPUS = "SLURM_JOB_CPUS_PER_NODE";

    // ---- environment: set by others that start mpirun
    // ----------------------------------------------------------------

    /** A file of hosts, which Open MPI takes where options name none: Kubeflow's operator sets it. Not set or empty: there is none. */
    public static final String DEFAULT_HOSTFILE = "OMPI_MCA_orte_default_hostfile";

    // ---- system properties ------------------------------------------------------------------------------------------

    /** The jars of the library as a class path: set by the scripts. Not set: those of the library's loaded classes. */
    public static final String LIBRARY = "bipj.lib";

    /** The jars that a compiler needs beside the library, as a class path: set by the scripts. Not set: none. */
    public static final String FOR_COMPILER = "bipj.compile";

    /** How the user calls {@code mpirun}: set by the scripts. Not set: as in a clone. */
    public static final String COMMAND = "bipj.command";

    /**
     * The directory of the start-up caches: set by the scripts. Not set: jobs run without them. In a supervisor it is that of
     * {@code mpirun}, where this host may have other contents, or nothing.
     */
    public static final String CACHE = "bipj.cache";

    /** In the JVM of the launcher of a rehearsal: where rank 0 is to record its cache. Not set: it is no rehearsal. */
    public static final String REHEARSAL = "bipj.rehearsal";

    /** {@code true} if standard output is a terminal: set by the scripts. Not set: it is none. */
    public static final String TERMINAL = "bipj.terminal";

    /** {@code true} if standard error is a terminal: set by the scripts. Not set: it is none. */
    public static final String ERRORS_TERMINAL = "bipj.terminal.errors";

    /** {@code sim} for ranks in simulated time: set for programs, which may read it. Not set: time is real. */
    public static final String MODE = "bipj.mode";

    /** The folder of a rank's host, with {@code --ip}: set for programs, which may read it. Not set: there is none. */
    public static final String HOST_DIRECTORY = "bipj.host.dir";

    /**
     * Seconds of real time that a rank of a simulated job runs without a call of the library before that is reported, 1 to 1,000,000.
     * Not set: 10.
     */
    public static final String REPORT_SECONDS = "org.bipj.sim.reportSeconds";

    // ---- system properties of the JDK -------------------------------------------------------------------------------

    /** The directory of the JDK that runs this JVM. */
    public static final String JDK = "java.home";

    /** The release of the JDK that runs this JVM. */
    public static final String JDK_RELEASE = "java.version";

    /** The build of this JVM, on which its caches depend. */
    public static final String JVM_BUILD = "java.vm.version";

    /** The class path of this JVM. */
    public static final String OWN_CLASS_PATH = "java.class.path";

    /** The directory for temporary files. */
    public static final String TEMPORARY_FILES = "java.io.tmpdir";

    /** The characters of words that this JVM passes to the system. */
    public static final String SYSTEM_CHARACTERS = "sun.jnu.encoding";

    /** The environment of a run that has another one than this process; null: it has none of its own. */
    private static final InheritableThreadLocal<Map<String, String>> OF_RUN = new InheritableThreadLocal<>();

    private LauncherVariables() {}

    /** The current thread, and threads that it starts later, read another environment; null: that of this process. */
    static void enter(Map<String, String> environment) {
        OF_RUN.set(environment);
    }

    /** The value of a variable in this process's environment; null if it is not set. */
    public static String value(String name) {
        Map<String, String> own = OF_RUN.get();
        return own == null ? System.getenv(name) : own.get(name);
    }

    /** All variables in the environment of this process. */
    public static Map<String, String> all() {
        Map<String, String> own = OF_RUN.get();
        return own == null ? System.getenv() : own;
    }

    /** The value of a system property of this JVM; null if it is not set. */
    public static String property(String name) {
        return System.getProperty(name);
    }

    /** All system properties of this JVM. */
    public static Properties properties() {
        return System.getProperties();
    }

    /** True if a system property of this JVM is {@code true}. */
    public static boolean isTrue(String property) {
        return Boolean.getBoolean(property);
    }

    /** The directory for temporary files: of {@link #TEMPORARY_DIRECTORY}, else the JDK's. */
    public static String temporaryDirectory() {
        String given = value(TEMPORARY_DIRECTORY);
        return given == null || given.isEmpty() ? property(TEMPORARY_FILES) : given;
    }
}
