package org.bipj.launch;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ahead-of-time caches that let the launcher and the ranks start in half the time. Made on first use, by a rehearsal: a
 * job of two ranks that the JVMs watch. They belong to the user, and to the very jars and JVM that they were made with;
 * where they cannot be made, all goes on without.
 */
final class StartCache {
    /** In the JVM of the launcher of a rehearsal: where rank 0 is to record its cache. */
    private static final String REHEARSAL = "bipj.rehearsal";

    private static final String LAUNCHER = "launcher.aot";
    private static final String RANK = "rank.aot";
    private static final String STAMP = "stamp";
    private static final String LOG = "log";

    /** Lines of a stamp before the jars. */
    private static final int STAMP_HEAD = 2;

    private static final long REHEARSAL_LIMIT_SECONDS = 30;

    private final Path directory;

    private StartCache(Path directory) {
        this.directory = directory;
    }

    /** True in the launcher of a rehearsal. */
    static boolean isRehearsal() {
        return System.getProperty(REHEARSAL) != null;
    }

    /** The ranks' cache, made now if need be; null if there is none. */
    static Path ofRanks() {
        String directory = System.getProperty("bipj.cache");
        if (directory == null) {
            return null;
        }
        try {
            StartCache cache = new StartCache(Path.of(directory));
            String stamp = stamp();
            boolean fits = cache.fits(stamp);
            if (isRehearsal()) {
                // It has come this far for the sake of the launcher's cache.
                return null;
            }
            if (!fits) {
                cache.make(stamp);
            }
            Path ranks = cache.directory.resolve(RANK);
            return cache.fits(stamp) && Files.isReadable(ranks) ? ranks : null;
        } catch (IOException e) {
            System.getLogger(StartCache.class.getName())
                    .log(System.Logger.Level.DEBUG, "no start-up cache in " + directory, e);
            return null;
        }
    }

    /** What the caches depend on: the JVM, and name, size and time of each jar. */
    private static String stamp() throws IOException {
        StringBuilder stamp = new StringBuilder(System.getProperty("java.home"))
                .append('\n')
                .append(System.getProperty("java.vm.version"))
                .append('\n');
        String jars = System.getProperty("java.class.path", "");
        for (String jar : jars.split(File.pathSeparator)) {
            Path file = Path.of(jar);
            stamp.append(jar).append(' ').append(Files.size(file)).append(' ');
            stamp.append(Files.getLastModifiedTime(file).toMillis()).append('\n');
        }
        return stamp.toString();
    }

    private boolean fits(String stamp) throws IOException {
        Path file = directory.resolve(STAMP);
        return Files.exists(file) && Files.readString(file).equals(stamp);
    }

    private void make(String stamp) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (FileChannel channel = FileChannel.open(
                        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            // Another launcher is at it: this job starts without. Or it has just finished.
            if (lock == null || fits(stamp)) {
                return;
            }
            Files.deleteIfExists(directory.resolve(STAMP));
            Path scratch = Files.createTempDirectory(directory, "new");
            try {
                rehearse(scratch);
                install(scratch, LAUNCHER);
                install(scratch, RANK);
            } finally {
                remove(scratch);
            }
            removeOrphans(directory.getParent());
            // Also where nothing came out: it would not the next time either.
            Files.writeString(scratch.resolveSibling(STAMP + ".new"), stamp);
            Files.move(directory.resolve(STAMP + ".new"), directory.resolve(STAMP), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Removes caches of builds that are no longer there. */
    private static void removeOrphans(Path caches) throws IOException {
        try (var directories = Files.newDirectoryStream(caches)) {
            for (Path each : directories) {
                Path stamp = each.resolve(STAMP);
                if (Files.exists(stamp) && isOrphaned(Files.readAllLines(stamp))) {
                    remove(each);
                }
            }
        }
    }

    /** True if a jar is missing that a stamp names. */
    private static boolean isOrphaned(List<String> stamp) {
        return stamp.stream()
                .skip(STAMP_HEAD)
                .map(line -> line.replaceFirst(" \\d+ \\d+$", ""))
                .anyMatch(jar -> Files.notExists(Path.of(jar)));
    }

    private void install(Path scratch, String name) throws IOException {
        if (Files.exists(scratch.resolve(name))) {
            Files.move(scratch.resolve(name), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.deleteIfExists(directory.resolve(name));
        }
    }

    private static void remove(Path scratch) throws IOException {
        try (var files = Files.newDirectoryStream(scratch)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(scratch);
    }

    /** Runs the launcher with a job of two ranks; both it and rank 0 record what they load and write their caches. */
    private void rehearse(Path scratch) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Java.running().executable().toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dbipj.cache=" + directory);
        command.addAll(recording(scratch.resolve(LAUNCHER)));
        command.add("-D" + REHEARSAL + "=" + scratch.resolve(RANK));
        command.add("-Dbipj.lib=" + System.getProperty("bipj.lib"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "-n", "2"));
        command.addAll(List.of("java", "-cp", ".", "Rehearsal", "1"));
        Process launcher = new ProcessBuilder(command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(LOG).toFile())
                .start();
        try {
            if (!launcher.waitFor(REHEARSAL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                launcher.destroy();
                launcher.waitFor();
            }
        } catch (InterruptedException e) {
            launcher.destroy();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Options of a JVM that writes a cache. Without profiles: replaying them has the compilers work at the start of
     * every rank, which costs short programs more than it gives.
     */
    static List<String> recording(Path cache) {
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache);
    }

    /** In the launcher of a rehearsal: what its ranks run. */
    static RankProgram rehearsalProgram(ProgramBuilder builder) {
        // Linked for the launcher's cache: the JDK calls a method of this shape, and would generate the code in each
        // run.
        Supplier<Object> shape = Options.Mode::values;
        if (shape.get() == null) {
            throw new IllegalStateException("an enum has values");
        }
        Java java = Java.running();
        List<String> command = new ArrayList<>();
        command.add(java.executable().toString());
        command.addAll(builder.flags(java, List.of()));
        command.addAll(List.of("-cp", Library.classPath(), "org.bipj.shm.Rehearsal"));
        Class<?> program = RehearsalProgram.class;
        command.add(program.getProtectionDomain().getCodeSource().getLocation().toString());
        command.add(program.getName());
        return RankProgram.recorded(command, Path.of(System.getProperty(REHEARSAL)));
    }
}
