package org.bipj.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.core.job.Job;
import org.bipj.launch.cache.CacheMaker;
import org.bipj.lci.Lci;
import org.bipj.net.NetJobProvider;
import org.bipj.shm.ShmSession;
import org.bipj.sim.SimSession;
import org.bipj.splitc.SplitC;
import org.bipj.ssam.Ssam;

/**
 * The library and the launcher as jars with start-up caches, as users have them: jobs start in half the time.
 *
 * @param library class path of the library
 * @param launcher the launcher's jar
 * @param caches folder of the caches
 */
public record Installation(String library, String launcher, Path caches) {
    /** A class of each part of the library, and last of the launcher. */
    private static final List<Class<?>> PLACES = List.of(
            Job.class,
            ShmSession.class,
            NetJobProvider.class,
            SimSession.class,
            MPI.class,
            ActiveMessages.class,
            Lci.class,
            Ssam.class,
            SplitC.class,
            Main.class);

    /** One for all tests of this JVM, removed at its end. */
    public static final Installation SHARED = make();

    private static Installation make() {
        try {
            Path root = Files.createTempDirectory("bipj-installation");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(root)));
            List<String> jars = new ArrayList<>();
            for (Class<?> type : PLACES) {
                Path place = Mpirun.placeOf(type);
                jars.add((Files.isDirectory(place) ? jar(root, place) : place).toString());
            }
            Installation made = new Installation(
                    String.join(File.pathSeparator, jars.subList(0, jars.size() - 1)),
                    jars.getLast(),
                    root.resolve("caches/own"));
            made.makeCaches();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path jar(Path root, Path folder) throws IOException {
        Path jar = Files.createTempFile(root, "jar", ".jar");
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
        return jar;
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
    }

    /** Class path of the launcher's JVM. */
    public String classPath() {
        return library + File.pathSeparator + launcher;
    }

    /** Options of the launcher's JVM with which it starts fast, and lets ranks start fast. */
    public List<String> fastStart() {
        return List.of(
                "-Dbipj.cache=" + caches,
                "-XX:AOTCache=" + caches.resolve("launcher.aot"),
                "-Xlog:aot=off",
                "-Xlog:cds=off");
    }

    private static void remove(Path root) {
        try (Stream<Path> tree = Files.walk(root)) {
            tree.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
