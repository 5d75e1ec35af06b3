package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same program, platform and seed give the same run in two processes, of which this JVM is the first: the traces are the same to
 * the last byte, but for the program's calls, which an agent records that this JVM does not have; one program runs in two other processes
 * instead, with its calls. The second process has another garbage collector, another kind of identity hashes, and another heap; real
 * addresses differ anyway.
 */
class SameRunTest extends JobTest {
    private static final long SMALLEST_TRACE = 20_000;
    private static final String FIRST_OF_CALLS = ",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + (1 << 24);

    private record Run(Path trace, String out, String err) {}

    /** Runs a program in a place of its own, so that two runs do not share any file. */
    private Run run(int ranks, String program, String name, String... jvmOptions) throws IOException {
        Path place = Files.createDirectory(directory.resolve(name));
        Path trace = place.resolve("trace.json");
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", "" + ranks, "--platform", "das64"));
        words.addAll(List.of("--seed", "7", "--trace", trace.toString(), "java"));
        words.addAll(List.of(jvmOptions));
        words.addAll(List.of("-cp", Mpirun.programs(), BufferActor.class.getName(), program));
        Mpirun.Result result;
        if (jvmOptions.length == 0) {
            result = here().run(words.toArray(String[]::new));
        } else {
            Mpirun runs = new Mpirun(place);
            result = runs.run(words.toArray(String[]::new));
            runs.assertClean();
        }
        assertEquals(0, result.code(), result.err());
        return new Run(trace, result.out(), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"8, many", "3, bip"})
    void twoProcessesGiveTheSameTraceAndTimes(int ranks, String program) throws Throwable {
        twoRunsAreTheSame(ranks, program);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct", "registered", "global", "arena"})
    void noKindOfMemoryMakesADifference(String program) throws Throwable {
        twoRunsAreTheSame(2, program);
    }

    private void twoRunsAreTheSame(int ranks, String program) throws Throwable {
        Run first;
        Run second;
        try (Ahead ahead = new Ahead()) {
            Ahead.Piece<Run> other = ahead.add(() -> run(
                    ranks,
                    program,
                    "second",
                    "-XX:+UseParallelGC",
                    "-Xmx200m",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:hashCode=2"));
            first = run(ranks, program, "first");
            second = other.result();
        }
        assertTrue(first.err().contains(" us of virtual time"), first.err());
        assertEquals(first.err(), second.err());
        assertEquals(first.out(), second.out());
        assertTrue(Files.size(first.trace()) > SMALLEST_TRACE, "bytes of trace: " + Files.size(first.trace()));
        assertEquals(
                -1,
                Files.mismatch(first.trace(), withoutCalls(second.trace())),
                "first byte of the traces that differs");
    }

    /** The part that the machine has written. */
    private static Path withoutCalls(Path trace) throws IOException {
        String text = Files.readString(trace);
        int calls = text.indexOf(FIRST_OF_CALLS);
        // There are none of BIP.
        return calls < 0
                ? trace
                : Files.writeString(trace.resolveSibling("machine.json"), text.substring(0, calls) + "\n]}\n");
    }

    /** With the machine's part, of messages from the heap. */
    @Tag("tier2")
    @Test
    void callsInTheTraceAreTheSameToo() throws IOException {
        Run first = run(2, "heap", "first", "-Xmx300m");
        Run second = run(2, "heap", "second", "-XX:+UseParallelGC", "-Xmx200m");
        assertTrue(Files.readString(first.trace()).contains(FIRST_OF_CALLS));
        assertEquals(-1, Files.mismatch(first.trace(), second.trace()), "first byte of the traces that differs");
    }
}
