package org.bipj.launch.cache;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bipj.launch.command.OptionParser;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.process.Ending;
import org.bipj.launch.program.Environment;
import org.bipj.launch.program.Java;
import org.bipj.launch.program.JvmFlags;
import org.bipj.launch.program.ProgramBuilder;
import org.bipj.launch.program.RankJar;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.program.SearchPath;
import org.bipj.launch.sharedjvm.ThreadProgram;
import org.bipj.launch.system.Cores;
import org.bipj.launch.system.LauncherVariables;
import org.bipj.launch.system.ProcessGroup;

/**
 * Ahead-of-time caches that let the launcher and the ranks start in half the time. {@link CacheMaker} makes them, after
 * a build and after the first job that finds no valid ones. They are valid for one user, and for the jars and the JVM
 * with which they were made. Jobs run without them where they cannot be made.
 */
public final class StartCache {
    static final String LAUNCHER = "launcher.aot";
    static final String RANK = "rank.aot";
    static final String SHARED_JVM = "sharedjvm.aot";
    /** What the caches were made from, and the caches themselves by size and time; written when they are complete. */
    static final String STAMP = "stamp";
    /** Its time is that of the last failed attempt. */
    static final String FAILED = "failed";

    static final String LOG = "log";

    /** Lines of a stamp before the jars. */
    static final int STAMP_HEAD = 2;

    /** For one or two reflective calls, generating code takes longer than the calls. */
    static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

    private static final Duration RETRY = Duration.ofHours(1);

    /** Null if caches are disabled. */
    private final Path directory;

    StartCache(Path directory) {
        this.directory = directory;
    }

    /** The caches of this build: in the directory that the system property {@code bipj.cache} names. */
    public static StartCache ofBuild() {
        String directory = LauncherVariables.property(LauncherVariables.CACHE);
        return new StartCache(directory == null ? null : Path.of(directory));
    }

    /** True in the launcher of a rehearsal. */
    public static boolean isRehearsal() {
        return LauncherVariables.property(LauncherVariables.REHEARSAL) != null;
    }

    /** The cache of ranks in these modes: processes have another one than a JVM that holds all ranks. Null if there is no valid one. */
    public Path of(Options.Mode mode) {
        // A rehearsal comes this far for the sake of the launcher's cache.
        return directory == null || !fits() || isRehearsal() ? null : directory.resolve(name(mode));
    }

    private static String name(Options.Mode mode) {
        return mode == Options.Mode.PROCESS ? RANK : SHARED_JVM;
    }

    /** True if there are caches, made with these jars and this JVM, and unchanged since. */
    boolean fits() {
        try {
            Path file = directory.resolve(STAMP);
            return Files.exists(file) && Files.readString(file).equals(stamp());
        } catch (IOException e) {
            return false;
        }
    }

    /** What the caches depend on: the JVM, and name, size and time of each jar; then the same of the caches. */
    String stamp() throws IOException {
        StringBuilder stamp = new StringBuilder(LauncherVariables.property(LauncherVariables.JDK))
                .append('\n')
                .append(LauncherVariables.property(LauncherVariables.JVM_BUILD))
                .append('\n');
        for (String jar :
                LauncherVariables.property(LauncherVariables.OWN_CLASS_PATH).split(File.pathSeparator)) {
            append(stamp, jar, Path.of(jar));
        }
        append(stamp, LAUNCHER, directory.resolve(LAUNCHER));
        append(stamp, RANK, directory.resolve(RANK));
        append(stamp, SHARED_JVM, directory.resolve(SHARED_JVM));
        Path jar = rankJar().file();
        append(stamp, jar.getFileName().toString(), jar);
        return stamp.toString();
    }

    private RankJar rankJar() {
        return RankJar.beside(directory.resolve(RANK));
    }

    private static void append(StringBuilder stamp, String name, Path file) throws IOException {
        stamp.append(name).append(' ').append(Files.size(file)).append(' ');
        stamp.append(Files.getLastModifiedTime(file).toMillis()).append('\n');
    }

