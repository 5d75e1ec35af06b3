package org.bipj.mpi.engine;

/** The environment variables and system properties that this module reads; no other class of it reads one. */
public final class MpiVariables {
    /**
     * Environment variable that makes receives refuse data of other types than their own: {@code on}, or {@code off} as if
     * it were not set. Some jobs {@linkplain org.bipj.core.job.Job#checksTypes do so anyway}.
     */
    public static final String CHECK_TYPES = "BIPJ_CHECK_TYPES";

    /**
     * Environment variable that raises the thread level of {@code MPI.Init}, for programs of libraries that always gave the highest
     * one: {@code single}, {@code funneled}, {@code serialized} or {@code multiple}. Not set or empty: {@code single}.
     */
    public static final String THREAD_LEVEL = "BIPJ_THREAD_LEVEL";

    /**
     * Environment variable: how many arguments {@code mpjrun.sh} puts before the program's own, as MPJ Express does, 0 to 9. Not
     * set: 0.
     */
    public static final String MPJ_ARGUMENTS = "BIPJ_MPJ_ARGUMENTS";

    /** Environment variable with the classes of the rank's {@link mpi.MpiListener}s, separated by commas. Not set: none. */
    public static final String LISTENERS = "BIPJ_LISTENERS";

    /**
     * System property with the milliseconds after which the checker looks at a wait; 0: in each round. Not set, or no number: 20.
     * For tests; verdicts do not depend on it.
     */
    public static final String CHECK_PATIENCE = "bipj.check.patience";

    /** Property of the JDK: the directory for temporary files. */
    public static final String TEMPORARY_FILES = "java.io.tmpdir";

    /** Property of the JDK: the architecture of the processor. */
    public static final String ARCHITECTURE = "os.arch";

    /** Property of the JDK: the working directory. */
    public static final String WORKING_DIRECTORY = "user.dir";

    private MpiVariables() {}

    /** The value of a variable in this process's environment; null if it is not set. */
    public static String value(String name) {
        return System.getenv(name);
    }

    /** The value of a system property of this JVM; empty if it is not set. */
    public static String property(String name) {
        return System.getProperty(name, "");
    }

    /** The value of a system property of this JVM as a number; {@code otherwise} if it is not set, or no number. */
    public static int number(String property, int otherwise) {
        return Integer.getInteger(property, otherwise);
    }
}
