package org.bipj.launch.mpirun.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bipj.launch.mpirun.command.OptionParser;
import org.junit.jupiter.api.Test;

class SharedSettingsTest {
    private static SharedSettings of(List<String> one, List<String> other) {
        return new SharedSettings(
                "",
                OptionParser.parse(List.of("-n", "1", "a", ":", "-n", "1", "b")).programs(),
                List.of(one, other));
    }

    @Test
    void theJvmGetsWhatAllSayOnce() {
        SharedSettings settings = of(
                List.of("-Da=1", "--add-modules", "x", "-Xmx1g", "-Db=1"),
                List.of("-Da=1", "-Xmx1g", "--add-modules", "x"));
        assertEquals(List.of("-Da=1", "--add-modules", "x", "-Xmx1g"), settings.ofJvm());
        assertEquals("", settings.forAll());
        assertEquals(Map.of("a", "1", "b", "1"), settings.properties(0));
        assertEquals(Map.of("a", "1"), settings.properties(1));
    }

    @Test
    void optionsOfTheJvmThatDifferAreItsOwnAllTogether() {
        SharedSettings settings = of(List.of("-Xmx1g", "-Djava.x=1", "-Dx"), List.of("-Xmx2g", "-Dx=2"));
        assertEquals(List.of("-Xmx1g", "-Djava.x=1", "-Xmx2g"), settings.ofJvm());
        assertEquals("-Xmx1g (program 1), -Djava.x=1 (program 1), -Xmx2g (program 2)", settings.forAll());
        assertEquals(Map.of("x", "", "java.x", "1"), settings.properties(0));
        assertEquals(Map.of("x", "2"), settings.properties(1));
        assertEquals(Set.of("java.x"), settings.otherProperties(1));
    }

    @Test
    void whereOthersChangeAPropertyOfTheJdkItIsThatOfAJvmWithoutThem() {
        SharedSettings settings = of(List.of("-Djava.io.tmpdir=/elsewhere"), List.of());
        assertEquals(Map.of("java.io.tmpdir", "/elsewhere"), settings.properties(0));
        assertEquals(Map.of("java.io.tmpdir", System.getProperty("java.io.tmpdir")), settings.properties(1));
    }

    /** The properties that a JVM has by itself are among those that its classes read. */
    @Test
    void thePropertiesOfAPlainJvmAreTheJvms() throws IOException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XshowSettings:properties",
                        "-version")
                .redirectErrorStream(true)
                .start();
        Set<String> names = Pattern.compile("(?m)^    ([a-z]\\S+) = ")
                .matcher(new String(java.getInputStream().readAllBytes()))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertTrue(names.contains("java.class.path"), names.toString());
        names.removeIf(SharedSettings::isOfJvm);
        assertEquals(Set.of(), names);
    }
}
