package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Standard input, output and error of ranks, in both modes. What mpirun does with them is the same for any program, so that ranks
 * which are processes are shells where the JVM makes no difference.
 */
class OutputTest extends JobTest {
    /** Exit code of a process that SIGPIPE has ended. */
    private static final int OUTPUT_CLOSED = 141;

    private static final Pattern LINE = Pattern.compile("(\\d) (\\d+) (.*)");

    /** Runs actors: ranks that share a JVM share this one, and processes are shells. */
    private Mpirun.Result act(String mode, String... words) {
        return act(here(), mode, words);
    }

    private static Mpirun.Result act(MpirunHere here, String mode, String... words) {
        return mode.equals("process") ? here.actByShells(words) : here.act(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void linesAreNeverTornAndKeepTheirOrder(String mode) {
        int count = 200;
        String[] words = {"-n", "8", "--mode", mode, "--", "lines:" + count};
        Mpirun.Result result = mode.equals("process") ? mpirun.act(words) : here().act(words);
        assertEquals(0, result.code(), result.err());
        int[] next = new int[8];
        result.out().lines().forEach(line -> {
            Matcher parts = LINE.matcher(line);
            assertTrue(parts.matches(), () -> "torn: " + line);
            int rank = Integer.parseInt(parts.group(1));
            int i = Integer.parseInt(parts.group(2));
            assertEquals(next[rank]++, i, "order of rank " + rank);
            String expected = Character.toString('a' + rank).repeat(i % 17 == 0 ? 100_000 : i % 300);
            assertEquals(expected, parts.group(3));
        });
        for (int rank = 0; rank < 8; rank++) {
            assertEquals(count, next[rank], "lines of rank " + rank);
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void linesAreNeverTornAndKeepTheirOrderInOneJvm(String mode) {
        linesAreNeverTornAndKeepTheirOrder(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void linesCanBeTagged(String mode) {
        Mpirun.Result result =
                act(mode, "-n", "2", "--mode", mode, "--tag-output", "--", "print:one", "err:two", "unfinished:three");
        assertEquals(
                List.of("[1,0]<stdout>:one", "[1,0]<stdout>:three", "[1,1]<stdout>:one", "[1,1]<stdout>:three"),
                result.lines());
        assertEquals(
                List.of("[1,0]<stderr>:two", "[1,1]<stderr>:two"),
                result.err().lines().sorted().toList());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void theWarningAboutAnIncubatingModuleIsLeftOut(String mode) {
        theWarningIsLeftOut(mode);
    }

    @Tag("deep")
    @Test
    void theWarningAboutAnIncubatingModuleIsLeftOutInVirtualTime() {
        theWarningIsLeftOut("sim");
    }

    private void theWarningIsLeftOut(String mode) {
        Mpirun.Result result = mpirun.run(
                "-n",
                "2",
                "--mode",
                mode,
                "java",
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                Mpirun.programs(),
                Actor.class.getName(),
                "init",
                "err:rank %r",
                "finalize");
        assertEquals(0, result.code(), result.err());
        List<String> expected = List.of("rank 0", "rank 1");
        assertEquals(
                expected,
                result.err()
                        .lines()
                        .filter(line -> !line.startsWith("mpirun: "))
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void outputGoesToFilesAndToTheTerminal(String mode) throws IOException {
        Mpirun.Result result = act(
                mode,
                "-n",
                "2",
                "--mode",
                mode,
                "--output-filename",
                directory.resolve("files").toString(),
                "--",
                "print:out %r",
                "err:err %r");
        assertEquals(List.of("out 0", "out 1"), result.lines());
        for (int rank = 0; rank < 2; rank++) {
            Path files = directory.resolve("files/1/rank." + rank);
            assertEquals("out " + rank + "\n", Files.readString(files.resolve("stdout")));
            assertEquals("err " + rank + "\n", Files.readString(files.resolve("stderr")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void standardInputIsRankZeros(String mode) throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "first\nsecond\n");
        Mpirun.Result result = act(here().input(input), mode, "-n", "2", "--mode", mode, "--", "cat");
        assertEquals(List.of("0 end of input", "0 read first", "0 read second", "1 end of input"), result.lines());
    }

    /** Else rank 0 would read the file that the launcher's JVM opens first: 146 MB of the JDK's modules. */
    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "hosts"})
    void aClosedStandardInputIsEmpty(String mode) throws IOException {
        Path agent = Files.writeString(directory.resolve("agent"), "shift; exec sh -c \"exec $*\"");
        mpirun.prefix("sh", "-c", "exec \"$@\" <&-", "sh");
        Mpirun.Result result = mode.equals("hosts")
                ? mpirun.run("--host", "a", "--launch-agent", "sh " + agent, "sh", "-c", "cat; echo 0 end of input")
                : mpirun.act("-n", "1", "--mode", mode, "--", "cat");
        assertEquals(List.of("0 end of input"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void aReaderWhoGoesAwayEndsTheJobQuietly(String mode) throws IOException, InterruptedException {
        Path errors = directory.resolve("errors");
        Process process =
                mpirun.startWithPipe(errors, "-n", "2", "--mode", mode, "--", "print:hello", "lines:100000", "hang");
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            assertEquals("hello", reader.readLine());
        }
        mpirun.await(process);
        assertEquals(OUTPUT_CLOSED, process.exitValue());
        assertEquals("", Files.readString(errors));
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void aReaderWhoGoesAwayEndsTheJobQuietlyInOneJvm(String mode) throws IOException, InterruptedException {
        aReaderWhoGoesAwayEndsTheJobQuietly(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void outputThatCannotBeWrittenFailsTheJob(String mode) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no device that is always full");
        String[] words = {"-n", "2", "--mode", mode, "--", "print:lost", "hang"};
        Mpirun.Result result;
        try (OutputStream stream = new FileOutputStream(full.toFile())) {
            result = act(here().output(stream), mode, words);
        }
        assertEquals(1, result.code());
        assertEquals("mpirun: cannot write to standard output: No space left on device\n", result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version"})
    void helpThatCannotBeWrittenFails(String option) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no device that is always full");
        Mpirun.Result result;
        try (OutputStream stream = new FileOutputStream(full.toFile())) {
            result = here().output(stream).run(option);
        }
        assertEquals(1, result.code());
        assertEquals("mpirun: cannot write to standard output\n", result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void anOutputFileThatIsIncompleteFailsTheJob(String mode) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no device that is always full");
        Path files = Files.createDirectories(directory.resolve("files/1/rank.0"));
        Files.createSymbolicLink(files.resolve("stdout"), full);
        Mpirun.Result result = act(
                mode,
                "-n",
                "1",
                "--mode",
                mode,
                "--output-filename",
                directory.resolve("files").toString(),
                "--",
                "print:shown");
        assertEquals(1, result.code(), result.err());
        assertEquals("shown\n", result.out());
        assertTrue(
                result.err().contains("mpirun: a rank's output file is incomplete: No space left on device\n"),
                result.err());
    }

    @ParameterizedTest
    @CsvSource({
        "process, %/file/x, file",
        "process, /proc/x, cannot create /proc/x",
        "thread, /proc/x, cannot create /proc/x",
        "sim, /proc/x, cannot create /proc/x"
    })
    void aFolderThatCannotBeMadeIsNamedWithItsOption(String mode, String given, String reason) throws IOException {
        assumeTrue(!given.startsWith("/proc/") || Files.exists(Path.of("/proc/self")), "no such file system");
        Files.createFile(directory.resolve("file"));
        String folder = given.replace("%", directory.toString());
        Mpirun.Result result =
                act(mode, "-n", "2", "--mode", mode, "--output-filename", folder, "--", "print:not reached");
        assertEquals(1, result.code());
        assertEquals("", result.out());
        String message = result.err();
        assertTrue(message.startsWith("mpirun: --output-filename " + folder + ": "), message);
        assertTrue(message.contains(reason), message);
        assertEquals(1, message.lines().count(), message);
    }
}
