package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose ranks are threads of one JVM: this one, unless the test is about the JVM itself. */
class ThreadModeTest extends JobTest {
    private Mpirun.Result act(int ranks, String... steps) {
        return actHere("thread", ranks, steps);
    }

    @Test
    void staticFieldsStayApart() {
        Mpirun.Result result = act(3, "init", "count", "count@1", "finalize");
        assertEquals(List.of("count 1", "count 1", "count 1", "count 2"), result.lines());
        assertEquals(0, result.code(), result.err());
    }

    @Test
    void exitAfterFinalizeEndsThatRankOnly() {
        Mpirun.Result result = act(3, "init", "finalize", "exit:0@1", "sleep:300", "print:rank %r");
        assertEquals(List.of("rank 0", "rank 2"), result.lines());
        assertEquals(0, result.code(), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "halt"})
    void exitWithACodeEndsTheJob(String way) {
        exitEndsTheJob(way);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exitReference", "runtimeExit"})
    @Tag("deep")
    void otherExitsWithACodeEndTheJob(String way) {
        exitEndsTheJob(way);
    }

    private void exitEndsTheJob(String way) {
        Mpirun.Result result = act(3, "init", "finalize", way + ":42@1", "hang");
        assertEquals(42, result.code());
        assertTrue(
                result.err().matches("(?s)mpirun: rank 1 \\(thread of pid \\d+\\) exited with code 42\n"),
                result.err());
    }

    @ParameterizedTest
    @CsvSource({
        "thread, exit:256, 0, ''",
        "thread, exit:-1, 255, exited with code 255",
        "thread, init exit:256, 1, 'exited with code 0 after MPI.Init, without MPI.Finalize'",
        "thread, init abort:256, 1, ended the job: the actor was told to",
        "thread, init abort:511, 255, ended the job: the actor was told to",
        "sim, exit:256, 0, ''",
        "sim, exit:-1, 255, exited with code 255",
        "sim, init exit:256, 1, 'exited with code 0 after MPI.Init, without MPI.Finalize'",
        "sim, init abort:256, 1, ended the job: the actor was told to",
        "sim, init abort:511, 255, ended the job: the actor was told to",
        "process, exit:-1, 255, exited with code 255",
        "process, init abort:511, 255, ended the job: the actor was told to"
    })
    void codesAreThoseThatAShellSees(String mode, String steps, int code, String said) {
        codeIsThatOfAProcess(mode, steps, code, said);
    }

    @ParameterizedTest
    @CsvSource({
        "exit:256, 0, ''",
        "init exit:256, 1, 'exited with code 0 after MPI.Init, without MPI.Finalize'",
        "init abort:256, 1, ended the job: the actor was told to"
    })
    @Tag("deep")
    void codesOfProcessesAreTheSame(String steps, int code, String said) {
        codeIsThatOfAProcess("process", steps, code, said);
    }

    private void codeIsThatOfAProcess(String mode, String steps, int code, String said) {
        Mpirun.Result result = actHere(mode, 1, steps.split(" "));
        assertEquals(code, result.code(), result.err());
        String place = mode.equals("process") ? "" : mode.equals("thread") ? "thread of " : "coroutine of ";
        String expected = said.isEmpty() ? "" : "mpirun: rank 0 (" + place + "pid) " + said + "\n";
        assertEquals(expected, told(result.err()).replaceAll("pid \\d+", "pid"));
    }

    /** Without the summary of a simulation. */
    private static String told(String err) {
        return err.lines()
                .filter(line -> line.startsWith("mpirun: rank "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aRankThatFailsEndsTheJob(String step, String reason) {
        Mpirun.Result result = act(3, "init", step + "@2", "hang");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 2 (thread of pid "), result.err());
        assertTrue(result.err().contains(reason), result.err());
    }

    @Test
    void returningWithoutFinalizeFailsTheJob() {
        Mpirun.Result result = act(2, "init", "finalize@0", "hang@0");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 1 "), result.err());
        assertTrue(result.err().contains("without MPI.Finalize"), result.err());
    }

    @Test
    void aRankThatDoesNotInitialiseFailsTheJobWhenAnotherDoes() {
        Mpirun.Result result = act(2, "sleep:300@1", "init@1", "hang@1");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 0 "), result.err());
        assertTrue(result.err().contains("without MPI.Init, which rank 1 has called"), result.err());
    }

    @Tag("tier2")
    @Test
    void threadsOfAFailedRankDoNotKeepTheJvm() {
        Mpirun.Result result = actIn("thread", 2, "busyThread", "init", "exit:3@0", "hang");
        assertEquals(3, result.code());
    }

    @Test
    void aRankEndsWhenItsOtherThreadsHaveEnded() {
        MpirunHere here = here().with("BIPJ_GRACE_MS", "100");
        String expected = "mpirun: rank 0 has ended\nmpirun: rank 1 has not initialised";
        Mpirun.Result result = TimeLimits.growing(
                1,
                one -> one.err().contains(expected),
                limit -> here.act("-n", "2", "--mode", "thread", "--timeout", limit, "--", "busyThread@1"));
        assertEquals(124, result.code());
        assertTrue(result.err().contains(expected), result.err());
        String stacks = mpirun.stacks(result, 1);
        assertTrue(stacks.contains("org.bipj.launch.Actor.hangHere"), stacks);
    }

    @Test
    void aCrashOfTheJvmIsTold() {
        Mpirun.Result result = actIn("thread", 2, "init", "kill:KILL@1", "hang");
        assertEquals(137, result.code());
        assertTrue(result.err().contains("mpirun: the JVM of ranks 0 to 1 (pid "), result.err());
    }

    @Tag("tier2")
    @Test
    void jvmOptionsReachTheJvm() {
        Mpirun.Result result = mpirun.run(
                "-n",
                "2",
                "--mode",
                "thread",
                "java",
                "-Xmx96m",
                "-Dcolour=red",
                "-cp",
                Mpirun.programs(),
                Actor.class.getName(),
                "property:colour",
                "heap@0");
        assertEquals(List.of("colour=red", "colour=red"), result.lines().subList(0, 2));
        assertTrue(result.lines().get(2).matches("heap 9\\d"), result.out());
    }

    @Test
    void scriptsAndSourcesAreRefused() {
        Mpirun.Result script = Mpirun.answer("--mode", "thread", "-n", "2", "sh", "-c", "true");
        assertEquals(1, script.code());
        assertTrue(script.err().contains("--mode thread"), script.err());
        Mpirun.Result source = Mpirun.answer("--mode", "thread", "-n", "2", "java", "Main.java");
        assertEquals(1, source.code());
        assertTrue(source.err().contains("compile source files first"), source.err());
    }
}
