package org.bipj.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Java ranks get, and what is said of it. */
class RankJavaTest {
    @TempDir
    private Path place;

    @Test
    void theFirstThatIsNewEnoughIsTaken() throws IOException {
        String old = jdk("old", "17.0.9");
        String first = jdk("first", "25.0.3");
        String second = jdk("second", "26-ea");
        Map<String, String> variables = Map.of(
                "JAVA25_HOME", first, "JAVA_HOME", second, "PATH", place + ":" + old + "/bin:" + second + "/bin");
        assertFound("Java 26 of the toolchain: " + second, second, variables);
        assertFound("Java 25 of JAVA25_HOME: " + first, null, variables);
        assertFound("Java 25 of JAVA25_HOME: " + first, old, variables);
        assertFound("Java 26 of JAVA_HOME: " + second, null, Map.of("JAVA25_HOME", old, "JAVA_HOME", second));
        assertFound("Java 26 of PATH: " + second, null, Map.of("JAVA25_HOME", "", "PATH", second + "/bin"));
    }

    @Test
    void whereThereIsNoneItSaysWhatThereIs() throws IOException {
        String old = jdk("old", "17.0.9");
        String needed = "ranks need Java 25 or newer, from the toolchain, JAVA25_HOME, JAVA_HOME or PATH; found: ";
        Map<String, String> variables = Map.of("JAVA_HOME", old, "JAVA25_HOME", place.toString(), "PATH", old + "/bin");
        assertEquals(
                needed + "Java 17 of JAVA_HOME: " + old + "/bin/java, Java 17 of PATH: " + old + "/bin/java",
                assertThrows(IllegalStateException.class, () -> RankJava.find(null, variables::get))
                        .getMessage());
        assertEquals(
                needed + "none",
                assertThrows(IllegalStateException.class, () -> RankJava.find(null, name -> null))
                        .getMessage());
    }

    private static void assertFound(String what, String toolchain, Map<String, String> variables) {
        String java = toolchain == null ? null : toolchain + "/bin/java";
        assertEquals(what + "/bin/java", RankJava.find(java, variables::get).toString());
    }

    private String jdk(String name, String version) throws IOException {
        Path home = place.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"us\"\nJAVA_VERSION=\"" + version + "\"\n");
        Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true);
        return home.toString();
    }
}
