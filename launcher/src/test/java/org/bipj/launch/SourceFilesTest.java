package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that are source files are compiled once, not by each rank. */
class SourceFilesTest extends JobTest {
    private String file;

    @BeforeEach
    void aProgramOfTwoFiles() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("src/two"));
        Files.writeString(folder.resolve("Other.java"), """
                package two;
                class Other {
                    static String said(String[] words) {
                        return String.join(" ", words) + " " + System.getProperty("colour");
                    }
                }
                """);
        file = Files.writeString(folder.resolve("Program.java"), """
                package two;
                interface First {}
                public class Program {
                    public static void main(String[] words) throws InterruptedException {
                        System.out.println(Other.said(words));
                        if (words[0].equals("sleep")) {
                            Thread.sleep(100_000);
                        }
                    }
                }
                """).toString();
    }

    @Tag("tier2")
    @Test
    void ranksGetItsClasses() throws IOException {
        List<List<String>> commands =
                here().commands("-n", "2", "java", "--add-opens=a/b=c", "-Dcolour=red", file, "a");
        assertEquals(2, commands.size());
        for (List<String> command : commands) {
            assertEquals(List.of("two.Program", "a"), command.subList(command.size() - 2, command.size()));
            assertTrue(command.containsAll(List.of("--add-opens=a/b=c", "-Dcolour=red")), command::toString);
        }
        assertNothingIsLeft();
    }

    /** In the mode that cannot have each rank compile it. */
    @Test
    void itRunsInOneJvm() throws IOException {
        Mpirun.Result result = here().run("--mode", "thread", "-n", "2", "java", "-Dcolour=red", file, "a", "b");
        assertEquals(List.of("a b red", "a b red"), result.lines(), result.err());
        assertNothingIsLeft();
    }

    @Tag("tier2")
    @Test
    void itsErrorsAreSaidOnce() throws IOException {
        Files.writeString(Path.of(file), "class Program { int x = \"\"; }");
        Mpirun.Result result = here().run("-n", "4", "java", file);
        String[] lines = result.err().split("\n");
        assertEquals(file + ":1: error: incompatible types: String cannot be converted to int", lines[0]);
        assertEquals("1 error", lines[3]);
        assertEquals("mpirun: " + file + " is not compiled: it has errors", lines[4]);
        assertEquals(5, lines.length);
        assertEquals(1, result.code());
        assertNothingIsLeft();
    }

    /** An option that the compiler may need, words in a file that may be a pipe, a script, a package elsewhere: these reach java as they are. */
    @Test
    void whatIsNotKnownHereIsLeftToJava() throws IOException {
        Path words = Files.writeString(directory.resolve("words"), "-Dcolour=red");
        assertIsLeftToJava("--new-option=1", file);
        assertIsLeftToJava("@" + words, file);
        assertIsLeftToJava("--source", "25", file);
        assertIsLeftToJava(directory.resolve("Missing.java").toString());
        Path byName = directory.resolve("ByName.java");
        Files.writeString(byName, "class ByName { Object other = Class.forName(\"Other\"); }");
        assertIsLeftToJava(byName.toString());
    }

    @Tag("tier2")
    @Test
    void aKillLeavesNoClasses() throws IOException {
        Process job = mpirun.start("-n", "2", "java", file, "sleep");
        Mpirun.until("a rank runs", () -> mpirun.output().contains("sleep null"));
        assertFalse(folders().isEmpty());
        job.destroyForcibly();
        Mpirun.until("the classes are gone", () -> folders().isEmpty());
    }

    private void assertIsLeftToJava(String... words) {
        List<String> command = new ArrayList<>(List.of("-n", "1", "java"));
        command.addAll(List.of(words));
        assertEquals(
                words[words.length - 1],
                here().commands(command.toArray(String[]::new)).getFirst().getLast());
    }

    private void assertNothingIsLeft() throws IOException {
        assertEquals(List.of(), folders());
    }

    private List<Path> folders() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.getFileName().toString().startsWith("bipj-classes"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
