package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How jobs of processes end, well and badly. */
class ProcessModeTest extends JobTest {
    @Test
    void ranksKnowWhoTheyAre() {
        Mpirun.Result result =
                mpirun.act("-n", "2", "--", "init", "env:OMPI_COMM_WORLD_RANK", "env:OMPI_COMM_WORLD_SIZE", "finalize");
        assertEquals(
                List.of(
                        "OMPI_COMM_WORLD_RANK=0",
                        "OMPI_COMM_WORLD_RANK=1",
                        "OMPI_COMM_WORLD_SIZE=2",
                        "OMPI_COMM_WORLD_SIZE=2"),
                result.lines());
        assertEquals(0, result.code());
        assertEquals("", result.err());
    }

    @Test
    void variablesAreSetInAllRanks() {
        Mpirun.Result result = here().run("-n", "2", "-x", "COLOUR=red and blue", "sh", "-c", "echo COLOUR=$COLOUR");
        assertEquals(List.of("COLOUR=red and blue", "COLOUR=red and blue"), result.lines());
    }

    @Test
    void programsThatAreNoJavaRunToo() {
        Mpirun.Result result = here().run("-n", "3", "sh", "-c", "echo I am $OMPI_COMM_WORLD_RANK");
        assertEquals(List.of("I am 0", "I am 1", "I am 2"), result.lines());
        assertEquals(0, result.code());
    }

    /** Its script starts mpirun so that it ignores the signal. */
    @Tag("tier2")
    @Test
    void programsHandleSigusr1ThoughMpirunIgnoresIt() {
        mpirun.prefix("sh", "-c", "trap '' USR1; exec \"$@\"", "sh");
        Mpirun.Result result =
                mpirun.run("-n", "2", "sh", "-c", "trap 'echo heard; exit' USR1; kill -s USR1 $$; echo deaf");
        assertEquals(List.of("heard", "heard"), result.lines(), result.err());
    }

    @Test
    void aRankThatExitsWithACodeEndsTheJob() {
        Mpirun.Result result = here().actByShells("-n", "3", "--", "exit:42@1", "hang");
        assertEquals(42, result.code());
        assertTrue(result.err().matches("(?s).*mpirun: rank 1 \\(pid \\d+\\) exited with code 42\n.*"), result.err());
    }

    @Test
    void aRankThatAbortsGivesItsReason() {
        Mpirun.Result result = mpirun.act("-n", "3", "--", "init", "abort:7@2", "hang");
        assertEquals(7, result.code());
        assertTrue(
                result.err().matches("(?s).*mpirun: rank 2 \\(pid \\d+\\) ended the job: the actor was told to\n.*"),
                result.err());
    }

    /**
     * Ranks 1 and 2 have thrown and go on with other threads: the signal that ends them sets their exit codes. Rank 0, which has
     * initialised the library, says by it why it ends the job: the error is the same.
     */
    @Tag("tier2")
    @Test
    void exceptionsOfRanksThatAreEndedAreNotPrintedRaw() {
        Mpirun.Result result = mpirun.act(
                "-n", "3", "--", "sleep:1000@0", "busyThread@1", "busyThread@2", "init@0", "throw:too bad", "hang");
        assertEquals(1, result.code());
        assertFalse(result.err().contains("Exception in thread"), result.err());
        assertTrue(
                result.err()
                        .matches(
                                "(?s)mpirun: rank 0 \\(pid \\d+\\) ended the job: uncaught java.lang.IllegalStateException: too bad\n"
                                        + "\tat .*\nmpirun: ranks 1, 2 failed with the same error\n"),
                result.err());
    }

    @Tag("tier2")
    @Test
    void anExitCodeOfTheProgramIsNoUncaughtException() {
        Mpirun.Result result = mpirun.act("-n", "2", "--", "throwInThread:too bad@1", "exit:1@1", "hang");
        assertEquals(1, result.code());
        assertTrue(result.err().matches("(?s).*mpirun: rank 1 \\(pid \\d+\\) exited with code 1\n.*"), result.err());
    }

    @Tag("tier2")
    @Test
    void ranksThatAreEndedWhileTheyStartSayNothing() {
        // One JVM is stopped by the other's end at a moment that differs from run to run.
        int step = Boolean.getBoolean("bipj.deep") ? 1 : 4;
        for (int millis = 14; millis < 50; millis += step) {
            Mpirun.Result result = here().run(
                            "-n",
                            "2",
                            "sh",
                            "-c",
                            "[ $OMPI_COMM_WORLD_RANK = 0 ] && sleep " + millis / 1000.0
                                    + " && exit 5; exec java -cp . Nope");
            Predicate<String> expected = line -> line.startsWith("mpirun: rank ") || line.contains("Nope");
            assertEquals(
                    List.of(), result.err().lines().filter(expected.negate()).toList());
            assertEquals("", result.out());
        }
    }

    @Test
    void aRankKilledByASignalEndsTheJob() {
        Mpirun.Result result = here().actByShells("-n", "2", "--", "kill:KILL@0", "hang");
        assertEquals(137, result.code());
        assertTrue(
                result.err().matches("(?s).*mpirun: rank 0 \\(pid \\d+\\) was ended by signal 9 \\(SIGKILL.*"),
                result.err());
    }

