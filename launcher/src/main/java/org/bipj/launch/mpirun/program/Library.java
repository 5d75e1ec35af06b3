package org.bipj.launch.mpirun.program;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.core.job.Job;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.net.NetJobProvider;
import org.bipj.shm.ShmSession;
import org.bipj.sim.SimSession;

/**
 * The jars of the library, which every rank has on its class path. The script {@code mpirun} names them by the system
 * property {@code bipj.lib}. Without the script they are the jars of the library's loaded classes.
 */
public final class Library {
    private static final String GIVEN = LauncherVariables.property(LauncherVariables.LIBRARY);

    /** A class of each jar that a program may do without. */
    private static final List<String> OPTIONAL = List.of(
            "org.bipj.am2.ActiveMessages",
            "org.bipj.lci.Lci",
            "org.bipj.ssam.Ssam",
            "org.bipj.splitc.SplitC",
            "org.bipj.panda.Panda",
            "org.bipj.executor.MpiExecutor");

    private Library() {}

    /** The jars, in the order of class paths. */
    static List<String> jars() {
        return Arrays.stream(classPath().split(File.pathSeparator))
                .filter(jar -> !jar.isEmpty())
                .toList();
    }

    /** The library's jars, as a class path. */
    public static String classPath() {
        return GIVEN != null ? GIVEN : placesOf(parts());
    }

    /** The jars of the library and of the launcher as a class path. */
    public static String withLauncher() {
        return GIVEN != null
                ? LauncherVariables.property(LauncherVariables.OWN_CLASS_PATH)
                : placesOf(Stream.concat(parts(), Stream.of(Library.class)));
    }

    /** The jars with what every rank that is a process uses, the same jar up to four times; their classes need no other jar. */
    static List<String> core() {
        return List.of(
                placeOf(Job.class), placeOf(ShmSession.class), placeOf(NetJobProvider.class), placeOf(MPI.class));
    }

    /** One class of each of the library's jars, by which the jar is found, in the order of class paths. */
    public static Stream<Class<?>> parts() {
        Stream<Class<?>> needed =
                Stream.of(Job.class, ShmSession.class, NetJobProvider.class, SimSession.class, MPI.class);
        return Stream.concat(needed, OPTIONAL.stream().flatMap(Library::classIfThere));
    }

    /** The library as a class path for a compiler, which needs annotations beside it. */
    static String forCompiler() {
        String more = LauncherVariables.property(LauncherVariables.FOR_COMPILER);
        return classPath() + (more == null ? "" : File.pathSeparator + more);
    }

    private static Stream<Class<?>> classIfThere(String name) {
        try {
            return Stream.of(Class.forName(name, false, Library.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }

    private static String placesOf(Stream<Class<?>> parts) {
        return parts.map(Library::placeOf).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    static String placeOf(Class<?> part) {
        try {
            return Path.of(part.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
