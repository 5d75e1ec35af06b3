package org.bipj.bench;

/** The environment variables and system properties that the benchmarks read; there is no other place that reads one. */
final class BenchVariables {
    /** The session directory, where ranks are processes that {@code mpirun} started. */
    static final String SESSION = "BIPJ_SESSION";

    private static final String CHECK = "BIPJ_CHECK";

    /** System property: {@code sim} in simulated jobs. */
    private static final String MODE = "bipj.mode";

    /** System properties of the JDK, by their names there. */
    private static final String VM_NAME = "java.vm.name";

    private static final String VM_VERSION = "java.vm.version";
    private static final String ARCHITECTURE = "os.arch";
    private static final String TEMPORARY_FILES = "java.io.tmpdir";

    private BenchVariables() {}

    /** The session directory; null where ranks are no processes of {@code mpirun}. */
    static String session() {
        return System.getenv(SESSION);
    }

    /** True in jobs that {@code mpirun --check} checks: their times are not those of others. */
    static boolean isChecked() {
        return System.getenv(CHECK) != null;
    }

    /**
     * True if the job runs in virtual time: nothing has to be warmed up there, and each repetition takes as long as the
     * first.
     */
    static boolean isSimulated() {
        return "sim".equals(System.getProperty(MODE));
    }

    /** The name and version of the JVM. */
    static String vm() {
        return System.getProperty(VM_NAME) + " " + System.getProperty(VM_VERSION);
    }

    static String architecture() {
        return System.getProperty(ARCHITECTURE);
    }

    static String temporaryFiles() {
        return System.getProperty(TEMPORARY_FILES);
    }
}
