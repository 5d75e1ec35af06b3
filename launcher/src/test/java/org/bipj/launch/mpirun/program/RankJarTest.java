package org.bipj.launch.mpirun.program;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library is on the class paths of JVMs with the ranks' start-up cache. */
class RankJarTest {
    /** Of errors, of the checker, and of what is watched in virtual time. */
    private static final Set<String> LINKING_SWITCHES = Set.of(
            "mpi/Session",
            "org/bipj/core/job/WatchedArrays",
            "org/bipj/mpi/check/Facts",
            "org/bipj/mpi/check/Handles",
            "org/bipj/mpi/io/FileErrors",
            "org/bipj/shm/memory/SessionFileErrors");

    @TempDir
    private Path folder;

    private RankJar jar;
    private ProgramOptions program;

    @BeforeEach
    void open() {
        jar = RankJar.beside(folder.resolve("caches/rank.aot"));
        program = OptionParser.parse(List.of("--wdir", folder.toString(), "-n", "1", "java", "Main"))
                .programs()
                .getFirst();
    }

    private static String joined(Object... elements) {
        return String.join(
                File.pathSeparator,
                List.of(elements).stream().map(Object::toString).toList());
    }

    /** Parts of the library that the jar does not hold. */
    private String rest() {
        String all = jar.instead(Library.classPath());
        assertTrue(all.startsWith(jar.file() + File.pathSeparator), all);
        return all.substring(all.indexOf(File.pathSeparator) + 1);
    }

    private void precedesTheRest(String classPath) {
        assertEquals(joined(jar.file(), classPath, rest()), jar.with(classPath, program));
    }

    private void followsTheLibrary(String classPath) {
        assertEquals(joined(jar.file(), rest(), classPath), jar.with(classPath, program));
    }

    @Test
    void itTakesThePlaceOfWhatItHolds() {
        List<String> left = List.of(rest().split(File.pathSeparator));
        assertFalse(left.isEmpty());
        Library.core().forEach(held -> assertFalse(left.contains(held), held));
        left.forEach(other -> assertTrue(Library.jars().contains(other), other));
        assertEquals(
                joined(jar.file(), "launcher.jar"),
                jar.instead(joined(Library.core().getFirst(), "launcher.jar")));
    }

    /** Parts that had a file in common could not be made one. */
    @Test
    void itHoldsAllThatIsNotOfOnePartAlone() throws IOException {
        Files.createDirectories(jar.file().getParent());
        jar.write();
        Set<String> held = files(jar.file().toString());
        assertFalse(held.isEmpty());
        Set<String> expected = new TreeSet<>();
        for (String part : Library.core()) {
            expected.addAll(files(part));
        }
        expected.removeAll(Set.of("module-info.class", "META-INF/LICENSE", "META-INF/NOTICE"));
        assertEquals(expected, held);
    }

    /**
     * A start-up cache holds the links of lambdas and of concatenated strings. Those of a switch over types, and over an enum that may be
     * null, are code that each rank generates where it first comes there: 10 ms and more where ranks outnumber processors.
     */
    @Test
    void whatRanksRunFirstLinksNoSwitches() throws IOException {
        Files.createDirectories(jar.file().getParent());
        jar.write();
        Set<String> linking = new TreeSet<>();
        try (JarFile file = new JarFile(jar.file().toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                byte[] code = file.getInputStream(entry).readAllBytes();
                if (new String(code, ISO_8859_1).contains("java/lang/runtime/SwitchBootstraps")) {
                    linking.add(entry.getName().replaceFirst("\\.class$", ""));
                }
            }
        }
        assertEquals(LINKING_SWITCHES, linking);
    }

    private static Set<String> files(String jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            return file.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void programsInFoldersPrecedeTheOtherParts() throws IOException {
        Files.createDirectories(folder.resolve("one/org/example"));
        Path other = Files.createDirectories(folder.resolve("two"));
        precedesTheRest("one");
        precedesTheRest(joined("one", other));
        // The working directory.
        precedesTheRest("");
        precedesTheRest(joined("one", "."));
    }

    @Test
    void programsThatMayHoldAnotherVersionFollowAllParts() throws IOException {
        Files.createDirectories(folder.resolve("plain"));
        Files.createDirectories(folder.resolve("old/org/bipj"));
        Files.createDirectories(folder.resolve("bindings/mpi"));
        Files.createFile(folder.resolve("program.jar"));
        followsTheLibrary("old");
        followsTheLibrary(joined("plain", "bindings"));
        followsTheLibrary(joined("plain", "program.jar"));
        followsTheLibrary("plain/*");
        followsTheLibrary(joined("plain", "missing"));
    }
}
