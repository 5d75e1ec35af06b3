package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of java.net that run for real, as processes of this host, with {@code --ip}. */
class RealHostsTest extends JobTest {
    private static final String WHO = "rank 2 is node2 node2 true, next is node0";

    @Test
    void eachRankIsALoopbackAddressWithAName() throws IOException {
        List<String> program = List.of("java", "-cp", Mpirun.programs(), HostActor.class.getName());
        List<String> words = new ArrayList<>(List.of("--ip", "-n", "1", "--service"));
        words.addAll(program);
        words.addAll(List.of("serve", ":", "-n", "1"));
        words.addAll(program);
        words.addAll(List.of("ask", "5000", "1", ":", "-n", "1"));
        words.addAll(program);
        words.add("names");
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(0, result.code(), result.err());
        List<String> lines = new ArrayList<>(result.lines());
        assertTrue(lines.containsAll(List.of("serves", "connected", "done", "127.0.0.2 true", WHO)), result.out());
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith(directory.toString()) && line.endsWith("/node2")),
                result.out());
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("bipj-")), "nothing is left");
        }
    }

    /** The same text of a program finds out the same on simulated hosts. */
    @Test
    void aProgramLearnsItsNumberAndNamesInVirtualTimeAsForReal() {
        Mpirun.Result result = here().run(
                        "--mode",
                        "sim",
                        "--ip",
                        "-n",
                        "3",
                        "java",
                        "-cp",
                        Mpirun.programs(),
                        HostActor.class.getName(),
                        "names");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.lines().containsAll(List.of("10.0.0.2 true", WHO)), result.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--ip --mode thread|--ip with --mode thread: threads of one JVM have one network",
                "--ip --host otherhost|--ip: node0, node1 ... are loopback addresses of this host; expected no other hosts",
                "--host-dir x|--host-dir needs --ip",
                "--mode sim --ip --twice --host-dir x|--twice with --host-dir"
            })
    void whatCannotBeIsRefused(String options, String message) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("java", "-cp", Mpirun.programs(), HostActor.class.getName(), "names"));
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(2, result.code(), result.err());
        assertTrue(result.err().startsWith("mpirun: " + message), result.err());
    }
}
