package org.bipj.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.testkit.StartCaches;
import org.junit.jupiter.api.Test;

/** The script starts {@code mpirun} with some options of the JVM. Supervisors, and the jobs of tests, start with the same. */
class StartOptionsTest {
    private static final Path SCRIPT = Path.of("src", "main", "sh", "launch.sh");

    /** What supervisors have besides, and why is said there. */
    private static final Set<String> OF_SUPERVISORS =
            Set.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+DisplayVMOutputToStderr");

    /** Those of the garbage collector, the compiler and the heap. */
    private static Set<String> options(List<String> words) {
        Set<String> options = new TreeSet<>(words);
        options.removeIf(word -> !word.startsWith("-X") || word.startsWith("-Xlog") || word.startsWith("-XX:AOTCache"));
        return options;
    }

    private static Set<String> ofScript() throws IOException {
        Matcher array = Pattern.compile("flags=\\((-XX:\\+UseSerialGC[^)]*)\\)").matcher(Files.readString(SCRIPT));
        assertTrue(array.find(), SCRIPT + " has no array of options");
        return options(List.of(array.group(1).strip().split("\\s+")));
    }

    @Test
    void supervisorsStartAsMpirunDoes() throws IOException {
        Set<String> expected = ofScript();
        expected.addAll(OF_SUPERVISORS);
        assertEquals(expected, options(SupervisorCommand.OPTIONS));
    }

    @Test
    void jobsOfTestsStartAsThoseOfUsersDo() throws IOException {
        Set<String> expected = ofScript();
        // Callers add the collector and the compiler. No test limits the heap of mpirun.
        expected.removeAll(Set.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
        assertEquals(expected, options(new StartCaches("library", "launcher", Path.of("caches")).fastStart()));
    }
}
