package org.bipj.launch.mpirun.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.bipj.launch.support.LaunchException;

/**
 * {@code java -jar}: the JVM ignores every class path but the jar's own. So the jar goes onto a class path together
 * with the library, and the entries of its manifest become options.
 */
public final class JarProgram {
    private JarProgram() {}

    /**
     * The words that start a jar, up to its arguments.
     *
     * @param jar where the jar is that the command names
     * @param library adds the library to a class path
     */
    static List<String> words(JavaCommand command, Path jar, UnaryOperator<String> library) {
        Attributes manifest = manifest(jar);
        String main = manifest == null ? null : manifest.getValue(Attributes.Name.MAIN_CLASS);
        if (main == null || manifest.getValue("Launcher-Agent-Class") != null) {
            // Agents need the option -jar, and the JVM reports errors. The library is then among the JDK's classes.
            List<String> words = new ArrayList<>(command.options());
            words.addAll(List.of("-Xbootclasspath/a:" + Library.classPath(), "-jar", command.target()));
            return words;
        }
        if (command.target().contains(File.pathSeparator)) {
            throw new LaunchException(
                    1,
                    "-jar " + command.target() + ": a class path cannot name it, because of the " + File.pathSeparator);
        }
        warnOfLibraries(jar, manifest);
        List<String> options = new ArrayList<>(command.options());
        openings(manifest, "Add-Exports", "--add-exports", options);
        openings(manifest, "Add-Opens", "--add-opens", options);
        return ProgramBuilder.onClassPath(library.apply(command.target()), options, main.strip());
    }

    /**
     * The main class of a jar.
     *
     * @throws LaunchException if its manifest names none
     */
    public static String mainClass(Path jar) {
        Attributes manifest = manifest(jar);
        String main = manifest == null ? null : manifest.getValue(Attributes.Name.MAIN_CLASS);
        if (main == null) {
            throw new LaunchException(1, "-jar " + jar + ": no such jar, or no Main-Class in its manifest");
        }
        return main.strip();
    }

    private static void warnOfLibraries(Path jar, Attributes manifest) {
        String libraries = manifest.getValue(Attributes.Name.CLASS_PATH);
        if (libraries != null) {
            OtherLibrary.warnOfClassPath(Arrays.stream(libraries.strip().split("\\s+"))
                    .map(library -> path(jar, library))
                    .collect(Collectors.joining(File.pathSeparator)));
        }
    }

    /** The manifest names others by URLs. */
    private static String path(Path jar, String url) {
        try {
            return Path.of(jar.toUri().resolve(url)).toString();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            // None of a file: the JVM passes over it, or takes it from the network.
            return "";
        }
    }

    private static void openings(Attributes manifest, String attribute, String option, List<String> options) {
        String packages = manifest.getValue(attribute);
        if (packages != null) {
            for (String each : packages.strip().split("\\s+")) {
                options.add(option);
                options.add(each + "=ALL-UNNAMED");
            }
        }
    }

    private static Attributes manifest(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null ? null : manifest.getMainAttributes();
        } catch (IOException e) {
            return null;
        }
    }
}
