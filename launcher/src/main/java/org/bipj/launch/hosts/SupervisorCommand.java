package org.bipj.launch.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.JvmFlags;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.LauncherVariables;

/** The command that starts a supervisor: the JVM and the classes of mpirun itself, by the same paths. */
final class SupervisorCommand {
    /** A JVM names files, and passes arguments to ranks, in the characters that the first of these that is set allows. */
    private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LANG");

    /** By its name: a launcher that loaded it would put it into the start-up cache, which it is to check. */
    private static final String MAIN = "org.bipj.launch.hosts.supervisor.SupervisorMain";

    /** Of the JVM. */
    static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xmx512m",
            // As the script starts mpirun; the host may have another release, which may lack some of these.
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:CompileThresholdScaling=10",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-XX:-AOTReplayTraining",
            // Standard output belongs to the frames.
            "-XX:+DisplayVMOutputToStderr",
            // A cache that does not fit is no error. A word that names this subject would be one for a JVM that is
            // too old.
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED");

    private SupervisorCommand() {}

    static List<String> words() {
        List<String> words = new ArrayList<>(locale());
        words.add(Java.running().executable().toString());
        words.addAll(OPTIONS);
        words.addAll(caches());
        words.addAll(List.of("-cp", Library.withLauncher(), MAIN));
        words.add(Integer.toString(Runtime.version().feature()));
        return words;
    }

    /**
     * The start-up cache of {@code mpirun}, by its path: whether the host has it there, or another one, shows only there. One that
     * does not fit the JVM ignores, and says nothing.
     */
    private static List<String> caches() {
        String directory = LauncherVariables.property(LauncherVariables.CACHE);
        if (directory == null) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        words.add("-D" + LauncherVariables.CACHE + "=" + directory);
        words.add("-D" + LauncherVariables.LIBRARY + "=" + Library.classPath());
        if (StartCache.ofBuild().fits()) {
            words.add(JvmFlags.AOT_CACHE + Path.of(directory, StartCache.LAUNCHER));
        }
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
