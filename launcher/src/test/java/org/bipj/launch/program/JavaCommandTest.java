package org.bipj.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.program.JavaCommand.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {
    private static JavaCommand parse(String line) {
        return JavaCommand.parse(List.of(line.split(" ")), Path::of);
    }

    @Test
    void aClassWithOptionsAndArguments() {
        JavaCommand command = parse("-Xmx1g -cp a:b --add-opens java.base/java.lang=ALL-UNNAMED Main -cp c -jar");
        assertEquals(List.of("-Xmx1g", "--add-opens", "java.base/java.lang=ALL-UNNAMED"), command.options());
        assertEquals("a:b", command.classPath());
        assertEquals(Kind.CLASS, command.kind());
        assertEquals("Main", command.target());
        assertEquals(List.of("-cp", "c", "-jar"), command.arguments());
    }

    @ParameterizedTest
    @CsvSource({
        "-jar x.jar a, JAR, x.jar",
        "-p mods -m m/M a, MODULE, m/M",
        "--module=m a, MODULE, m",
        "Main.java a, SOURCE, Main.java",
        "--source 25 Script a, SOURCE, Script",
        "-ea Main a, CLASS, Main"
    })
    void kindsOfPrograms(String line, Kind kind, String target) {
        JavaCommand command = parse(line);
        assertEquals(kind, command.kind());
        assertEquals(target, command.target());
        assertEquals(List.of("a"), command.arguments());
    }

    @Test
    void noProgram() {
        JavaCommand command = parse("-XshowSettings -version");
        assertEquals(Kind.NONE, command.kind());
        assertNull(command.target());
        assertEquals(Kind.NONE, parse("-jar").kind());
    }

    @Test
    void theLastClassPathCounts() {
        assertEquals("b", parse("-cp a --class-path=b Main").classPath());
        assertNull(parse("Main").classPath());
    }

    @Test
    void argumentFilesAreExpandedOnceAndBeforeTheProgramOnly(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "-Da=1 -cp x\n-Db=2");
        JavaCommand command = parse("-Dz=0 @" + file + " Main @" + file);
        assertEquals(List.of("-Dz=0", "-Da=1", "-Db=2"), command.options());
        assertEquals("x", command.classPath());
        assertEquals(List.of("@" + file), command.arguments());
        Files.writeString(file, "@" + file);
        assertEquals("@" + file, parse("@" + file).target());
    }

    @Test
    void aMissingArgumentFileIsNamed() {
        LaunchException e = assertThrows(LaunchException.class, () -> parse("@/no/such/file Main"));
        assertEquals(true, e.getMessage().contains("/no/such/file"), e.getMessage());
    }

    @Test
    void wordsOfArgumentFiles() {
        assertEquals(List.of("a", "b"), ArgumentFile.parse(" a\tb\n"));
        assertEquals(List.of("a b", "c d"), ArgumentFile.parse("'a b' \"c d\""));
        assertEquals(List.of("a", "c"), ArgumentFile.parse("a # b\nc"));
        assertEquals(List.of("xy zw"), ArgumentFile.parse("x\"y z\"w"));
        assertEquals(List.of(""), ArgumentFile.parse("''"));
    }

    @Test
    void aBackslashInQuotesEscapesAndAtTheEndOfALineJoins() {
        assertEquals(List.of("a\tb", "a\\tb"), ArgumentFile.parse("'a\\tb' a\\tb"));
        assertEquals(List.of("C:\\dir"), ArgumentFile.parse("\"C:\\\\dir\""));
        assertEquals(List.of("ab", "c"), ArgumentFile.parse("\"a\\\n   b\" c"));
        assertEquals(List.of("x:y"), ArgumentFile.parse("x:\\\n  y"));
    }
}
