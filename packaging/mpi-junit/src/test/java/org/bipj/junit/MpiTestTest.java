package org.bipj.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bipj.junit.fixtures.Cases;
import org.bipj.junit.fixtures.HostCases;
import org.bipj.junit.fixtures.RecordedCases;
import org.bipj.launch.onejvm.embedded.RankFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

class MpiTestTest {
    private static Events run(DiscoverySelector selector) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selector)
                .execute()
                .allEvents();
    }

    private static Events run(Class<?> in, String method) {
        return run(selectMethod(
                in,
                Arrays.stream(in.getDeclaredMethods())
                        .filter(one -> one.getName().equals(method))
                        .findFirst()
                        .orElseThrow()));
    }

    /** The exception of the only test, or container, that has not succeeded. */
    private static Throwable failure(Events events) {
        List<Throwable> all = failures(events);
        assertEquals(1, all.size(), all::toString);
        return all.getFirst();
    }

    private static List<Throwable> failures(Events events) {
        return events.stream()
                .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
                .flatMap(result -> result.getThrowable().stream())
                .toList();
    }

    private static Throwable failureOf(Class<?> in, String method) {
        return failure(run(in, method));
    }

    private static void assertSucceeds(int tests, Events events) {
        assertEquals(List.of(), failures(events));
        assertEquals(
                tests,
                events.succeeded()
                        .filter(Event.byTestDescriptor(TestDescriptor::isTest))
                        .count());
    }

    @Test
    void ranksHaveTheirOwnStaticsAndInstances() {
        Events events = run(Cases.Good.class, "staticsAreApart");
        assertSucceeds(2, events);
        assertEquals(List.of("1 rank", "3 ranks"), names(events));
    }

    @Test
    void simulatedRanksSleepInVirtualTime() {
        assertSucceeds(5, run(Cases.Good.class, "simulated"));
    }

    @Test
    void threadsOfSimulatedRanksCommunicate() {
        assertSucceeds(3, run(selectClass(Cases.WithThreads.class)));
    }

    @Test
    void aTestMayInitialiseAndFinalizeItself() {
        assertSucceeds(2, run(selectClass(Cases.WithoutInit.class)));
    }

    @ParameterizedTest
    @CsvSource({"parameters, 2", "repeated, 2"})
    void otherTemplatesSayHowOftenAndWithWhat(String method, int tests) {
        assertSucceeds(tests, run(Cases.Combined.class, method));
    }

    @Test
    void nestedClassesHaveInstancesOfThoseAroundThem() throws ReflectiveOperationException {
        Class<?> inner = Class.forName(Cases.Combined.class.getName() + "$Inner");
        assertSucceeds(1, run(selectClass(inner)));
    }

    @ParameterizedTest
    @CsvSource({
        "Combined, ownType, each rank has its own class of this name",
        "Combined, severalNumbers, 'ranks = [2, 3]; expected one number beside another kind of test'",
        "Combined, alsoATest, it makes the method a test; remove @Test",
        "Wrong, noRanks, ranks = [0]; expected 1 or more",
        "Wrong, threadsWithSeeds, mode = THREADS; expected SIM with seeds",
        "Wrong, exploredWithSeeds, explore = 10s; expected no seeds beside it",
        "Wrong, deathsWithoutExploring, 'deaths = 1; expected 0 or more, beside explore'",
        "Wrong, noBudget, 'explore = soon; expected a number of runs, such as 1000, or a time, such as 10s'",
        "Wrong, moreRanksThanHosts, 'platform lab has 64 hosts, one for each rank, and there are 1000 ranks'",
        "Wrong, noSuchPlatform, nosuch"
    })
    void whatCannotBeIsRefused(String in, String method, String message) throws ReflectiveOperationException {
        isRefused(Class.forName(Cases.class.getName() + "$" + in), method, message);
    }

    @ParameterizedTest
    @CsvSource({
        "threadsWithIp, 'mode = THREADS; expected SIM with ip, faults or services'",
        "ipWithAWorld, ip = true; expected no parameter of MPI",
        "killWithoutIp, kill@host0: expected a run with IP",
        "chaosWithoutIp, chaos = kill=1; expected ip = true beside it: hosts are killed in runs with IP alone",
        "chaosOfAnotherHost, '--chaos: no rank runs on host 2; expected hosts of [0, 1]'",
        "noSuchService, rank 2 cannot serve others; expected 0 to 1"
    })
    void hostsThatCannotBeAreRefused(String method, String message) {
        isRefused(HostCases.Wrong.class, method, message);
    }

    @ParameterizedTest
    @CsvSource({
        "noSuchMethod, recorded = nothing; expected the name of a method of the test class with a parameter Recording",
        "explored, 'recorded = judge; expected neither explore, choices nor ip beside it'"
    })
    void recordingsThatCannotBeAreRefused(String method, String message) {
        isRefused(RecordedCases.Wrong.class, method, message);
    }

    @ParameterizedTest
    @CsvSource({"lateInVirtualTime, 1", "lateThread, 1", "seeds, 3", "parameters, 2"})
    void eachRecordedRunIsJudged(String method, int runs) {
        RecordedCases.Good.JUDGED.clear();
        assertSucceeds(runs, run(RecordedCases.Good.class, method));
        assertEquals(runs, RecordedCases.Good.JUDGED.size());
    }

    @ParameterizedTest
    @CsvSource({
        "late, 'rank 2 made the others wait 200 ms of '",
        "ofOneRank, 'rank 1 of 2: expected: <0> but was: <1>'",
        "deadlock, 'rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 7'",
        "abort, 'rank 1 of 2: ended the job with code 7'"
    })
    void recordedRunsFailAsOthers(String method, String message) {
        Throwable failure = failureOf(RecordedCases.Bad.class, method);
        assertInstanceOf(AssertionFailedError.class, failure);
        assertTrue(failure.getMessage().contains(message), failure::getMessage);
    }

    @Test
    void ranksThatAreHostsUseSocketsAndStartAgain() {
        run(selectClass(HostCases.Good.class))
                .assertStatistics(all -> all.failed(0).succeeded(6));
    }

    @Test
    void aHostFailsByItsOwnException() {
        Throwable refused = failureOf(HostCases.Bad.class, "nobodyListens");
        assertTrue(
                refused.getMessage().startsWith("rank 1 of 2, seed 1: java.net.ConnectException: Connection refused"),
                refused::getMessage);
        Throwable mpi = failureOf(HostCases.Bad.class, "usesMpi");
        assertTrue(text(mpi).contains("its board carries IP, and neither MPI nor another system"), () -> text(mpi));
    }

    @Test
    void aSeedThatFailsSaysWhichFaultsItHasDrawn() {
        String failure = text(failureOf(HostCases.Bad.class, "hostsThatComeBackFail"));
        assertTrue(failure.contains("a second life"), failure);
        assertTrue(
                failure.matches(
                        "(?s).*-Dbipj\\.test\\.seed=\\d+, which has drawn faults = \"kill@host0:at=\\d+us,start@host0:at=\\d+us.*\".*"),
                failure);
    }

    private static void isRefused(Class<?> in, String method, String message) {
        Events events = run(in, method);
        String failures = failures(events).stream().map(MpiTestTest::text).collect(Collectors.joining("\n"));
        assertTrue(failures.contains(message), failures);
    }

    /** The messages of an exception, its causes and its parts. */
    private static String text(Throwable failure) {
        StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
        if (failure.getCause() != null) {
            text.append('\n').append(text(failure.getCause()));
        }
        return text.toString();
    }

    @Test
    void theFailureOfOneRankIsItsOwnException() {
        AssertionFailedError error =
                assertInstanceOf(AssertionFailedError.class, failureOf(Cases.Bad.class, "oneRank"));
        assertTrue(error.getMessage().startsWith("rank 1 of 3: as it should not be ==> expected: <5> but was: <6>"));
        assertEquals(5, error.getExpected().getValue());
        assertEquals(6, error.getActual().getValue());
        StackTraceElement own = Arrays.stream(error.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(Cases.class.getName()))
                .findFirst()
                .orElseThrow();
        assertEquals("oneRank", own.getMethodName());
    }

    @Test
    void anExploredTestFailsWithTheChoicesThatRepeatIt() {
        String again =
                "again: @MpiTest(ranks = 3, choices = {\"rank 0: receive 1 takes a message of rank 2 with tag 0\"})";
        Throwable error = failureOf(Cases.Explored.class, "order");
        assertTrue(error.getMessage().contains("expected: <1> but was: <2>"), error::getMessage);
        assertTrue(error.getMessage().endsWith(again), error::getMessage);
        Throwable repeated = failureOf(Cases.Explored.class, "orderAgain");
        assertTrue(repeated.getMessage().contains("expected: <1> but was: <2>"), repeated::getMessage);
        assertTrue(repeated.getMessage().endsWith(again), repeated::getMessage);
        assertSucceeds(1, run(Cases.Explored.class, "allOrders"));
    }

    /** As the line has it that {@code bipj explore} prints. */
    @Test
    void aProgramsRunIsRepeated() {
        Throwable error = failureOf(Cases.Explored.class, "programAgain");
        assertTrue(error.getMessage().contains("expected: <1> but was: <2>"), error::getMessage);
    }

    @ParameterizedTest
    @CsvSource({
        "otherChoices, 'choices: choice 1 is between [rank 0: receive 1 takes a message of rank 1 with tag 0; '",
        "moreChoices, 'choices: the run has ended before choice 2, \"rank 0: receive 2'",
        "dies, 'again: @MpiTest(ranks = 2, choices = {\"deaths 1\", \"rank 1: dies before its call 1, send\"})'",
        "failsAlways, 'again: @MpiTest(ranks = 1, check = false, explore = \"1\")'",
        "endless, 'run 1 has not ended in time (explore, timeoutSeconds):'",
    })
    void anExploredTestSaysWhyItFails(String method, String message) {
        Throwable error = failureOf(Cases.Explored.class, method);
        assertTrue(error.getMessage().contains(message), error::getMessage);
    }

    @Test
    void theFailuresOfSeveralRanksAreReportedEach() {
        MultipleFailuresError error =
                assertInstanceOf(MultipleFailuresError.class, failureOf(Cases.Bad.class, "twoRanks"));
        assertTrue(error.getMessage().startsWith("2 of 3 ranks failed"), error::getMessage);
        assertEquals(2, error.getFailures().size());
        for (int rank = 1; rank < 3; rank++) {
            Throwable own = error.getFailures().get(rank - 1);
            assertEquals("rank " + rank + ": java.lang.IllegalStateException: of rank " + rank, own.getMessage());
            assertInstanceOf(IllegalStateException.class, own.getCause());
        }
    }

    private static final String WAITS =
            "rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 7 in MPI_COMM_WORLD";

    @ParameterizedTest
    @ValueSource(classes = {Cases.Bad.class, Cases.BadSimulated.class})
    void aRankThatWaitsForOneThatHasFailedIsReportedAndEnded(Class<?> in) {
        Throwable error = failureOf(in, "anotherWaits");
        assertTrue(error.getMessage().startsWith("rank 1 of 2"), error::getMessage);
        assertTrue(error.getMessage().contains(WAITS), error::getMessage);
        assertTrue(error.getMessage().contains("ranks that still run after others have failed"), error::getMessage);
        assertFalse(error.getMessage().contains("deadlock"), error::getMessage);
        assertEquals("of rank 1", error.getCause().getMessage());
        assertNoRankIsLeft();
    }

    @ParameterizedTest
    @ValueSource(classes = {Cases.Bad.class, Cases.BadSimulated.class})
    void aDeadlockFailsTheTestWithTheReportWhoWaitsForWhat(Class<?> in) {
        Throwable error = failureOf(in, "deadlock");
        assertTrue(error.getMessage().contains("deadlock"), error::getMessage);
        assertTrue(error.getMessage().contains(WAITS), error::getMessage);
        assertTrue(error.getMessage().contains(".deadlock(Cases.java:"), error::getMessage);
        assertTrue(!error.getMessage().contains("RankTest"), error::getMessage);
        assertNoRankIsLeft();
    }

    /** No thread of a rank lives on. */
    private static void assertNoRankIsLeft() {
        List<String> left = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("rank "))
                .toList();
        assertEquals(List.of(), left);
    }

    @ParameterizedTest
    @CsvSource({
        "Bad, exit, exited with code 0",
        "Bad, halt, exited with code 3",
        "Bad, abort, ended the job with code 7: ",
        "BadSimulated, exit, exited with code 0",
        "BadSimulated, abort, ended the job with code 7: "
    })
    void anExitFailsTheTestAndNotTheJvm(String in, String method, String message) throws ReflectiveOperationException {
        Throwable error = failureOf(Class.forName(Cases.class.getName() + "$" + in), method);
        assertTrue(error.getMessage().startsWith("rank 1 of 2"), error::getMessage);
        assertInstanceOf(RankFailedException.class, error.getCause());
        assertTrue(error.getCause().getMessage().startsWith(message), error::getMessage);
        assertNoRankIsLeft();
    }

    @Test
    void anErrorOfMpiFailsItsRank() {
        MultipleFailuresError error =
                assertInstanceOf(MultipleFailuresError.class, failureOf(Cases.Bad.class, "error"));
        String first = error.getFailures().getFirst().getMessage();
        assertTrue(first.contains("rank 0: ended the job with code 6: ERR_RANK in send"), first);
        assertTrue(first.contains("at org.bipj.junit.fixtures.Cases$Bad.error(Cases.java:"), first);
        assertTrue(!first.contains("RankTest"), first);
    }

    @ParameterizedTest
    @ValueSource(classes = {Cases.Bad.class, Cases.BadSimulated.class})
    void aRankThatWaitsOutsideTheLibraryFailsTheTestAfterItsTime(Class<?> in) {
        Throwable error = failureOf(in, "outside");
        assertTrue(error.getMessage().startsWith("2 ranks"), error::getMessage);
        assertTrue(error.getMessage().contains("the ranks have not ended within 1.0 s"), error::getMessage);
        assertTrue(error.getMessage().contains("rank 1 computes, or waits outside of the library"), error::getMessage);
        assertNoRankIsLeft();
    }

    @Test
    void anAssumptionThatDoesNotHoldSkipsTheTest() {
        TestAbortedException aborted =
                assertInstanceOf(TestAbortedException.class, failureOf(Cases.Bad.class, "assumption"));
        assertEquals("Assumption failed: not here", aborted.getMessage());
    }

    @Test
    void aSeedThatFailsIsNamedAndFailsAgain() {
        Throwable first = failureOf(Cases.BadSimulated.class, "race");
        Matcher seed =
                Pattern.compile("rank 0 of 3, seed (\\d+): who comes first").matcher(first.getMessage());
        assertTrue(seed.find(), first::getMessage);
        int number = Integer.parseInt(seed.group(1));
        assertTrue(number > 1, first::getMessage);
        assertTrue(first.getMessage().contains("-Dbipj.test.seed=" + number), first::getMessage);

        assertEquals(first.getMessage(), failure(raceWith(number)).getMessage());
        assertSucceeds(1, raceWith(number - 1));
    }

    /** Reports show each seed as a run of its own, until one fails. */
    @Test
    void eachSeedIsAnInvocation() {
        Events named = run(Cases.BadSimulated.class, "named");
        assertSucceeds(4, named);
        assertEquals(
                List.of(
                        "1 rank, simulated, seed 5",
                        "1 rank, simulated, seed 3",
                        "2 ranks, simulated, seed 5",
                        "2 ranks, simulated, seed 3"),
                names(named));

        Events race = run(Cases.BadSimulated.class, "race");
        List<String> names = names(race);
        for (int seed = 1; seed <= names.size(); seed++) {
            assertEquals("3 ranks, simulated, seed " + seed, names.get(seed - 1));
        }
        String first = failure(race).getMessage();
        assertTrue(first.startsWith("rank 0 of 3, seed " + names.size() + ": "), first);
    }

    private static List<String> names(Events events) {
        return events.dynamicallyRegistered()
                .map(event -> event.getTestDescriptor().getDisplayName())
                .toList();
    }

    @Test
    void whatIsLeftBehindFailsTheTest() {
        String message = failureOf(Cases.Leaving.class, "unreceivedMessage").getMessage();
        assertTrue(message.contains("check: unreceived-messages: a message was sent to this rank"), message);
        assertTrue(message.contains("4 bytes from rank 0 with tag 7, sent by send(1 INT, dest 1, tag 7)"), message);
        String request = failureOf(Cases.Leaving.class, "activeRequest").getMessage();
        assertTrue(request.contains("check: active-requests: Finalize is called while 1 request is active"), request);
        assertTrue(request.contains("iRecv(1 INT, source 1, tag 7)"), request);
        assertSucceeds(1, run(Cases.Leaving.class, "unchecked"));
    }

    private static Events raceWith(int seed) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.BadSimulated.class, "race", "mpi.Intracomm"))
                .configurationParameter("bipj.test.seed", Integer.toString(seed))
                .execute()
                .allEvents();
    }

    @Test
    void aSeedThatIsNoNumberIsRefused() {
        Events events = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Cases.BadSimulated.class, "race", "mpi.Intracomm"))
                .configurationParameter("bipj.test.seed", "x")
                .execute()
                .allEvents();
        ExtensionConfigurationException error =
                assertInstanceOf(ExtensionConfigurationException.class, failure(events));
        assertEquals("bipj.test.seed=x: expected a whole number", error.getMessage());
    }
}
