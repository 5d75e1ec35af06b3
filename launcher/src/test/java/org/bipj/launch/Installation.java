package org.bipj.launch;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.bipj.launch.cache.CacheMaker;

/**
 * The library and the launcher as jars with start-up caches, as users have them: jobs start in half the time.
 *
 * @param library class path of the library
 * @param launcher the launcher's jar
 * @param caches folder of the caches
 */
public record Installation(String library, String launcher, Path caches) {
    /** What this JVM's compiler was told, the jobs' compilers are told too: most jobs end before the second one pays. */
    public static final List<String> COMPILER = Stream.of(System.getProperty("bipj.test.compiler", ""))
            .filter(flag -> !flag.isEmpty())
            .toList();

    /** A class of each part of the library, and last of the launcher. */
    private static final List<Class<?>> PLACES = Stream.<Class<?>>concat(Mpirun.PARTS.stream(), Stream.of(Main.class))
            .toList();

    /** One for all test JVMs of a build; it stays until a jar or class has changed. */
    public static final Installation SHARED = make();

    private static Installation make() {
        Path root = Path.of("target", "installation").toAbsolutePath();
        try {
            Files.createDirectories(root);
            try (FileChannel channel = FileChannel.open(root.resolve("lock"), CREATE, WRITE);
                    FileLock lock = channel.lock()) {
                return lock.isValid() ? make(root) : null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Installation make(Path root) throws IOException, InterruptedException {
        String stamp = stamp();
        Path made = root.resolve("stamp");
        boolean isMade = Files.exists(made) && Files.readString(made).equals(stamp);
        if (!isMade) {
            Files.deleteIfExists(made);
            remove(root.resolve("caches"));
        }
        List<String> jars = new ArrayList<>();
        for (Class<?> type : PLACES) {
            Path place = Mpirun.placeOf(type);
            Path jar = Files.isDirectory(place) ? root.resolve(type.getSimpleName() + ".jar") : place;
            if (!isMade && Files.isDirectory(place)) {
                write(jar, place);
            }
            jars.add(jar.toString());
        }
        Installation installation = new Installation(
                String.join(File.pathSeparator, jars.subList(0, jars.size() - 1)),
                jars.getLast(),
                root.resolve("caches/bipj/own"));
        if (!isMade) {
            installation.makeCaches();
            Files.writeString(made, stamp);
        }
        return installation;
    }

    /** Changes with what jars and caches are made of. */
    private static String stamp() throws IOException {
        StringBuilder stamp = new StringBuilder(Runtime.version().toString()).append('\n');
        for (Class<?> type : PLACES) {
            Path place = Mpirun.placeOf(type);
            try (Stream<Path> files = Files.walk(place)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    stamp.append(file)
                            .append(' ')
                            .append(Files.getLastModifiedTime(file))
                            .append('\n');
                }
            }
        }
        return stamp.toString();
    }

    private static void write(Path jar, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : files) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private void makeCaches() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Mpirun.JAVA.toString()));
        command.addAll(List.of("-Dbipj.cache=" + caches, "-Dbipj.lib=" + library, "-cp", classPath()));
        command.addAll(List.of(CacheMaker.class.getName(), Main.class.getName()));
        int code = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0 || !Files.exists(caches.resolve("stamp"))) {
            throw new IllegalStateException("no start-up caches, exit code " + code);
        }
        // Of tests whose hosts have other users.
        Files.setPosixFilePermissions(caches, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(caches.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Where the user has caches: the value of XDG_CACHE_HOME, by which supervisors find them too. */
    public Path cachesOfUser() {
        return caches.getParent().getParent();
    }

    /** Class path of the launcher's JVM. */
    public String classPath() {
        return library + File.pathSeparator + launcher;
    }

    /** Options of the launcher's JVM with which it starts fast, and lets ranks start fast: those of the script {@code mpirun}. */
    public List<String> fastStart() {
        return List.of(
                "-XX:CompileThresholdScaling=10",
                "-XX:-UsePerfData",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-XX:-AOTReplayTraining",
                "-Djdk.reflect.useNativeAccessorOnly=true",
                "-Dbipj.cache=" + caches,
                "-XX:AOTCache=" + caches.resolve("launcher.aot"),
                "-Xlog:aot=off",
                "-Xlog:cds=off");
    }

    private static void remove(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> tree = Files.walk(root)) {
                tree.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
