package org.bipj.launch.hosts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.program.Java;
import org.bipj.launch.program.Library;
import org.bipj.launch.supervisor.SupervisorMain;
import org.bipj.launch.system.LauncherVariables;

/** The command that starts a supervisor: the JVM and the classes of mpirun itself, by the same paths. */
final class SupervisorCommand {
    private static final String CACHE = "launcher.aot";
    /** A JVM names files, and passes arguments to ranks, in the characters that the first of these that is set allows. */
    private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LANG");

    private SupervisorCommand() {}

    static List<String> words() {
        List<String> words = new ArrayList<>(locale());
        words.addAll(List.of(
                Java.running().executable().toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx512m",
                // Standard output belongs to the frames.
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "--enable-native-access=ALL-UNNAMED"));
        String caches = LauncherVariables.property(LauncherVariables.CACHE);
        // A host without the cache starts without it.
        if (caches != null && Files.exists(Path.of(caches, CACHE))) {
            words.add("-XX:AOTCache=" + Path.of(caches, CACHE));
        }
        words.addAll(List.of("-cp", Library.withLauncher(), SupervisorMain.class.getName()));
        return words;
    }

    /** Words that give another host the locale of this one: ssh passes it on only where both ends are set up for it. */
    private static List<String> locale() {
        List<String> words = new ArrayList<>();
        for (String name : LOCALE) {
            String value = LauncherVariables.value(name);
            if (value != null && !value.isEmpty()) {
                words.add(name + "=" + value);
            }
        }
        if (!words.isEmpty()) {
            words.addFirst("env");
        }
        return words;
    }
}