    @Tag("tier2")
    @Test
    void aRankThatDoesNotFinalizeFailsTheJob() {
        Mpirun.Result result = mpirun.act("-n", "2", "--", "init", "finalize@1");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 0"), result.err());
        assertTrue(result.err().contains("without MPI.Finalize"), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"sleep:0", "sleep:700"})
    void aRankThatDoesNotInitialiseFailsTheJobWhenAnotherDoes(String pause) {
        Mpirun.Result result = mpirun.act("-n", "2", "--", pause + "@1", "init@1", "hang@1");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 0"), result.err());
        assertTrue(result.err().contains("without MPI.Init, which rank 1 has called"), result.err());
    }

    @Test
    void noRankNeedInitialise() {
        assertEquals(0, here().actByShells("-n", "2", "--", "print:hello").code());
    }

    @Test
    void whatARankHasStartedEndsWithIt() {
        Mpirun.Result result = here().actByShells("-n", "2", "--", "child:100", "exit:3@0", "hang");
        assertEquals(3, result.code());
    }

    @Test
    void ranksThatIgnoreTermAreKilledAfterTheGracePeriod() {
        mpirun.environment().put("BIPJ_GRACE_MS", "100");
        Mpirun.Result result = here().run(
                        "-n",
                        "2",
                        "sh",
                        "-c",
                        "trap '' TERM; [ $OMPI_COMM_WORLD_RANK = 0 ] && exit 5; while :; do sleep 1; done");
        assertEquals(5, result.code());
    }

    @Test
    void aMissingProgramIsNamed() {
        Mpirun.Result result = here().run("-n", "2", "no-such-program");
        assertEquals(127, result.code());
        assertTrue(result.err().contains("no-such-program"), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void aMissingJavaIsNamedOnce(String mode) {
        Mpirun.Result result = Mpirun.answer("-n", "2", "--mode", mode, "./nojava/java", "Main");
        assertEquals(127, result.code());
        assertEquals("mpirun: no program ./nojava/java: expected java or an executable file\n", result.err());
    }

    @Test
    void aWrongCommandLineIsRefused() {
        Mpirun.Result result = mpirun.run("--no-such-option", "java");
        assertEquals(2, result.code());
        assertEquals("mpirun: unknown option --no-such-option\nTry: mpirun --help\n", result.err());
        assertFalse(Mpirun.answer("--help").out().isEmpty());
    }

    @Test
    void aLongJobIsEndedWithAllStacks() {
        String ranks = "mpirun: ranks 0, 1 compute, or wait outside of the library\n\tat ";
        Mpirun.Result result = TimeLimits.growing(
                1,
                one -> one.err().contains(ranks),
                limit -> mpirun.act("-n", "2", "--timeout", limit + ".25", "--", "init", "hang"));
        assertEquals(124, result.code());
        String said =
                "mpirun: the job has run for \\d+\\.25 s, the limit that --timeout set; this is what the ranks do\n";
        assertTrue(result.err().matches("(?s)" + said + Pattern.quote(ranks) + ".*"), result.err());
        for (int rank = 0; rank < 2; rank++) {
            String stacks = mpirun.stacks(result, rank);
            assertTrue(stacks.contains("at org.bipj.launch.Actor.hangHere"), stacks);
        }
    }

    /** Of the launcher's processors, even where the rank has been bound to one of them. */
    @ParameterizedTest
    @CsvSource({"process, 1, true"})
    void boundRanksCountTheProcessorsOfAll(String mode, int more, boolean crowded) {
        int ranks = Runtime.getRuntime().availableProcessors() + more;
        Mpirun.Result result =
                mpirun.act("-n", "" + ranks, "--mode", mode, "--bind-to", "core", "--", "open", "crowded");
        assertEquals("", result.err());
        assertEquals(Collections.nCopies(ranks, "crowded " + crowded), result.lines());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"process, 0, false", "thread, 0, false", "thread, 1, true"})
    void boundRanksCountTheProcessorsOfAllInOtherModes(String mode, int more, boolean crowded) {
        boundRanksCountTheProcessorsOfAll(mode, more, crowded);
    }

    /** The library knows nothing of such a rank; its JVM is asked by a signal. */
    @Tag("tier2")
    @Test
    void ranksThatHaveNotJoinedTheJobShowTheirStacksToo() throws Exception {
        Path source = Files.writeString(
                directory.resolve("Alone.java"),
                "class Alone { public static void main(String[] a) throws Exception { Thread.sleep(100_000); } }");
        // Compiled here, since that takes long.
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()));
        Mpirun.Result result = TimeLimits.growing(
                3,
                one -> one.err().contains("the stacks of")
                        && mpirun.stacks(one, 0).contains("Alone.main"),
                limit -> mpirun.run("-n", "1", "--timeout", limit, "java", "-cp", directory.toString(), "Alone"));
        assertEquals(124, result.code());
        assertTrue(result.err().contains("mpirun: rank 0 has not initialised the library\n"), result.err());
        String stacks = mpirun.stacks(result, 0);
        assertTrue(stacks.contains("at Alone.main"), stacks);
    }
}
