package org.bipj.samples.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bipj new} makes, and what it refuses. */
class NewProjectTest {
    @TempDir
    private Path place;

    @Test
    void aProjectHasAProgramATestAndAReadme() throws IOException {
        assertEquals(
                List.of(
                        "Made heat: Main.java, MainTest.java, README.md",
                        "Run it:  ./mpirun -n 4 java heat/Main.java",
                        "Test it: ./mpirun -n 4 --check java heat/MainTest.java"),
                make("heat"));
        assertEquals(List.of("Main.java", "MainTest.java", "README.md"), files("heat"));
        assertCompiles("heat", "Main.java", "MainTest.java");
        assertReadme("heat", "`/bipj/mpirun -n 4 java Main.java`");
    }

    @Test
    void aProjectForMavenHasAPomOfItsName() throws IOException {
        List<String> said = make("--maven", "my-heat");
        assertEquals("Run it:            mvn -f my-heat bipj:run -Dbipj.ranks=4", said.getLast());
        String main = "src/main/java/org/example/Main.java";
        String test = "src/test/java/org/example/MainTest.java";
        assertEquals(List.of("README.md", "pom.xml", main, test), files("my-heat"));
        assertCompiles("my-heat", main, test);
        String pom = Files.readString(place.resolve("my-heat/pom.xml"));
        for (String part : List.of("artifactId>my-heat<", "finalName>my-heat<", "main.class>org.example.Main<")) {
            assertTrue(pom.contains(part), part);
        }
        assertFalse(pom.contains("sum") || pom.contains("Sum"), pom);
        assertReadme("my-heat", "`/bipj/mpirun -n 4 java -jar target/my-heat.jar`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "a/b", "..", "-v", "a b", "wärme"})
    void aNameThatIsNoneIsRefused(String name) throws IOException {
        assertRefused(
                "\"" + name + "\" is no name of a project: expected letters, digits, - and _, a letter first", name);
    }

    @Test
    void aFolderThatExistsIsLeftAsItIs() throws IOException {
        Files.writeString(Files.createDirectory(place.resolve("heat")).resolve("Main.java"), "mine");
        Exception refused = assertThrows(IllegalArgumentException.class, () -> make("heat", "--maven"));
        assertEquals(place.resolve("heat") + " exists: choose another name, or remove it", refused.getMessage());
        assertEquals("mine", Files.readString(place.resolve("heat/Main.java")));
        assertEquals(List.of("Main.java"), files("heat"));
    }

    @Test
    void oneNameIsExpected() throws IOException {
        assertRefused("expected NAME [--maven]");
        assertRefused("expected NAME [--maven]", "a", "b");
    }

    private List<String> make(String... words) throws IOException {
        return NewProject.make(place, List.of(words), "./mpirun", "/bipj/mpirun");
    }

    private void assertRefused(String why, String... words) throws IOException {
        Exception refused = assertThrows(IllegalArgumentException.class, () -> make(words));
        assertEquals(why, refused.getMessage());
        assertEquals(List.of(), files(""));
    }

    private List<String> files(String folder) throws IOException {
        Path root = place.resolve(folder);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Without a warning. */
    private void assertCompiles(String folder, String... files) {
        String path = System.getProperty("java.class.path");
        String out = place.resolve("classes").toString();
        List<String> words =
                new ArrayList<>(List.of("-cp", path, "-d", out, "-Xlint:all,-path", "-Werror", "-proc:none"));
        Stream.of(files).map(file -> place.resolve(folder, file).toString()).forEach(words::add);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, said, said, words.toArray(String[]::new));
        assertEquals("", said.toString(StandardCharsets.UTF_8));
        assertEquals(0, code);
    }

    private void assertReadme(String folder, String command) throws IOException {
        List<String> lines = Files.readAllLines(place.resolve(folder, "README.md"));
        assertEquals(5, lines.size());
        assertEquals("# " + folder, lines.getFirst());
        assertTrue(lines.stream().anyMatch(line -> line.contains(command)), lines::toString);
    }
}
