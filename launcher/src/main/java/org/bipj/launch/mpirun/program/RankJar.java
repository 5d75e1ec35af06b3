package org.bipj.launch.mpirun.program;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.bipj.launch.mpirun.command.ProgramOptions;

/**
 * A jar with the parts of the library that every rank uses. It is made together with the ranks' start-up cache, whose
 * classes are its own, and is the first element of the class paths of JVMs with that cache.
 *
 * <p>Without it the library's jars precede the program: the JVM opens each and reads its directory before it finds the
 * program's main class, a tenth of the processor time of a rank that prints a line. This one must come first, since a
 * cache is valid only for class paths that begin with its own. The other parts follow the program where that makes no
 * difference.
 *
 * @param file where it is
 */
public record RankJar(Path file) {
    private static final String NAME = "rank.jar";
    /** Entries that differ between the library's jars, and are left out of the common one. */
    private static final Set<String> OF_EACH_JAR =
            Set.of(JarFile.MANIFEST_NAME, "module-info.class", "META-INF/LICENSE", "META-INF/NOTICE");
    /** Where providers of services are listed: of one service, parts of the library have several. */
    private static final String SERVICES = "META-INF/services/";
    /** The library's packages as folders. A program with such a folder may hold another version of the library. */
    private static final List<String> PACKAGES = List.of("mpi", "org/bipj");

    /** The jar that belongs to an AOT cache of the ranks. */
    public static RankJar beside(Path cache) {
        return new RankJar(cache.resolveSibling(NAME));
    }

    /** True for an element of a class path that is such a jar. */
    static boolean isOne(String element) {
        return element.endsWith(File.separator + NAME);
    }

    /** Makes the jar. It appears when it is complete. */
    public void write() throws IOException {
        Path whole = file.resolveSibling(NAME + ".new");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (String jar : new LinkedHashSet<>(Library.core())) {
            collect(jar, manifest, entries);
        }
        // It would have the JVM look into further jars before the program.
        manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(whole), manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Reads a part: its manifest, which names the version, and its files. Folders need no entries. */
    private static void collect(String place, Manifest manifest, Map<String, byte[]> entries) throws IOException {
        try (JarFile jar = new JarFile(place)) {
            if (jar.getManifest() != null) {
                manifest.getMainAttributes().putAll(jar.getManifest().getMainAttributes());
            }
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                String name = entry.getName();
                if (entry.isDirectory() || OF_EACH_JAR.contains(name)) {
                    continue;
                }
                try (InputStream in = jar.getInputStream(entry)) {
                    byte[] before = entries.get(name);
                    if (before != null && !name.startsWith(SERVICES)) {
                        throw new IOException(place + ": " + name + " is in two parts of the library");
                    }
                    entries.put(name, before == null ? in.readAllBytes() : lines(before, in.readAllBytes()));
                }
            }
        }
    }

    private static byte[] lines(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.write('\n');
        both.writeBytes(second);
        return both.toByteArray();
    }

    /** A class path of library jars, with this jar instead of those that it holds. */
    public String instead(String libraryPath) {
        StringBuilder path = new StringBuilder(file.toString());
        List<String> held = Library.core();
        for (String jar : libraryPath.split(File.pathSeparator)) {
            if (!held.contains(jar)) {
                path.append(File.pathSeparatorChar).append(jar);
            }
        }
        return path.toString();
    }

    /**
     * The class path of a program: this jar, the program, and the other parts of the library. These precede the
     * program unless all elements of its class path are folders without packages of the library.
     *
     * @param classPath what the program would have without us
     */
    String with(String classPath, ProgramOptions program) {
        String library = instead(Library.classPath());
        if (!isApart(classPath, program)) {
            return library + File.pathSeparator + classPath;
        }
        String first = file.toString();
        return first + File.pathSeparator + classPath + library.substring(first.length());
    }

    private static boolean isApart(String classPath, ProgramOptions program) {
        for (String element : classPath.split(File.pathSeparator, -1)) {
            Path folder = program.resolve(element);
            if (!Files.isDirectory(folder)) {
                return false;
            }
            for (String each : PACKAGES) {
                if (Files.exists(folder.resolve(each))) {
                    return false;
                }
            }
        }
        return true;
    }
}
