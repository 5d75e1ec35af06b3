package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mpirun --profile}: the calls of a program that makes a known number of them. */
class ProfileTest extends JobTest {
    @TempDir
    private Path scripts;

    private Mpirun.Result run(String mode, int ranks, String... options) {
        return mpirun.run(words(mode, ranks, options));
    }

    private static String[] words(String mode, int ranks, String... options) {
        return Stream.of(
                        List.of("--mode", mode, "-n", Integer.toString(ranks)),
                        List.of(options),
                        List.of("java", "-cp", Mpirun.programs(), ProfileActor.class.getName()))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void callsAndBytesOfAllRanksAndOfEachRank(String mode) throws IOException {
        callsAndBytes(mode);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void callsAndBytesOfAllRanksAndOfEachRankInOneJvm(String mode) throws IOException {
        callsAndBytesOfAllRanksAndOfEachRank(mode);
    }

    /** Below their profiles in virtual time are compared. */
    @Tag("deep")
    @Test
    void callsAndBytesOfCoroutines() throws IOException {
        callsAndBytes("sim");
    }

    private void callsAndBytes(String mode) throws IOException {
        Path table = directory.resolve("profile.csv");
        Mpirun.Result result = run(mode, 3, "--profile=csv:" + table);
        assertEquals(0, result.code(), result.err());
        assertEquals(List.of("rank 0 done", "rank 1 done", "rank 2 done"), result.lines(), result.err());
        assertTrue(result.err().contains("mpirun: profile: 3 ranks, "), result.err());
        assertSums(result.err(), "iSend", 30, 24_000);
        assertSums(result.err(), "recv", 30, 24_000);
        assertSums(result.err(), "Request.waitFor", 30, 0);
        assertSums(result.err(), "allReduce", 3, 12);
        assertSums(result.err(), "gatherv", 3, 9 + 3 + 3);
        assertSums(result.err(), "send", 3, 0);
        assertSums(result.err(), "disconnect", 3, 0);
        assertFalse(result.err().contains("barrier"), result.err());
        assertFalse(result.err().contains("getRank"), result.err());
        for (int rank = 0; rank < 3; rank++) {
            assertLine(result.err(), rank + " +recv +10 +8000 +\\d+\\.\\d{6} +\\d+\\.\\d");
        }
        // Each rank has sent ten times 800 bytes to the next one.
        assertLine(result.err(), "0 +- +8000 +-");
        assertLine(result.err(), "1 +- +- +8000");
        assertLine(result.err(), "2 +8000 +- +-");
        ProfileTable read = ProfileTable.read(table, 3);
        assertArrayEquals(new long[][] {{0, 8000, 0}, {0, 0, 8000}, {8000, 0, 0}}, read.bytes());
        assertArrayEquals(new long[] {30, 24_000}, read.sums("recv"));
        assertArrayEquals(new long[] {3, 12}, read.sums("allReduce"));
        assertTrue(Arrays.stream(read.seconds()).allMatch(seconds -> seconds > 0));
        Files.delete(table);
        assertNoFolderIsLeft();
    }

    private static void assertSums(String text, String operation, int calls, int bytes) {
        assertLine(
                text,
                operation + " +" + calls + " +" + bytes
                        + " +\\d+\\.\\d{6} +\\d+\\.\\d +\\d+\\.\\d{6} \\(\\d\\) +\\d+\\.\\d{6} \\(\\d\\)");
    }

    private static void assertLine(String text, String pattern) {
        Matcher matcher = Pattern.compile("(?m)^mpirun: " + pattern + "$").matcher(text);
        assertTrue(matcher.find(), () -> "no line \"" + pattern + "\" in:\n" + text);
    }

    private void assertNoFolderIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(mpirun.environment().get("TMPDIR")))) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.getFileName().toString().startsWith("bipj-timeline"))
                            .toList());
        }
    }

    /** And many ranks are not listed one by one. */
    @Tag("tier2")
    @Test
    void aProfileDoesNotChangeVirtualTimeAndIsTheSameEachTime() {
        Mpirun.Result plain = here().run(words("sim", 16));
        Mpirun.Result first = run("sim", 16, "--profile");
        assertTrue(plain.err().contains("of virtual time"), plain.err());
        assertTrue(first.err().startsWith(plain.err()), first.err() + "\nwithout a profile:\n" + plain.err());
        assertEquals(first.err(), run("sim", 16, "--profile").err());
        assertLine(first.err(), "recv +160 +128000 .*");
        assertFalse(
                Pattern.compile("(?m)^mpirun: rank +operation")
                        .matcher(first.err())
                        .find(),
                first.err());
    }

    @Tag("tier2")
    @Test
    void ranksOfAScriptAreMeasuredToo() throws IOException {
        Path script = Files.writeString(scripts.resolve("run.sh"), "#!/bin/sh\nexec java \"$@\"\n");
        assertTrue(script.toFile().setExecutable(true));
        Mpirun.Result result = mpirun.run(
                "--profile", "-n", "2", script.toString(), "-cp", Mpirun.programs(), ProfileActor.class.getName());
        assertEquals(0, result.code(), result.err());
        assertSums(result.err(), "recv", 20, 16_000);
    }

    @Tag("tier2")
    @Test
    void ranksThatDoNotFinaliseAreReported() {
        Mpirun.Result result = mpirun.act("--profile", "-n", "1", "--", "print:done");
        assertTrue(
                result.err().contains("mpirun: profile: only 0 of 1 ranks have one: a rank writes it when it calls"),
                result.err());
    }

    /** As root, who may write anywhere, too. */
    @ParameterizedTest
    @CsvSource({"process, /proc/self", "thread, missing", "sim, /dev/null"})
    void aFolderThatCannotBeMadeIsNamedWithTheVariable(String mode, String place) {
        Mpirun.Result result = here().with("TMPDIR", place).run(words(mode, 2, "--profile"));
        assertEquals(1, result.code());
        assertTrue(
                result.err()
                        .matches("mpirun: --profile: cannot make a file in .*" + place
                                + ": [^;]+; set TMPDIR to a directory that can be written to\n"),
                result.err());
    }

    /** Where there is room for the folder, but not for the agent's jar. */
    @Tag("tier2")
    @Test
    void aFullFolderIsNamedToo() throws IOException, InterruptedException {
        Path small = Files.createDirectory(scripts.resolve("small"));
        String command = "mount -t tmpfs -o size=4k none " + small + " && exec \"$@\"";
        assumeTrue(
                new ProcessBuilder("unshare", "-m", "sh", "-c", command, "sh", "true")
                                .start()
                                .waitFor()
                        == 0,
                "no mounts here");
        mpirun.prefix("unshare", "-m", "sh", "-c", command, "sh");
        mpirun.environment().put("TMPDIR", small.toString());
        Mpirun.Result result = run("process", 2, "--profile");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("No space left on device; set TMPDIR to a directory"), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
    }
}
