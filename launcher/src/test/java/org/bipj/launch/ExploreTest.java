package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.launch.contract.MortalPrograms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are run for each way in which MPI may do what it leaves open. */
class ExploreTest extends JobTest {
    private static final int DEADLOCK = 123;

    @TempDir
    Path folder;

    private Mpirun.Result explore(int ranks, String program, String... options) {
        List<String> words = new ArrayList<>(List.of("--explore", "--output-filename", folder.toString()));
        words.addAll(List.of(options));
        return run(ranks, program, words);
    }

    private Mpirun.Result run(int ranks, String program, List<String> options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", Integer.toString(ranks)));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), ExploreActor.class.getName()));
        words.addAll(List.of(program.split(" ")));
        return here().run(words.toArray(String[]::new));
    }

    private static String last(Mpirun.Result result) {
        return result.out().lines().toList().getLast().replaceFirst(" in [0-9.]+ s", "");
    }

    @Test
    void aReceiveFromAnyRankTakesEachMessage() {
        Mpirun.Result result = explore(4, "order");
        assertEquals("Complete: 6 runs, 6 different outcomes, 0 failures; buffers short", last(result));
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().contains("rank 0, line 1: \"[3, 2, 1]\" instead of \"[1, 2, 3]\""), result.out());
    }

    @Test
    void aReceiveBehindAProbeTakesAnyMessage() {
        Mpirun.Result result = explore(3, "probe");
        assertEquals("Complete: 4 runs, 4 different outcomes, 0 failures; buffers short", last(result));
    }

    @Test
    void twoReceiversThatDoNotDependOnEachOtherMakeTheProduct() {
        Mpirun.Result result = explore(4, "alone");
        assertEquals("Complete: 4 runs and 6 cut off, 4 different outcomes, 0 failures; buffers short", last(result));
    }

    @Test
    void aPollFailsSoManyTimesInARow() {
        // Each of two messages is found at once or after a failed poll, in either order.
        Mpirun.Result result = explore(3, "polls");
        assertEquals(
                "Bounded: up to 1 failed poll in a row at ExploreActor.java:N: 8 runs, 8 different outcomes, 0 failures; buffers short",
                last(result).replaceAll("java:[0-9]+", "java:N"));
        assertTrue(result.out().contains("\"-2-1\""), result.out());
        Mpirun.Result never = explore(3, "polls", "--bound", "0");
        assertTrue(last(never).startsWith("Bounded: up to 0 failed polls in a row at ExploreActor.java:"), never.out());
        assertEquals(0, never.code());
    }

    @ParameterizedTest
    @CsvSource({
        "waitAny, '[0] [1] [2]'",
        "waitSome, '[0, 1, 2] [0, 1] [0, 2] [0] [1, 2] [1] [2]'",
        "testAny, '[-32766] [0] [1] [2]'",
        "testSome, '[0, 1, 2] [0, 1] [0, 2] [0] [1, 2] [1] [2] []'",
        "test, [0] [1]",
    })
    void aCallEndsAnyOfTheRequestsThatAreComplete(String program, String outcomes) {
        Mpirun.Result result = explore(4, program);
        assertEquals(0, result.code(), result.out());
        List<String> seen = new ArrayList<>();
        Matcher lines =
                Pattern.compile("\"(\\[[^\"]*\\])\"( instead of \"(.*)\")?").matcher(result.out());
        while (lines.find()) {
            seen.add(lines.group(1));
            if (lines.group(3) != null && !seen.contains(lines.group(3))) {
                seen.add(lines.group(3));
            }
        }
        assertEquals(outcomes, String.join(" ", seen.stream().sorted().toList()));
    }

    @ParameterizedTest
    @CsvSource({"short, none, 1", "short, short, 0", "long, short, 1", "long, all, 0"})
    void whetherSendsAreBufferedIsAnOption(String program, String buffers, int code) {
        Mpirun.Result result = explore(2, program, "--buffers", buffers);
        assertEquals(code, result.code(), result.out());
        assertEquals(code == 1, result.out().contains("rank 0 to receive a message of"), result.out());
    }

    /** A program that passes otherwise is told to rely on buffers in one line. */
    @Test
    void aProgramThatReliesOnBuffersIsTold() {
        Mpirun.Result result = explore(2, "short");
        List<String> lines = result.out().lines().toList();
        assertEquals(2, lines.size(), result.out());
        assertEquals(
                "A deadlock where no standard send is buffered, as MPI allows: ./mpirun --mode sim --explore --buffers none"
                        + " -n 2 java -cp " + Mpirun.programs() + " " + ExploreActor.class.getName() + " short",
                lines.getFirst());
        assertEquals("Complete: 1 run, 1 different outcome, 0 failures; buffers short", last(result));
        assertEquals(0, result.code());
        Mpirun.Result right = explore(3, "workers 2");
        assertTrue(!right.out().contains("A deadlock"), right.out());
    }

    /** A run in which a rank dies by choice is repeated like any other. */
    @Test
    void aDeathIsRepeated() {
        List<String> program =
                List.of("-n", "3", "java", "-cp", Mpirun.programs(), MortalPrograms.class.getName(), "leaves");
        Mpirun.Result result = here().run(words(
                List.of("--mode", "sim", "--explore", "--deaths", "1", "--output-filename", folder.toString()),
                program));
        assertEquals(1, result.code(), result.err());
        assertTrue(result.out().contains("rank 2: dies before its call 1, send\n"), result.out());
        assertTrue(result.out().contains(", choices = {\"deaths 1\", \"rank "), result.out());
        String choices = folder.resolve("failure-1.choices").toString();
        Mpirun.Result again = here().run(words(List.of("--mode", "sim", "--choices", choices), program));
        assertEquals(DEADLOCK, again.code(), again.err());
        assertTrue(again.err().contains(" has died, as is chosen; the others go on\n"), again.err());
    }

    private static String[] words(List<String> options, List<String> program) {
        return Stream.concat(options.stream(), program.stream()).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "fails, 4, 1, 'IllegalStateException: an order that was not expected'",
        "termination, 4, 1, 'work is lost'",
        "twoUnlucky, 4, 123, 'with tag 6 in MPI_COMM_WORLD'",
        "deadlock, 3, 123, 'a message from rank 1 with tag 5'",
    })
    void aFailureIsToldOnceAndRepeated(String program, int ranks, int code, String text) throws IOException {
        Mpirun.Result result = explore(ranks, program);
        assertEquals(1, result.code(), result.out());
        assertTrue(result.out().contains(text), result.out());
        Path choices = folder.resolve("failure-1.choices");
        assertTrue(
                result.out().contains("again: ./mpirun --mode sim --choices " + choices + " -n " + ranks + " java"),
                result.out());
        assertTrue(
                result.out()
                        .contains("as a test: @MpiTest(ranks = " + ranks
                                + ", init = false, check = false, choices = {\""),
                result.out());
        String call = "org.bipj.launch.ExploreActor.main(new String[] {\"" + program + "\"}); }";
        assertTrue(result.out().contains("\"}) void failure1() throws Exception { " + call), result.out());
        assertTrue(Files.readString(choices).contains("rank 0: receive 1 takes a message of rank "));
        Mpirun.Result again = run(ranks, program, List.of("--choices", choices.toString()));
        assertEquals(code, again.code(), again.err());
        assertTrue(again.err().contains(text), again.err());
    }

    @Test
    void masterAndWorkersAreExploredToTheEnd() {
        // Each of the first seven results comes of either worker, and the last one of who has work left.
        Mpirun.Result result = explore(3, "workers 8");
        assertTrue(last(result).startsWith("Complete: 128 runs"), result.out());
    }

    @Test
    void whatIsLeftOutIsTold() {
        Mpirun.Result result = explore(2, "cancels", "--set", "bip.slots.data=1", "--set", "lanai.clock=1 MHz");
        String left = "left out: whether a send that is cancelled while it waits for room on the board has left before";
        assertTrue(result.out().contains(left), result.out());
        assertTrue(last(result).startsWith("Complete but for what is left out: 1 run"), result.out());
    }

    @Test
    void severalThreadsAreRefused() {
        Mpirun.Result result = explore(2, "threads");
        assertEquals(1, result.code());
        assertTrue(result.out().contains("expected THREAD_SINGLE, THREAD_FUNNELED or THREAD_SERIALIZED"), result.out());
    }

    @Test
    void anExplorationThatCannotGoOnSaysWhy() throws IOException {
        Mpirun.Result many = explore(2, "many");
        assertEquals(1, many.code());
        assertTrue(many.err().contains("mpirun: --explore: rank 0: 11 requests are complete, which is more than 10"));
        assertTrue(last(many).startsWith("Not complete, more runs are left: 0 runs"), many.out());
        try {
            Mpirun.Result diverges = explore(3, "diverges");
            assertEquals(1, diverges.code());
            assertTrue(diverges.err().startsWith("mpirun: --explore: choice 1 is between ["), diverges.err());
            assertTrue(last(diverges).startsWith("Not complete, more runs are left: 1 run"), diverges.out());
        } finally {
            Files.deleteIfExists(ExploreActor.runs());
        }
    }

    @Test
    void aReportIsPrintedThatCannotWriteFiles() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Mpirun.Result result = explore(4, "fails", "--output-filename", file.toString());
        assertEquals(1, result.code());
        assertTrue(result.out().contains("cannot write " + file.resolve("failure-1.choices")), result.out());
        assertTrue(last(result).startsWith("Complete: 6 runs"), result.out());
    }

    @Test
    void aBudgetLeavesRuns() {
        Mpirun.Result result = explore(4, "order", "--budget", "4");
        assertEquals(2, result.code());
        assertTrue(last(result).startsWith("Not complete, more runs are left: 4 runs,"), result.out());
    }

    @ParameterizedTest
    @CsvSource({
        "--budget, 10 s, 'mpirun: --budget 10 s: expected a number of runs, such as 1000, or a time, such as 500ms, 10s, 5min or 2h'",
        "--deaths, 0, 'mpirun: --deaths 0: expected a number of ranks that may die in a run, 1 or more'",
        "--bound, -1, 'mpirun: --bound -1: expected a number of failed tests and probes, 0 or more'",
        "--buffers, some, 'mpirun: --buffers some: expected none, short or all'",
    })
    void wrongValuesAreRefused(String option, String value, String message) {
        Mpirun.Result result = explore(4, "order", option, value);
        assertEquals(2, result.code());
        assertEquals(message, result.err().lines().findFirst().orElseThrow());
    }

    @Test
    void theCommandThatRepeatsARunHasTheOptionsAsTheyWereGiven() {
        List<String> options = List.of("--bound", "2", "--set", "lanai.clock=33 MHz", "--jitter", "--check");
        Mpirun.Result result = explore(4, "fails it's", options.toArray(String[]::new));
        String again = "--set 'lanai.clock=33 MHz' --jitter --check -n 4 java -cp " + Mpirun.programs() + " "
                + ExploreActor.class.getName() + " fails 'it'\\''s'\n";
        assertTrue(result.out().contains(again), result.out());
        assertTrue(!result.out().contains("as a test"), result.out());
    }

    @Test
    void aClusterThatCannotBeIsRefused() {
        Mpirun.Result result = explore(65, "order");
        assertEquals(2, result.code(), result.err());
        assertTrue(result.err().startsWith("mpirun: platform lab has 64 hosts, one for each rank"), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
        assertEquals("", result.out());
    }

    @Test
    void choicesOfAnotherProgramAreRefused() throws IOException {
        Path choices = folder.resolve("some.choices");
        String first = "rank 0: receive 1 takes a message of rank 3 with tag 5";
        List<String> lines =
                new ArrayList<>(List.of("choices of a run, format 1", "ranks 4", "bound 1", "buffers short"));
        lines.addAll(List.of(first, "rank 0: receive 2 takes a message of rank 1 with tag 5"));
        Files.write(choices, lines);
        List<String> words = List.of("--choices", choices.toString());
        String begin = "mpirun: --choices " + choices + ": ";
        Mpirun.Result other = run(4, "alone", words);
        assertEquals(121, other.code(), other.err());
        assertTrue(other.err().startsWith(begin + "choice 2 is between ["), other.err());
        assertTrue(other.err().contains("these are choices of another program"), other.err());
        assertTrue(!other.err().contains("\tat "), other.err());

        lines.addAll(List.of("rank 0: receive 3 takes a message of rank 2 with tag 5"));
        Files.write(choices, lines);
        Mpirun.Result less = run(4, "order", words);
        assertEquals(121, less.code(), less.err());
        assertTrue(less.err().startsWith(begin + "the run has ended before choice 3, \"rank 0: receive 3"), less.err());

        Files.write(choices, new byte[] {(byte) 0xc3, (byte) 0x28});
        Mpirun.Result none = run(4, "order", words);
        assertEquals(1, none.code(), none.err());
        assertTrue(none.err().startsWith(begin + "expected a file that bipj explore has written"), none.err());
        Files.delete(choices);
        Mpirun.Result absent = run(4, "order", words);
        assertEquals(1, absent.code(), absent.err());
        assertEquals(begin + "cannot read it: no such file or directory\n", absent.err());
    }

    @Test
    void choicesOfAnotherJobAreRefused() throws IOException {
        Path file = folder.resolve("of-another.choices");
        Files.write(file, List.of("choices of a run, format 1", "ranks 7", "bound 1", "buffers short"));
        Mpirun.Result result = run(4, "order", List.of("--choices", file.toString()));
        assertEquals(
                "mpirun: --choices " + file + ": choices of 7 ranks; expected those of a job of 4\n", result.err());
        assertEquals(2, result.code());
    }
}
