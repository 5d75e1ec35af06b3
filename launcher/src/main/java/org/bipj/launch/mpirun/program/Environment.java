package org.bipj.launch.mpirun.program;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.shm.ShmSession;

/**
 * The environment as the user set it. The script {@code mpirun} puts variables with JVM options aside, since they are
 * for the ranks' JVMs and not for the launcher's.
 */
public final class Environment {
    /** Variables out of which a JVM takes options. */
    static final List<String> OF_JVM = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String OWN = "BIPJ_";

    /** Of a rank of another job, where that runs mpirun. */
    private static final List<String> OF_A_JOB =
            List.of(ShmSession.PARENTS, ShmSession.UNIVERSE, LauncherVariables.ADDED);

    /** What the names of UCX's variables begin with. */
    private static final String UCX = "UCX_";

    private Environment() {}

    /** Value of a variable; null if it is not set. */
    static String of(String name) {
        String kept = LauncherVariables.value(LauncherVariables.KEPT + name);
        return ofUser(name, kept != null ? kept : LauncherVariables.value(name));
    }

    /** The value without what another mpirun has added to it, of whose job this one is a rank; null if the user set none. */
    private static String ofUser(String name, String value) {
        String added = LauncherVariables.value(LauncherVariables.ADDED);
        if (value == null || added == null || !name.equals(EnvironmentOptions.OF_COMMAND) || !value.contains(added)) {
            return value;
        }
        String own = value.replace(added, "").strip();
        return own.isEmpty() ? null : own;
    }

    /** The user's variables that hold for ranks on other hosts too: the library's, UCX's, those of JVMs, and named ones. */
    public static Map<String, String> forOtherHosts(List<String> named) {
        Map<String, String> all = new LinkedHashMap<>();
        LauncherVariables.all().forEach((name, value) -> {
            if (name.startsWith(OWN) && !OF_A_JOB.contains(name) && !name.startsWith(LauncherVariables.KEPT)
                    || name.startsWith(UCX)) {
                all.put(name, value);
            }
        });
        Stream.concat(OF_JVM.stream(), named.stream()).forEach(name -> {
            String value = of(name);
            if (value != null) {
                all.put(name, value);
            }
        });
        return all;
    }

    /** Removes JVM options from a copy of the launcher's environment. */
    public static void forget(Map<String, String> environment) {
        OF_JVM.forEach(name -> environment.remove(LauncherVariables.KEPT + name));
    }

    /**
     * Makes a copy of the launcher's environment the user's again. A rank that runs mpirun has there what its own launcher has said of its
     * job.
     */
    public static void restore(Map<String, String> environment) {
        environment.remove(JobVariables.RECORD);
        environment.remove(JobVariables.REPLAY);
        environment.keySet().removeAll(OF_A_JOB);
        for (String name : OF_JVM) {
            environment.remove(LauncherVariables.KEPT + name);
            String value = of(name);
            if (value == null) {
                environment.remove(name);
            } else {
                environment.put(name, value);
            }
        }
    }
}
