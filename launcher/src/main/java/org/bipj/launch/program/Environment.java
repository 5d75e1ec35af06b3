package org.bipj.launch.program;

import java.util.List;
import java.util.Map;

/**
 * The environment as the user set it. The script {@code mpirun} puts variables with JVM options aside, since they are
 * for the ranks' JVMs and not for the launcher's.
 */
public final class Environment {
    /** Variables out of which a JVM takes options. */
    static final List<String> OF_JVM = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String KEPT = "BIPJ_KEPT_";

    private Environment() {}

    /** Value of a variable; null if it is not set. */
    static String of(String name) {
        String kept = System.getenv(KEPT + name);
        return kept != null ? kept : System.getenv(name);
    }

    /** Removes JVM options from a copy of the launcher's environment. */
    public static void forget(Map<String, String> environment) {
        OF_JVM.forEach(name -> environment.remove(KEPT + name));
    }

    /** Makes a copy of the launcher's environment the user's again. */
    public static void restore(Map<String, String> environment) {
        for (String name : OF_JVM) {
            String kept = environment.remove(KEPT + name);
            if (kept != null) {
                environment.put(name, kept);
            }
        }
    }
}
