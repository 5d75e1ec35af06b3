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

/** Simulated jobs that are run again, with {@code --twice}, and compared. */
class TwiceTest extends JobTest {
    private Mpirun.Result run(Class<?> program, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "--twice"));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), program.getName()));
        words.addAll(List.of(arguments));
        return here().run(words.toArray(String[]::new));
    }

    private static String verdict(Mpirun.Result result) {
        return String.join(
                "\n",
                result.err()
                        .lines()
                        .filter(line -> line.startsWith("mpirun: --twice: "))
                        .map(line -> line.substring("mpirun: --twice: ".length()))
                        .toList());
    }

    @Test
    void aRunThatDependsOnTheSeedOnlyIsTheSame() throws IOException {
        Path trace = directory.resolve("trace.json");
        Mpirun.Result result =
                run(SimActor.class, List.of("-n", "3", "--jitter", "--trace", trace.toString()), "traffic");
        assertEquals(0, result.code(), result.err());
        assertTrue(
                verdict(result)
                        .matches("the second run is the same: \\d{3,} events, and what ranks printed \\d+ times"),
                result.err());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains("simulated: 3 ranks"))
                        .count());
        assertTrue(Files.size(trace) > 0);
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.toString().contains("events")));
        }
    }

    @Test
    void theFirstOutputThatDiffersIsPrinted() {
        Mpirun.Result result = run(WorldActor.class, List.of("-n", "2"), "random");
        assertEquals(121, result.code(), result.err());
        assertTrue(
                verdict(result)
                        .matches(
                                "(?s)after 0.000 ns of virtual time, \\d+ events and 0 prints of ranks the runs differ\n"
                                        + "in the first run rank 0 prints, at 0.000 ns: Random -?\\d+\n"
                                        + "in the second run rank 0 prints, at 0.000 ns: Random -?\\d+"),
                result.err());
        assertEquals(44, result.lines().size(), "what the second run prints is not shown");
        assertEquals(
                0,
                run(WorldActor.class, List.of("-n", "2", "--virtual-time"), "random")
                        .code());
    }

    @Test
    void theFirstTimeThatDiffersIsPrinted() {
        Mpirun.Result result = run(WorldActor.class, List.of("-n", "1"), "randomSleep");
        assertEquals(121, result.code(), result.err());
        assertTrue(
                verdict(result)
                        .matches("(?s)after 0.000 ns of virtual time, 1 events and 0 prints of ranks the runs differ\n"
                                + "in the first run rank 0 ends, at [0-9.]+ u?m?s\n"
                                + "in the second run rank 0 ends, at [0-9.]+ u?m?s"),
                result.err());
    }

    @Test
    void aFailureThatHappensAgainIsTheSameRun() {
        Mpirun.Result result =
                here().act("--mode", "sim", "--twice", "-n", "2", "--", "sleep:5", "exit:7@1", "sleep:9");
        assertEquals(7, result.code(), result.err());
        assertTrue(verdict(result).startsWith("the second run is the same: "), result.err());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains("exited with code 7"))
                        .count());
    }

    @Test
    void whatCannotBeRunTwiceIsRefused() {
        Mpirun.Result result = run(WorldActor.class, List.of("-n", "1", "--profile"), "now");
        assertEquals(2, result.code());
        assertTrue(result.err().startsWith("mpirun: --twice with --profile: "), result.err());
    }
}
