package org.bipj.launch.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bipj.launch.system.LauncherVariables;

/**
 * Lets a script that ends in {@code java} find the library, whatever class path it gives and wherever it finds its JVM:
 * by {@code JDK_JAVA_OPTIONS}, which every {@code java} command reads. There the library goes behind the JDK's own
 * classes, the only class path that no option replaces. The collector is the JVM's choice, since two choices are an
 * error.
 */
public final class ScriptSupport {
    /** How the line begins that a JVM prints when it finds options in this variable. */
    public static final String NOTE = "NOTE: Picked up JDK_JAVA_OPTIONS:";

    private static final String OPTIONS = "JDK_JAVA_OPTIONS";

    private ScriptSupport() {}

    /** Variables under which a script runs. */
    static Map<String, String> environment(ProgramBuilder builder, int ranks, List<String> added) {
        Map<String, String> environment = new HashMap<>();
        String given = builder.variable(OPTIONS);
        List<String> words = given == null ? List.of() : ArgumentFile.parse(given);
        List<String> flags = new ArrayList<>();
        flags.add("--enable-native-access=ALL-UNNAMED");
        flags.add("-Xbootclasspath/a:" + Library.classPath());
        flags.addAll(new JvmFlags(words, List.of()).mildDefaults(ranks));
        flags.addAll(added);
        String ours = flags.stream().map(ScriptSupport::quoted).collect(Collectors.joining(" "));
        environment.put(OPTIONS, given == null ? ours : ours + " " + given);
        useRunningJdk(builder, environment);
        return environment;
    }

    /** Quoted words may contain blanks. */
    private static String quoted(String word) {
        return word.indexOf(' ') < 0 && word.indexOf('\\') < 0 ? word : '"' + word.replace("\\", "\\\\") + '"';
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
        if (home == null || !Java.isNewEnough(Path.of(home, "bin", "java"))) {
            environment.put(
                    LauncherVariables.JAVA_HOME, running.getParent().getParent().toString());
        }
    }
}
