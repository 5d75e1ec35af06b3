package org.bipj.launch.mpirun.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.support.OwnProcess;

/** Finds other versions of the library on a program's path, and warns of them: ranks use the launcher's version. */
public final class OtherLibrary {
    /** Jars that hold the library: its facade, and the one with all. */
    private static final List<String> NAMES = List.of("mpi-bip", "bipj-all");

    private static final String JAR = ".jar";
    private static final String ALL_JARS_OF = "/*";

    /** A command may be built twice: with a start-up cache and without. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private OtherLibrary() {}

    /** Warns on standard error of other versions on a class path. */
    static void warnOfClassPath(String path) {
        warn(path, false);
    }

    /** Warns on standard error of other versions on a module path. */
    public static void warnOfModulePath(String path) {
        warn(path, true);
    }

    private static void warn(String path, boolean modules) {
        String own = Help.class.getPackage().getImplementationVersion();
        if (own != null) {
            notes(path, modules, own).stream()
                    .filter(SAID::add)
                    .forEach(note -> OwnProcess.current().err().println("mpirun: " + note));
        }
    }

    /**
     * The warnings about a class path or module path.
     *
     * @param own version of the launcher's library
     */
    static List<String> notes(String path, boolean modules, String own) {
        List<String> notes = new ArrayList<>();
        for (String element : path.split(File.pathSeparator)) {
            for (Path jar : libraries(element, modules)) {
                String other = version(jar);
                if (other != null && !other.equals(own)) {
                    notes.add(jar + " is version " + other + " of the library; the ranks use mpirun's own, version "
                            + own);
                }
            }
        }
        return notes;
    }

    private static List<Path> libraries(String element, boolean modules) {
        if (element.endsWith(ALL_JARS_OF) || element.endsWith(File.separator + "*")) {
            return in(Path.of(element.substring(0, element.length() - ALL_JARS_OF.length())));
        }
        Path place = Path.of(element);
        if (modules && Files.isDirectory(place)) {
            return in(place);
        }
        return isLibrary(place) ? List.of(place) : List.of();
    }

    private static boolean isLibrary(Path place) {
        Path name = place.getFileName();
        return name != null
                && NAMES.stream().anyMatch(name.toString()::startsWith)
                && name.toString().endsWith(JAR);
    }

    private static List<Path> in(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, OtherLibrary::isLibrary)) {
            jars.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            // The JVM passes over what is not there, too.
        }
        return found;
    }

    /** The version of the library in a jar; null if its manifest has none. */
    private static String version(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        } catch (IOException e) {
            return null;
        }
    }
}
