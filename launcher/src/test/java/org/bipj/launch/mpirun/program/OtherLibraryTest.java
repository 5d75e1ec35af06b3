package org.bipj.launch.mpirun.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that bring another version of the library along. */
class OtherLibraryTest {
    @TempDir
    private Path folder;

    private Path jar(String name, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (version != null) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path jar = folder.resolve(name);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static List<String> ofClassPath(Object... elements) {
        return OtherLibrary.notes(joined(elements), false, "2.0");
    }

    private static String joined(Object... elements) {
        return String.join(
                File.pathSeparator,
                List.of(elements).stream().map(Object::toString).toList());
    }

    private static String note(Path jar, String version) {
        return jar + " is version " + version + " of the library; the ranks use mpirun's own, version 2.0";
    }

    @Test
    void anotherVersionIsNamedAndTheSameIsNot() throws IOException {
        Path other = jar("mpi-bip-1.9.jar", "1.9");
        Path same = jar("mpi-bip.jar", "2.0");
        assertEquals(List.of(note(other, "1.9")), ofClassPath("classes", same, other, ""));
        assertEquals(List.of(note(other, "1.9")), ofClassPath(folder + "/*"));
        assertEquals(List.of(), ofClassPath(folder), "a folder on a class path is no place for jars");
        assertEquals(List.of(note(other, "1.9")), OtherLibrary.notes(joined(folder, same), true, "2.0"));
    }

    @Test
    void whatIsNotThereOrDoesNotTellIsPassedOver() throws IOException {
        Path silent = jar("mpi-bip-silent.jar", null);
        Path other = jar("mpich.jar", "1.9");
        Path broken = Files.writeString(folder.resolve("mpi-bip-broken.jar"), "no jar");
        assertEquals(
                List.of(), ofClassPath(silent, other, broken, folder.resolve("none/mpi-bip.jar"), folder + "/none/*"));
    }
}
