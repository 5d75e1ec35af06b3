package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard input, output and error of ranks, in both modes. */
class OutputTest extends JobTest {
    private static final Pattern LINE = Pattern.compile("(\\d) (\\d+) (.*)");

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void linesAreNeverTornAndKeepTheirOrder(String mode) {
        int count = 200;
        Mpirun.Result result = mpirun.act("-n", "8", "--mode", mode, "--", "lines:" + count);
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

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void linesCanBeTagged(String mode) {
        Mpirun.Result result =
                mpirun.act("-n", "2", "--mode", mode, "--tag-output", "--", "print:one", "err:two", "unfinished:three");
        assertEquals(
                List.of("[1,0]<stdout>:one", "[1,0]<stdout>:three", "[1,1]<stdout>:one", "[1,1]<stdout>:three"),
                result.lines());
        assertEquals(
                List.of("[1,0]<stderr>:two", "[1,1]<stderr>:two"),
                result.err().lines().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void outputGoesToFilesAndToTheTerminal(String mode) throws IOException {
        Mpirun.Result result =
                mpirun.act("-n", "2", "--mode", mode, "--output-filename", "files", "--", "print:out %r", "err:err %r");
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
        Mpirun.Result result = mpirun.input(input).act("-n", "2", "--mode", mode, "--", "cat");
        assertEquals(List.of("0 end of input", "0 read first", "0 read second", "1 end of input"), result.lines());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void aReaderWhoGoesAwayEndsTheJobQuietly(String mode) throws IOException, InterruptedException {
        Path errors = directory.resolve("errors");
        Process process =
                mpirun.startWithPipe(errors, "-n", "2", "--mode", mode, "--", "print:hello", "lines:100000", "hang");
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            assertEquals("hello", reader.readLine());
        }
        mpirun.await(process);
        assertEquals(Supervisor.OUTPUT_CLOSED, process.exitValue());
        assertEquals("", Files.readString(errors));
    }
}