    /**
     * Starts a process that makes caches if there are no valid ones, and does not wait for it. Called after a job.
     *
     * @param launcher the main class of {@code mpirun}
     */
    public void refresh(Class<?> launcher) {
        if (directory == null || isRehearsal() || fits() || hasFailed() || !canBeMade()) {
            return;
        }
        List<String> command = new ArrayList<>(ProcessGroup.LEADER);
        Path nice = SearchPath.find("nice");
        if (nice != null) {
            command.add(nice.toString());
        }
        command.add(Java.running().executable().toString());
        command.addAll(launcherFlags(directory));
        command.addAll(List.of(CacheMaker.class.getName(), launcher.getName()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        // The caches are for all runs, whatever options the user wants in this one.
        Environment.forget(builder.environment());
        try {
            builder.start();
        } catch (IOException e) {
            System.getLogger(StartCache.class.getName()).log(System.Logger.Level.DEBUG, "cannot start " + command, e);
        }
    }

    /** Creates the directory of the caches if it is missing; true if it is writable. */
    boolean canBeMade() {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return Files.isWritable(directory);
        } catch (IOException e) {
            return false;
        }
    }

    /** True if an attempt has failed within the last hour: the next one would fail, too. */
    private boolean hasFailed() {
        try {
            return Files.getLastModifiedTime(directory.resolve(FAILED))
                    .toInstant()
                    .isAfter(Instant.now().minus(RETRY));
        } catch (IOException e) {
            return false;
        }
    }

    /** Options of a launcher's JVM that works for the caches. */
    static List<String> launcherFlags(Path directory) {
        return List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                NATIVE_REFLECTION,
                "-D" + LauncherVariables.CACHE + "=" + directory,
                "-D" + LauncherVariables.LIBRARY + "=" + LauncherVariables.property(LauncherVariables.LIBRARY),
                "-cp",
                LauncherVariables.property(LauncherVariables.OWN_CLASS_PATH));
    }

    /**
     * Options of a JVM that writes a cache. The cache has no profiles: replaying them occupies the compilers at the
     * start of each rank, which slows short programs down.
     */
    static List<String> recording(Path cache) {
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache);
    }

    /** In the launcher of a rehearsal: what its ranks run. */
    public static RankProgram rehearsalProgram(ProgramBuilder builder) throws IOException {
        // Linked for the launcher's cache: the JDK calls a method of this shape, and would generate the code in each
        // run.
        Supplier<Object> shape = Options.Mode::values;
        if (shape.get() == null) {
            throw new IllegalStateException("an empty enum");
        }
        // So that jobs that fail end fast, too.
        Ending.rehearse();
        Java java = Java.running();
        List<String> command = new ArrayList<>();
        command.add(java.executable().toString());
        command.addAll(builder.flags(java, List.of()));
        Path cache = Path.of(LauncherVariables.property(LauncherVariables.REHEARSAL));
        command.addAll(List.of("-cp", ofBuild().rankJar().file().toString(), "org.bipj.shm.Rehearsal"));
        Class<?> program = RehearsalProgram.class;
        command.add(inFolder(program, cache.resolveSibling("program")).toUri().toString());
        command.add(program.getName());
        return RankProgram.java(command, recording(cache));
    }

    /**
     * The command of a JVM that holds all ranks of a simulated job, and records its cache. Ranks that are threads use that, too:
     * nearly all of their classes are in it.
     *
     * @param cache where the cache is to be recorded
     */
    List<String> sharedJvmRehearsal(Path cache) throws IOException {
        Class<?> program = RehearsalProgram.class;
        Path folder = inFolder(program, cache.resolveSibling("shared"));
        Options options = OptionParser.parse(
                List.of("--mode", "sim", "-n", "2", "java", "-cp", folder.toString(), program.getName()));
        Path used = directory.resolve(SHARED_JVM);
        List<String> command =
                new ArrayList<>(ThreadProgram.build(options, new Placement(options, Cores.OF_PROCESS), used)
                        .command());
        command.remove(JvmFlags.AOT_CACHE + used);
        command.addAll(command.indexOf("-cp"), recording(cache));
        return command;
    }

    /** Puts a class into a folder, out of which most programs are started: the JVM's classes for that are cached, too. */
    private static Path inFolder(Class<?> type, Path folder) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, file);
        }
        return folder;
    }
}
