package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks in virtual time that sleep, and that look at the clocks of the JDK. A real hour would outlast every test. */
class SimSleepTest extends JobTest {
    private Mpirun.Result run(int ranks, String step, String... options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", Integer.toString(ranks)));
        words.addAll(List.of(options));
        words.addAll(List.of("java", "-cp", Mpirun.programs(), SleepActor.class.getName(), step));
        return here().run(words.toArray(String[]::new));
    }

    @Test
    void sleepingInAnyFormTakesVirtualTimeAndHoldsNobodyUp() {
        Mpirun.Result result = run(2, "forms");
        List<String> expected = new ArrayList<>(Collections.nCopies(11, "1.000 h"));
        expected.add("own sleep 7");
        expected.add("received after 11.000 h");
        assertEquals(expected, result.out().lines().toList(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    @Test
    void whoSleepsShorterGoesOnFirst() {
        Mpirun.Result result = run(4, "order");
        assertEquals(
                List.of("rank 3", "rank 2", "rank 1", "rank 0"),
                result.out().lines().toList(),
                result.err());
    }

    /** More than 53 days of virtual time cannot be counted. */
    @Test
    void aSleepWithoutEndIsPartOfTheDeadlockThatItMakes() {
        Mpirun.Result result = run(2, "forever");
        assertTrue(
                result.err()
                        .contains(
                                "mpirun: rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 0 in MPI_COMM_WORLD, since "),
                result.err());
        assertTrue(
                result.err()
                        .matches(
                                "(?s).*mpirun: rank 1 waits in its program for the end of a sleep that is longer than a run,"
                                        + " since [^\\n]*\\n\\tat org.bipj.launch.SleepActor.forever\\(.*"),
                result.err());
    }

    @Test
    void aRunEndsAtTheVirtualTimeThatIsSetForIt() {
        Mpirun.Result result = run(2, "forms", "--until", "7200s");
        assertEquals(124, result.code(), result.err());
        assertEquals(List.of("1.000 h"), result.lines());
        assertEquals(
                "mpirun: the job has reached 7200.000000000 s of virtual time, the limit that --until set;"
                        + " this is what the ranks do",
                result.err().lines().findFirst().orElseThrow());
        assertTrue(
                result.err().contains("mpirun: rank 1 waits in mpi.Comm.recv for a message from rank 0 with tag 0"),
                result.err());
        assertTrue(
                result.err()
                        .contains("mpirun: rank 0 waits in its program for the end of a sleep\n\tat "
                                + "org.bipj.launch.SleepActor.lambda$forms$"),
                result.err());
        assertTrue(
                result.err()
                        .contains("mpirun: simulated: 2 ranks on lab, 7200000000.000 us of virtual time (the limit), "),
                result.err());
    }

    @Test
    void aRunThatEndsBeforeItsLimitIsAsWithoutOne() {
        Mpirun.Result result = run(4, "order", "--until", "1s");
        assertEquals(0, result.code(), result.err());
        assertEquals(run(4, "order").err(), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "0s", "-1ms", "1e9s", "1h", ""})
    void aLimitIsAVirtualTime(String limit) {
        Mpirun.Result result = run(1, "order", "--until", limit);
        assertEquals(2, result.code());
        assertTrue(
                result.err().startsWith("mpirun: --until " + limit + ": expected a virtual time with its unit"),
                result.err());
    }

    @Test
    void otherThreadsSleepInRealTime() {
        Mpirun.Result result = run(1, "helper");
        assertEquals("true true\n", result.out(), result.err());
    }

    @Test
    void anInterruptEndsASleepAndABadTimeIsRefused() {
        Mpirun.Result result = run(1, "interrupt");
        assertEquals("sleep interrupted true\ntimeout value is negative\n", result.out(), result.err());
    }

    @Test
    void theClocksAreVirtualWhereThatIsAskedFor() {
        Mpirun.Result result = run(1, "clocks", "--virtual-time");
        assertEquals(
                List.of(
                        "nanoTime 3600",
                        "reference 3600",
                        "currentTimeMillis 3600",
                        "as MPI.wtime true",
                        "in a helper true"),
                result.out().lines().toList(),
                result.err());
        assertEquals(run(1, "clocks", "--virtual-time").err(), result.err());
    }

    @Test
    void theClocksAreThoseOfTheMachineOtherwise() {
        Mpirun.Result result = run(1, "clocks");
        assertEquals(
                List.of("nanoTime 0", "reference 0", "currentTimeMillis 0", "as MPI.wtime false", "in a helper false"),
                result.out().lines().toList(),
                result.err());
    }

    @Test
    void virtualClocksBelongToASimulation() {
        Mpirun.Result result = Mpirun.answer(
                "--virtual-time", "-n", "1", "java", "-cp", Mpirun.programs(), SleepActor.class.getName());
        assertEquals(2, result.code());
        assertTrue(result.err().startsWith("mpirun: --virtual-time needs --mode sim"), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }
}
