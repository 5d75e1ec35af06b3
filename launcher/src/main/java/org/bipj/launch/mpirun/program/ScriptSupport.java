package org.bipj.launch.mpirun.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;

/**
 * Lets a script that ends in {@code java} find the library, whatever class path it gives and wherever it finds its JVM:
 * by {@code JDK_JAVA_OPTIONS}, which every {@code java} command reads. There the library goes behind the JDK's own
 * classes, the only class path that no option replaces. The collector is the JVM's choice, since two choices are an
 * error.
 */
public final class ScriptSupport {
    /** How the line begins that a JVM prints when it finds options in this variable. */
    public static final String NOTE = "NOTE: Picked up JDK_JAVA_OPTIONS:";

    /** The variable. */
    public static final String OPTIONS = EnvironmentOptions.OF_COMMAND;

    private ScriptSupport() {}

    /** Variables by which a JVM that a script starts gets the library and its options. */
    static Map<String, String> environment(ProgramBuilder builder, int ranks, List<String> added) {
        Map<String, String> environment = new HashMap<>();
        String value = builder.variable(OPTIONS);
        EnvironmentOptions options = options(builder, value);
        String given = options.changed().getOrDefault(OPTIONS, value);
        List<String> flags = new ArrayList<>();
        flags.add("--enable-native-access=ALL-UNNAMED");
        flags.add("-Xbootclasspath/a:" + Library.classPath());
        flags.addAll(new JvmFlags(options.words(), List.of()).mildDefaults(ranks));
        flags.addAll(added);
        String ours = ArgumentExpansion.variable(flags);
        environment.put(OPTIONS, given == null ? ours : ours + " " + given);
        environment.put(LauncherVariables.ADDED, ours);
        useRunningJdk(builder, environment);
        return environment;
    }

    /** Adds an option to those of a rank's variables. */
    public static void add(String option, Map<String, String> environment) {
        String before = environment.get(LauncherVariables.ADDED);
        String ours = before + " " + option;
        environment.compute(OPTIONS, (name, value) -> ours + value.substring(before.length()));
        environment.put(LauncherVariables.ADDED, ours);
    }

    /** The user's options; none if their files are not here: the script may start its JVM in another directory. */
    private static EnvironmentOptions options(ProgramBuilder builder, String value) {
        try {
            return EnvironmentOptions.of(name -> name.equals(OPTIONS) ? value : null, builder::resolve);
        } catch (LaunchException e) {
            return EnvironmentOptions.of(name -> null, builder::resolve);
        }
    }

    /** Puts the launcher's JDK where scripts look for one, unless what they find there is new enough. */
    private static void useRunningJdk(ProgramBuilder builder, Map<String, String> environment) {
        Path running = Java.running().executable();
        Path found = SearchPath.find("java");
        if (found == null || !Java.isNewEnough(found)) {
            String path = builder.variable(LauncherVariables.SEARCH_PATH);
            environment.put(LauncherVariables.SEARCH_PATH, running.getParent() + (path == null ? "" : ":" + path));
        }
        String home = builder.variable(LauncherVariables.JAVA_HOME);
        if (home == null || !Java.isNewEnough(HostSystem.java(home))) {
            environment.put(
                    LauncherVariables.JAVA_HOME, running.getParent().getParent().toString());
        }
    }
}
