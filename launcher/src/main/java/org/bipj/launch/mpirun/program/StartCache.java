package org.bipj.launch.mpirun.program;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.ProcessGroup;

/**
 * Ahead-of-time caches that let the launcher and the ranks start in half the time. {@code CacheMaker} makes them, after
 * a build and after the first job that finds no valid ones. They are valid for one user, and for the jars and the JVM
 * with which they were made. Jobs run without them where they cannot be made.
 *
 * <p>Each host of a job has its own: their directory has the same name on all hosts, under the home of the user there.
 */
public final class StartCache {
    /** The cache of {@code mpirun} and of supervisors. */
    public static final String LAUNCHER = "launcher.aot";
    /** The cache of ranks that are processes of a job of one host. */
    public static final String RANK = "rank.aot";
    /** That of ranks of several hosts. A JVM links all that its cache has, so ranks of one host would begin later with this one. */
    public static final String RANK_OF_HOSTS = "rankhosts.aot";
    /** The cache of a JVM that holds all ranks. */
    public static final String SHARED_JVM = "sharedjvm.aot";
    /** The cache of a JVM that holds simulated hosts ({@code --ip}), whose objects have longer headers. */
    public static final String HOSTS_JVM = "hostsjvm.aot";
    /** What the caches were made from, and the caches themselves by size and time; written when they are complete. */
    public static final String STAMP = "stamp";
    /** A file whose time is that of the last failed attempt to make caches. */
    public static final String FAILED = "failed";

    /** The output of the last rehearsal. */
    public static final String LOG = "log";

    /** Lines of a stamp before the jars. */
    public static final int STAMP_HEAD = 2;

    /** For one or two reflective calls, generating code takes longer than the calls. */
    static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

    /** Stands for the directory of the caches in commands for other hosts: {@link #command}. */
    static final String OF_HOST = "%{bipj.cache}";

    private static final String MAKER = "org.bipj.launch.cache.CacheMaker";
    private static final String MPIRUN = "org.bipj.launch.Main";
    private static final Duration RETRY = Duration.ofHours(1);

    /** The directory of the caches; null if there are none. */
    private final Path directory;

    /**
     * Caches in a directory.
     *
     * @param directory null: caches are disabled
     */
    public StartCache(Path directory) {
        this.directory = directory;
    }

    /** The caches of this build: in the directory that the system property {@code bipj.cache} names. */
    public static StartCache ofBuild() {
        String directory = LauncherVariables.property(LauncherVariables.CACHE);
        return new StartCache(directory == null || HostSystem.isPortable() ? null : Path.of(directory));
    }

    /**
     * The caches that this host has of the build that {@code mpirun} runs, for its supervisor: the directory of the same name, where
     * the script {@code mpirun} would look for it here. Disabled where they are so for {@code mpirun}, or here, or where the user has
     * no home.
     */
    public static StartCache ofHost() {
        String there = LauncherVariables.property(LauncherVariables.CACHE);
        String base = LauncherVariables.value(LauncherVariables.CACHES_OF_USER);
        String home = LauncherVariables.value(LauncherVariables.HOME);
        boolean isOff = there == null || "off".equals(LauncherVariables.value(LauncherVariables.AOT));
        if (base == null || !base.startsWith("/")) {
            base = home == null || home.isEmpty() ? null : home + "/.cache";
        }
        try {
            return new StartCache(
                    isOff || base == null
                            ? null
                            : Path.of(base, "bipj", Path.of(there).getFileName().toString()));
        } catch (InvalidPathException e) {
            // The home has characters that this JVM's locale lacks.
            return new StartCache(null);
        }
    }

    /** False if jobs are to run without caches. */
    public boolean isEnabled() {
        return directory != null;
    }

    /** True in the launcher of a rehearsal. */
    public static boolean isRehearsal() {
        return LauncherVariables.property(LauncherVariables.REHEARSAL) != null;
    }

    /** The cache of a job's ranks: processes have another one than a JVM that holds all ranks. Null if there is no valid one. */
    public Path of(Options options) {
        return valid(options.mode() == Options.Mode.PROCESS ? RANK : options.ip() ? HOSTS_JVM : SHARED_JVM);
    }

    private Path valid(String name) {
        // A rehearsal comes this far for the sake of the launcher's cache.
        return !fits() || isRehearsal() ? null : directory.resolve(name);
    }

    /**
     * The command of ranks of this host.
     *
     * @param plain for a host without a valid cache
     * @param cached for one that has it: {@link RankProgram#cached}; empty if there is no such command
     */
    public List<String> command(List<String> plain, List<String> cached) {
        Path cache = cached.isEmpty() ? null : valid(RANK);
        return cache == null
                ? plain
                : cached.stream()
                        .map(word -> word.replace(OF_HOST, directory.toString()))
                        .toList();
    }

    /** True if there are caches that this user may read, made with these jars and this JVM, and unchanged since. */
    public boolean fits() {
        if (directory == null) {
            return false;
        }
        try {
            Path file = directory.resolve(STAMP);
            return Files.exists(file) && Files.readString(file).equals(stamp());
        } catch (IOException e) {
            return false;
        }
    }

    /** What the caches depend on: the JVM, and name, size and time of each jar; then the same of the caches. */
    public String stamp() throws IOException {
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
        append(stamp, RANK_OF_HOSTS, directory.resolve(RANK_OF_HOSTS));
        append(stamp, SHARED_JVM, directory.resolve(SHARED_JVM));
        append(stamp, HOSTS_JVM, directory.resolve(HOSTS_JVM));
        Path jar = rankJar().file();
        append(stamp, jar.getFileName().toString(), jar);
        return stamp.toString();
    }

    /** The first jar of the ranks' class path. */
    public RankJar rankJar() {
        return RankJar.beside(directory.resolve(RANK));
    }

    private static void append(StringBuilder stamp, String name, Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("cannot read " + file);
        }
        stamp.append(name).append(' ').append(Files.size(file)).append(' ');
        stamp.append(Files.getLastModifiedTime(file).toMillis()).append('\n');
    }

    /**
     * Starts a process that makes caches if there are no valid ones, and does not wait for it. Called after a job, on each of its
     * hosts.
     */
    public void refresh() {
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
        command.addAll(List.of(MAKER, MPIRUN));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(Redirect.from(HostSystem.nothing()))
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
    public boolean canBeMade() {
        try {
            Files.createDirectories(directory, HostSystem.mode("rwx------"));
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
    public static List<String> launcherFlags(Path directory) {
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
}
