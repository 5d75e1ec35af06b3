package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose ranks are coroutines on a simulated cluster: of this JVM, unless the test is about the JVM itself. */
class SimModeTest extends JobTest {
    private Mpirun.Result act(int ranks, String... steps) {
        return actHere("sim", ranks, steps);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Mpirun.Result simulate(Class<?> program, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim"));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), program.getName()));
        words.addAll(List.of(arguments));
        return here().run(words.toArray(String[]::new));
    }

    @Test
    void staticFieldsStayApartAndASummaryIsPrinted() {
        Mpirun.Result result = act(3, "init", "count", "count@1", "finalize");
        assertEquals(List.of("count 1", "count 1", "count 1", "count 2"), result.lines());
        assertEquals(0, result.code(), result.err());
        assertTrue(
                result.err().startsWith("mpirun: simulated: 3 ranks on lab, 0.000 us of virtual time"), result.err());
    }

    @Test
    void outputIsTagged() {
        Mpirun.Result result = here().act("-n", "2", "--mode", "sim", "--tag-output", "--", "print:rank %r");
        assertEquals(List.of("[1,0]<stdout>:rank 0", "[1,1]<stdout>:rank 1"), result.lines());
    }

    @Test
    void exitAfterFinalizeEndsThatRankOnly() {
        Mpirun.Result result = act(3, "init", "finalize", "exit:0@1", "print:rank %r");
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
        Mpirun.Result result = act(3, "init", "finalize", way + ":42@1", "hang@2");
        assertEquals(42, result.code());
        assertTrue(
                result.err().matches("(?s)mpirun: rank 1 \\(coroutine of pid \\d+\\) exited with code 42\n"),
                result.err());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aRankThatFailsEndsTheJob(String step, String reason) {
        Mpirun.Result result = act(3, "init", "finalize@0", "finalize@1", step + "@2", "hang@2");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains(reason), result.err());
    }

    @Test
    void returningWithoutFinalizeFailsTheJob() {
        Mpirun.Result result = act(2, "init", "finalize@0");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 1 "), result.err());
        assertTrue(result.err().contains("without MPI.Finalize"), result.err());
    }

    @Test
    void aRankThatDoesNotInitialiseFailsTheJobWhenAnotherDoes() {
        Mpirun.Result result = act(2, "init@1", "finalize@1");
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 0 "), result.err());
        assertTrue(result.err().contains("without MPI.Init, which rank 1 has called"), result.err());
    }

    @Test
    void jitterGivesEachSeedItsOwnRunAgainAndAgain() {
        List<String> outputs = new ArrayList<>();
        for (String seed : List.of("1", "2", "1")) {
            Mpirun.Result result = simulate(SimActor.class, List.of("-n", "3", "--jitter", "--seed", seed), "traffic");
            assertEquals(0, result.code(), result.err());
            outputs.add(result.out() + result.err());
        }
        assertEquals(outputs.get(0), outputs.get(2));
        assertFalse(outputs.get(0).equals(outputs.get(1)), outputs.get(0));
    }

    @Test
    void otherThreadsDoNotKeepTheirRank() {
        Mpirun.Result result = act(2, "busyThread", "print:rank %r");
        assertEquals(0, result.code(), result.err());
        assertEquals(List.of("rank 0", "rank 1"), result.lines());
    }

    @Test
    void theTimeoutTellsWhereAllAre() {
        MpirunHere here = here().with("BIPJ_GRACE_MS", "100");
        Mpirun.Result result = TimeLimits.growing(
                2,
                one -> one.err().contains("Actor.hangHere("),
                limit -> here.act("-n", "2", "--mode", "sim", "--timeout", limit, "--", "busyThread@1", "hang@1"));
        assertEquals(124, result.code());
        assertTrue(result.err().contains("\n\tat org.bipj.launch.Actor.hangHere("), result.err());
        String stacks = mpirun.stacks(result, 1);
        assertEquals(2, stacks.split("\\R\tat [^\\n]*org.bipj.launch.Actor.hangHere", -1).length - 1, stacks);
    }

    @Test
    void aDeadlockIsToldAndEndsTheJob() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2"), "deadlock");
        assertEquals(123, result.code(), result.err());
        assertTrue(result.err().contains("mpirun: deadlock at "), result.err());
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(
                    result.err()
                            .contains("mpirun: rank " + rank + " waits in mpi.Comm.recv for a message from rank "
                                    + (1 - rank) + " with tag 0 in MPI_COMM_WORLD, since "),
                    result.err());
        }
        // Both wait at one place, which is told once, from the call of the library to main.
        assertTrue(
                result.err()
                        .matches("(?s)[^\\t]*\\tat org.bipj.launch.SimActor.deadlock\\([^\\t]*"
                                + "\\tat org.bipj.launch.SimActor.main\\([^\\t]*"),
                result.err());
    }

    @Test
    void aBrokenCableEndsTheJobAndIsTold() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", "--faults", "cut@host0"), "latency");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().startsWith("mpirun: faults: cut at host0 from 0.000 ns; "), result.err());
        assertTrue(
                result.err()
                        .matches("(?s).*\\Rmpirun: rank 0 \\(.*\\) ended the job: network error: worm 0 to rank 1 .*"),
                result.err());
    }

    @Test
    void aDeadlockTellsWhatEachCallWaitsFor() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "4"), "standstill");
        for (String line : List.of(
                "rank 0 waits in mpi.Comm.probe for a message from rank 2 with tag 5 in MPI_COMM_WORLD;"
                        + " unreceived here: 100000 bytes from rank 2 with tag 9 in MPI_COMM_WORLD, since ",
                "rank 1 waits in mpi.Request.waitAll for a message from any rank with tag 8 in MPI_COMM_WORLD;"
                        + " a message from rank 0 with any tag in MPI_COMM_WORLD, since ",
                "rank 2 waits in mpi.Comm.send for rank 0 to receive a message of 100000 bytes with tag 9 in"
                        + " MPI_COMM_WORLD, since ",
                // The tree's root is rank 0, and rank 2 is between.
                "rank 3 waits in mpi.Comm.bcast for a message from rank 2 in a collective call in MPI_COMM_WORLD"
                        + " (bcast with root 0, call 1), since ")) {
            assertTrue(result.err().contains("mpirun: " + line), result.err());
        }
    }

    @Tag("tier2")
    @Test
    void waitingInAStaticInitialiserIsToldNotHung() {
        // Depends on how coroutines are made, for which mpirun gives the JVM an option.
        Mpirun.Result result = mpirun.run(
                "--mode", "sim", "-n", "2", "java", "-cp", Mpirun.programs(), SimActor.class.getName(), "initialiser");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("waits inside a static initialiser"), result.err());
    }

    @Test
    void aHelperThreadThatCommunicatesEndsTheJobAndSaysWhy() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2"), "helperSends");
        assertEquals(1, result.code(), result.err());
        assertTrue(
                result.err()
                        .matches("(?s)mpirun: rank 0 \\([^)]*\\) ended the job: uncaught in thread \"helper\": [^:]*:"
                                + " rank 0: called by thread \"helper\"; in virtual time only the rank's own main"
                                + " thread may communicate\n\tat .*"),
                result.err());
    }

    /** A pool keeps the exception for a future that nobody asks: then the standstill that follows has to tell. */
    @Test
    void aRefusedCallWhoseExceptionGotLostIsToldInTheDeadlock() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2"), "poolSends");
        assertEquals(123, result.code(), result.err());
        assertTrue(result.err().startsWith("mpirun: deadlock at "), result.err());
        assertTrue(
                result.err()
                        .matches(
                                "(?s).*\\Rmpirun: before that: rank 0: called by thread \"pool-.*\"; in virtual time.*"),
                result.err());
    }

    @Test
    void helperThreadsMayCompute() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2"), "helpers");
        assertEquals(0, result.code(), result.err());
        assertEquals(
                List.of("[1001000, 2002000, 7007000, 1001000]", "[1001000, 2002000, 7007000, 1001000]"),
                result.lines());
    }

    @Test
    @Tag("deep")
    void theSameSeedGivesTheSameRun() {
        Mpirun.Result first = simulate(SimActor.class, List.of("-n", "5", "--platform", "das64"), "traffic");
        Mpirun.Result second = simulate(SimActor.class, List.of("-n", "5", "--platform", "das64"), "traffic");
        assertEquals(0, first.code(), first.err());
        assertEquals(first.err(), second.err());
        assertEquals(first.out(), second.out());
    }

    @Test
    void constantsCanBeSetAndTimesFollow() {
        double slow = latency("--set", "host.mpi.receive=4.4 us");
        double fast = latency();
        assertTrue(fast > 1 && slow > fast + 1.5, fast + " us, then " + slow + " us");
    }

    private double latency(String... options) {
        List<String> all = new ArrayList<>(List.of("-n", "2"));
        all.addAll(List.of(options));
        Mpirun.Result result = simulate(SimActor.class, all, "latency");
        assertEquals(0, result.code(), result.err());
        return Double.parseDouble(result.out().strip());
    }

    @Test
    void aTraceIsWritten() throws Exception {
        Path trace = directory.resolve("trace.json");
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", "--trace", trace.toString()), "latency");
        assertEquals(0, result.code(), result.err());
        assertTrue(Files.readString(trace).contains("send DMA"), "the send engine's row");
        Files.delete(trace);
    }

    @Test
    void aTraceThatCannotBeWrittenIsToldAtOnceAndFailsTheJobInTheEnd() {
        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full");
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", "--trace", "/dev/full"), "flood", "60");
        assertEquals(1, result.code(), result.err());
        String why = "mpirun: --trace /dev/full: cannot write: No space left on device";
        int told = result.err().indexOf(why + "; the run goes on without its trace\n");
        int end = result.err().indexOf(why + "\n");
        int summary = result.err().indexOf("mpirun: simulated: 2 ranks");
        assertTrue(told >= 0 && told < end && end < summary, result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }

    @ParameterizedTest
    @CsvSource({"exit, 3", "endless, 124"})
    void theTraceOfARunThatIsBrokenOffIsWhole(String action, int code) throws Exception {
        Path trace = directory.resolve("trace.json");
        String before = "\"name\":\"short send\"";
        Mpirun.Result result = TimeLimits.growing(
                2,
                one -> Files.exists(trace) && read(trace).contains(before),
                limit -> simulate(
                        SimActor.class, List.of("-n", "2", "--timeout", limit, "--trace", trace.toString()), action));
        assertEquals(code, result.code(), result.err());
        String text = read(trace);
        assertTrue(text.contains(before), "what happened before");
        assertTrue(text.endsWith("\n]}\n"), "the end of the file");
        Files.delete(trace);
    }

    @Test
    void aSendIsChargedOnceHoweverOftenItIsTried() throws Exception {
        assertEquals(2 * 60, charged("MPI_SEND", "flood", "60") - charged("MPI_SEND", "flood", "0"));
    }

    @Test
    void whatFindsNothingIsChargedIfItIsATestOrProbeAndNotAWait() throws Exception {
        assertEquals(0, charged("FAILED_TEST", "waits"));
        assertEquals(2 * 3, charged("FAILED_TEST", "tests"));
    }

    /** How often a piece of software has cost time. */
    private long charged(String work, String... arguments) throws Exception {
        Path trace = directory.resolve("trace.json");
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", "--trace", trace.toString()), arguments);
        assertEquals(0, result.code(), result.err());
        try (Stream<String> events = Files.lines(trace)) {
            return events.filter(event -> event.contains('"' + work + '"')).count();
        } finally {
            Files.delete(trace);
        }
    }

    @Test
    void moreRanksThanHostsAreRefused() {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "65", "--platform", "das64"), "latency");
        assertEquals(2, result.code());
        assertTrue(result.err().contains("65 ranks"), result.err());
        assertTrue(result.err().contains("64 hosts"), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--platform, nowhere, nowhere",
        "--set, bip.queue.slots=0, bip.queue.slots = 0: expected a whole number from 1 to 2147483647",
        "--faults, cut@any:at=1e7s, a time of at most 1000000s"
    })
    void wrongOptionsAreTold(String option, String value, String named) {
        isTold(option, value, named);
    }

    @ParameterizedTest
    @CsvSource({
        "--set, no.such=1, no.such",
        "--set, host.poll=1e30, host.poll = 1e30 us: expected 1 ps to 1 s",
        "--set, switch.latency=0.55us, switch.latency = 550 ns: a switch would hold 72 characters of a stream",
        "--set, bip.route=1, bip.route = 1 B: the route of ",
        "--set, routing=user, routing = user: expected route statements"
    })
    @Tag("deep")
    void otherWrongOptionsAreTold(String option, String value, String named) {
        isTold(option, value, named);
    }

    private void isTold(String option, String value, String named) {
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", option, value), "latency");
        assertEquals(2, result.code());
        assertTrue(result.err().startsWith("mpirun: "), result.err());
        assertTrue(result.err().contains(named), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }

    /** Two hosts of which only one has a route to the other: a message that needs none, and one that does. */
    @Test
    void aMessageToAHostWithoutARouteEndsTheJobAndIsTold() throws Exception {
        Path file = directory.resolve("oneway.platform");
        Files.write(
                file,
                List.of(
                        "include bip-ppro200",
                        "topology.kind = cables",
                        "routing = user",
                        "host ann bob",
                        "switch s",
                        "cable ann s:0",
                        "cable bob s:1",
                        "route ann bob 1"));
        Mpirun.Result quiet =
                here().act("-n", "2", "-q", "--mode", "sim", "--platform", file.toString(), "--", "print:rank %r");
        assertEquals(0, quiet.code(), quiet.err());
        assertEquals("", quiet.err());
        Mpirun.Result result = simulate(SimActor.class, List.of("-n", "2", "--platform", file.toString()), "latency");
        assertEquals(1, result.code(), result.err());
        assertEquals(
                "mpirun: rank 1 on bob cannot send to rank 0 on ann: platform oneway has no route from bob to ann",
                result.err().strip());
    }

    @Test
    void scriptsAreRefused() {
        Mpirun.Result script = Mpirun.answer("--mode", "sim", "-n", "2", "sh", "-c", "true");
        assertEquals(1, script.code());
        assertTrue(script.err().contains("--mode sim"), script.err());
    }
}
