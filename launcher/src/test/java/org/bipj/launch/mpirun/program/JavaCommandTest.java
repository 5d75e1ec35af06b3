package org.bipj.launch.mpirun.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.mpirun.program.JavaCommand.Kind;
import org.bipj.launch.support.LaunchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {
    private static JavaCommand parse(String line) {
        return JavaCommand.parse(new ArgumentExpansion(Path::of).of(List.of(line.split(" "))));
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
        JavaCommand command = parse("-XshowSettings -version Main");
        assertEquals(Kind.NONE, command.kind());
        assertNull(command.target());
        assertEquals(List.of("-XshowSettings", "-version", "Main"), command.options());
        for (String line : List.of("--list-modules", "-d java.base", "-cp x --help", "-Xshare:dump")) {
            assertEquals(Kind.NONE, parse(line).kind(), line);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-jar, 'java -jar: no program; expected a class, -jar FILE, -m MODULE or a source file'",
        "-cp x -ea, 'java -cp x -ea: no program; expected a class, -jar FILE, -m MODULE or a source file'",
        "-cp, java: -cp needs a value",
        "-p -ea Main, java: -p needs a value",
        "-ea -m, java: -m needs a value"
    })
    void aMissingProgramOrValueIsNamed(String line, String message) {
        assertEquals(
                message, assertThrows(LaunchException.class, () -> parse(line)).getMessage());
    }

    @Test
    void optionsMayStandBehindJar() {
        JavaCommand command = parse("-jar -Dx=1 -cp y x.jar -Dz");
        assertEquals(Kind.JAR, command.kind());
        assertEquals("x.jar", command.target());
        assertEquals(List.of("-Dx=1"), command.options());
        assertEquals(List.of("-Dz"), command.arguments());
    }

    @Test
    void theLastClassPathCounts() {
        assertEquals("b", parse("-cp a --class-path=b Main").classPath());
        assertNull(parse("Main").classPath());
    }
}
