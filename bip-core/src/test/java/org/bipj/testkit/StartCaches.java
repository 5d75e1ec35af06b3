package org.bipj.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The library and the launcher as jars with start-up caches, as users have them: jobs start in half the time. All modules whose tests
 * start jobs share the caches of a build; they are made for the first of them, and stay until a jar or class has changed.
 *
 * @param library class path of the library
 * @param launcher the launcher's jar
 * @param caches folder of the caches
 */
public record StartCaches(String library, String launcher, Path caches) {
    /** What this JVM's compiler was told, the jobs' compilers are told too: most jobs end before the second one pays. */
    public static final List<String> COMPILER = Stream.of(System.getProperty("bipj.test.compiler", ""))
            .filter(flag -> !flag.isEmpty())
            .toList();

    private static final String CLASSES = "classes";

    /**
     * The caches of this build.
     *
     * @param maker the main class of the process that makes them
     * @param main that of {@code mpirun}
     * @param parts a class of each part of the library, in the order of its class path
     */
    public static StartCaches of(Class<?> maker, Class<?> main, List<Class<?>> parts) {
        List<Path> places = Stream.concat(parts.stream(), Stream.of(main))
                .map(StartCaches::placeOf)
                .toList();
        Path root = root().resolve("target/start-caches")
                .resolve(Integer.toHexString(places.toString().hashCode()));
        try {
            Files.createDirectories(root);
            try (FileChannel channel = FileChannel.open(root.resolve("lock"), CREATE, WRITE);
                    FileLock lock = channel.lock()) {
                return lock.isValid() ? make(root, places, List.of(maker.getName(), main.getName())) : null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the project, of which this is a module's folder. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** The folder or jar that a class was loaded from; of a module whose jar has been made since, that jar. */
    private static Path placeOf(Class<?> type) {
        try {
            Path place = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (!place.endsWith(CLASSES)) {
                return place;
            }
            String module = place.getParent().getParent().getFileName().toString();
            Path jar = root().resolve("target/dist").resolve(module).resolve(module + ".jar");
            return Files.exists(jar) && isNewerThanAllOf(jar, place) ? jar : place;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isNewerThanAllOf(Path jar, Path folder) throws IOException {
        FileTime time = Files.getLastModifiedTime(jar);
        for (Path file : filesOf(folder)) {
            if (Files.getLastModifiedTime(file).compareTo(time) > 0) {
                return false;
            }
        }
        return true;
    }

    private static List<Path> filesOf(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static StartCaches make(Path root, List<Path> places, List<String> mains)
            throws IOException, InterruptedException {
        String stamp = stamp(places);
        Path made = root.resolve("stamp");
        boolean isMade = Files.exists(made) && Files.readString(made).equals(stamp);
        if (!isMade) {
            Files.deleteIfExists(made);
            remove(root.resolve("caches"));
        }
        List<String> jars = new ArrayList<>();
        for (Path place : places) {
            boolean isFolder = Files.isDirectory(place);
            Path jar = isFolder ? root.resolve("part" + jars.size() + ".jar") : place;
            if (!isMade && isFolder) {
                write(jar, place);
            }
            jars.add(jar.toString());
        }
        StartCaches all = new StartCaches(
                String.join(File.pathSeparator, jars.subList(0, jars.size() - 1)),
                jars.getLast(),
                root.resolve("caches/bipj/own"));
        if (!isMade) {
            all.makeCaches(mains);
            Files.writeString(made, stamp);
        }
        return all;
    }

    /** Changes with what jars and caches are made of. */
    private static String stamp(List<Path> places) throws IOException {
        StringBuilder stamp = new StringBuilder(Runtime.version().toString()).append('\n');
        for (Path place : places) {
            for (Path file : filesOf(place)) {
                stamp.append(file)
                        .append(' ')
                        .append(Files.getLastModifiedTime(file))
                        .append('\n');
            }
        }
        return stamp.toString();
    }

    private static void write(Path jar, Path folder) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : filesOf(folder)) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private void makeCaches(List<String> mains) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dbipj.cache=" + caches, "-Dbipj.lib=" + library, "-cp", classPath()));
        command.addAll(mains);
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
