package org.bipj.core.machine;

import org.jspecify.annotations.Nullable;

/**
 * Says in one sentence that a program runs on a Java that is too old for this library, before one of the library's classes fails
 * with the number of its format. {@code mpirun} looks for a JDK; other launchers take the {@code java} that they find on a node.
 *
 * <p>Compiled for Java 8 (see the parent pom), as is each class that calls {@link #check} first.
 */
public final class RequiredJava {
    /** The oldest release that runs this library. */
    private static final int RELEASE = 25;

    private RequiredJava() {}

    /**
     * Does nothing on a Java that is new enough.
     *
     * @throws UnsupportedClassVersionError that says which Java runs, from where, and which is needed; without a stack trace
     */
    public static void check() {
        String problem = problem(System.getProperty("java.specification.version"), System.getProperty("java.home"));
        if (problem != null) {
            UnsupportedClassVersionError error = new UnsupportedClassVersionError(problem);
            error.setStackTrace(new StackTraceElement[0]);
            throw error;
        }
    }

    /** For main classes: writes that sentence to standard error and exits with code 1. */
    public static void orExit() {
        try {
            check();
        } catch (UnsupportedClassVersionError e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /**
     * As {@link #orExit()}, on a host of a job that was started elsewhere.
     *
     * @param launcher the Java that mpirun runs on
     */
    public static void orExit(String launcher) {
        String specification = System.getProperty("java.specification.version");
        if (isTooOld(specification)) {
            System.err.println("Java " + release(specification) + " from " + System.getProperty("java.home")
                    + " is too old: mpirun runs on Java " + launcher + ", and needs " + RELEASE
                    + " or newer on each host");
            System.exit(1);
        }
    }

    private static String release(String specification) {
        return specification.startsWith("1.") ? specification.substring(2) : specification;
    }

    private static boolean isTooOld(String specification) {
        return Integer.parseInt(release(specification)) < RELEASE;
    }

    /**
     * The sentence; null if there is nothing to say.
     *
     * @param specification "25", or "1.8"
     */
    static @Nullable String problem(String specification, String home) {
        if (!isTooOld(specification)) {
            return null;
        }
        return "BIPJ needs Java " + RELEASE + " or newer, and this is Java " + release(specification) + " from " + home
                + ": name the java of a newer JDK by its whole path";
    }
}
