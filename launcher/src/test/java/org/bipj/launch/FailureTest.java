package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.Failing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of ranks, as users see them: each one once, in one piece, and without the library's own calls. */
class FailureTest extends JobTest {
    private static final String RANK = "mpirun: rank \\d \\((thread of |coroutine of )?pid \\d+\\) ";
    private static final String WORK = "\tat example\\.Failing\\.work\\(Failing\\.java:\\d+\\)\n";
    private static final String MAIN = "\tat example\\.Failing\\.main\\(Failing\\.java:\\d+\\)\n";
    private static final String OTHERS = "(mpirun: ranks? [0-9, ]+ failed with the same error\n)?";

    private Mpirun.Result fail(String mode, String... how) {
        String[] words = Stream.concat(
                        Stream.of("-n", "3", "--mode", mode, "java", "-cp", Mpirun.programs(), Failing.class.getName()),
                        Stream.of(how))
                .toArray(String[]::new);
        Mpirun.Result result = mode.equals("process") ? mpirun.run(words) : here().run(words);
        assertTrue(result.code() > 0 && result.code() < 128, "exit code " + result.code());
        assertEquals("", result.out());
        return result;
    }

    private static void assertMatches(String pattern, String text) {
        assertTrue(Pattern.matches(pattern, text), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void anErrorOfAllRanksIsPrintedOnce(String mode) {
        String error = "ended the job: ERR_COUNT in send \\(rank \\d of MPI_COMM_WORLD\\): count is -1.*"
                + " \\(ERRORS_ARE_FATAL\\)\n";
        assertMatches(RANK + error + WORK + MAIN + OTHERS, fail(mode, "error").err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void anErrorOfAllRanksIsPrintedOnceInOneJvm(String mode) {
        anErrorOfAllRanksIsPrintedOnce(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void anUncaughtExceptionOfAllRanksIsPrintedOnce(String mode) {
        String error = "ended the job: uncaught java\\.lang\\.IllegalStateException: too bad\n";
        String cause = "Caused by: java\\.lang\\.RuntimeException: the cause\n";
        assertMatches(
                RANK + error + WORK + MAIN + cause + OTHERS, fail(mode, "throw").err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "sim"})
    void anUncaughtExceptionOfAllRanksIsPrintedOnceInOtherModes(String mode) {
        anUncaughtExceptionOfAllRanksIsPrintedOnce(mode);
    }

    /** A JVM prints 1024 calls. */
    @ParameterizedTest
    @CsvSource({"process, overflow"})
    void aStackOverflowIsShown(String mode, String how) {
        String err = fail(mode, how, "1").err();
        String uncaught = how.equals("cause")
                ? "java\\.lang\\.IllegalStateException: too deep\n" + WORK + MAIN + "Caused by: "
                : "";
        String calls = "(\tat example\\.Failing\\.(even|odd)\\(Failing\\.java:\\d+\\)\n){2,3}";
        assertMatches(
                RANK + "ended the job: uncaught " + uncaught + "java\\.lang\\.StackOverflowError\n" + calls
                        + "\t\\.\\.\\. these 2 calls \\d+ more times\n(\tat .*\n){0,5}",
                err);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"thread, overflow", "sim, overflow", "process, cause"})
    void aStackOverflowIsShownInOtherModes(String mode, String how) {
        aStackOverflowIsShown(mode, how);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void anUncaughtExceptionOutsideOfInitAndFinalizeIsPrintedOnce(String mode) {
        String error = "failed: uncaught java\\.lang\\.IllegalStateException: too bad\n";
        assertMatches(RANK + error + MAIN + OTHERS, fail(mode, "before").err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void anUncaughtExceptionOfAnotherThreadEndsTheJob(String mode) {
        String error = "mpirun: rank 1 \\([^)]*\\) ended the job: uncaught in thread \"Thread-\\d+\": "
                + "java\\.lang\\.IllegalStateException: too bad\n\tat example\\.Failing\\.lambda.*\n";
        assertMatches("(?s)" + error + ".*", fail(mode, "thread", "1").err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void anUncaughtExceptionOfAnotherThreadEndsTheJobInOneJvm(String mode) {
        anUncaughtExceptionOfAnotherThreadEndsTheJob(mode);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void anExceptionThatFailsNothingIsShownToo(String mode) {
        Mpirun.Result result = mode.equals("process")
                ? actIn(mode, 2, "throwInThread:so what@1", "print:done")
                : actHere(mode, 2, "throwInThread:so what@1", "print:done");
        assertEquals(0, result.code());
        assertTrue(result.err().startsWith("Exception in thread \"Thread-"), result.err());
        assertTrue(result.err().contains("java.lang.IllegalStateException: so what\n\tat "), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"process, throw", "thread, throw"})
    void theErrorGoesToTheRanksFileToo(String mode, String how) throws IOException {
        theErrorIsInTheFile(mode, how);
    }

    @Tag("deep")
    @Test
    void anErrorOfAProcessGoesToItsFileToo() throws IOException {
        theErrorIsInTheFile("process", "error");
    }

    private void theErrorIsInTheFile(String mode, String how) throws IOException {
        Path files = directory.resolve("files");
        String[] words = {
            "-n",
            "2",
            "--mode",
            mode,
            "--output-filename",
            files.toString(),
            "java",
            "-cp",
            Mpirun.programs(),
            Failing.class.getName(),
            how,
            "1"
        };
        Mpirun.Result result = mode.equals("process") ? mpirun.run(words) : here().run(words);
        assertTrue(result.code() > 0, result.err());
        String text = Files.readString(files.resolve("1/rank.1/stderr"));
        assertTrue(text.contains("Exception: ") && text.contains("\tat example.Failing.work("), text);
        assertEquals("", Files.readString(files.resolve("1/rank.0/stderr")));
    }

    /** By shells that say it. All have said it before the first one of them has ended. */
    @Test
    void whatJvmsSayThatCannotStartIsThereOnce() {
        String waits = "cd " + directory
                + "; trap '' TERM; : >at$BIPJ_RANK; until [ -e at0 -a -e at1 -a -e at2 ]; do :; done; ";
        String says = "echo 'Error occurred during initialization of VM'; echo 'Unrecognized VM option' >&2; "
                + ": >said$BIPJ_RANK; until [ -e said0 -a -e said1 -a -e said2 ]; do :; done; exit 1";
        Mpirun.Result result = here().run("-n", "3", "sh", "-c", waits + says);
        assertEquals("Error occurred during initialization of VM\n", result.out());
        assertMatches(
                "Unrecognized VM option\n" + RANK + "exited with code 1\n"
                        + "mpirun: ranks \\d, \\d failed with the same error\n",
                result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void aMissingClassIsToldWithTheClassPath(String mode) {
        Mpirun.Result result = here().run("-n", "1", "--mode", mode, "java", "-cp", "no:such", "example.None");
        String said = result.err()
                .lines()
                .filter(line -> line.startsWith("mpirun: rank 0 "))
                .findFirst()
                .orElse("");
        String expected = mode.equals("process")
                ? "exited with code 1: its class path is no:such, its working directory "
                        + Path.of("").toAbsolutePath()
                : "failed: no class example.None: its class path is no:such";
        assertMatches(RANK + Pattern.quote(expected), said);
        assertEquals(1, result.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void wordsThatTheLocaleLacksAreRefused(String mode) {
        Mpirun.Result result = here().run("-n", "1", "--mode", mode, "java", "-cp", ".", "example.Any", "lone \ud800");
        assertEquals(
                "mpirun: the locale does not have the characters of lone ?: set LC_ALL to one that has, such as C.UTF-8\n",
                result.err());
        assertEquals(1, result.code());
    }
}
