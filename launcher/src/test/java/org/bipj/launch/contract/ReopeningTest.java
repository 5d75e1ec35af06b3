package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.bipj.am2.ActiveMessages;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.lci.Lci;
import org.bipj.panda.Panda;
import org.bipj.sim.SimOptions;
import org.bipj.splitc.SplitC;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All interfaces that a rank has open are closed, and opened again: {@link Reopening}. */
@Timeout(600)
class ReopeningTest {
    private static final String HOSTS = "hosts";
    /** Hosts that UCX connects. */
    private static final String UCX = "ucx";

    private static final String IN_VAIN = "rank 0 waits in org.bipj.bip.Bip.trecv for a message with tag 3";

    @TempDir
    Path directory;

    private TestJob job(String mode, int ranks) {
        TestJob mpirun = new TestJob()
                .jvm("-XX:TieredStopAtLevel=1")
                .using(ActiveMessages.class, Lci.class, Panda.class, SplitC.class);
        if (mode.equals(HOSTS) || mode.equals(UCX)) {
            return TwoHosts.run(mpirun, directory, ranks, mode.equals(UCX) ? UCX : "tcp")
                    .with("--timeout", "100");
        }
        return mpirun.with("-n", Integer.toString(ranks), "--mode", mode, "--timeout", "100");
    }

    private static void isRight(TestJob.Ended ended, int ranks) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals(ranks, ended.out().lines().filter("right"::equals).count(), ended::all);
    }

    /** Runs scenarios one after the other on ranks that share this JVM. */
    private static void areRight(String mode, int ranks, String... scenarios) {
        InThisJvm.End end = InThisJvm.run(mode, ranks, Reopening.class, scenarios);
        assertEquals(0, end.code(), end::text);
    }

    private static final String[] MIXES = {"mixes", "4", "10"};

    /** Two ranks: messages for later openings wait; those for earlier ones are dropped, and block nobody; a pause is no deadlock. */
    private static final String[] PACES = {"dropped", "ahead", "dropped", "pause", "1000"};

    /** In any mix, openings ahead or behind, and each taking its time. */
    @Test
    void ranksOfTwoHostsOpenInterfacesAgain() {
        String[] all = Stream.of(MIXES, PACES).flatMap(Stream::of).toArray(String[]::new);
        isRight(impatient(HOSTS).start(Reopening.class, all).await(), 2);
    }

    /** Two of them are processes of one host. */
    @Tag("deep")
    @Test
    void threeRanksOfTwoHostsOpenInterfacesAgainInAnyMix() {
        isRight(job(HOSTS, 3).start(Reopening.class, MIXES).await(), 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void ranksOfOneJvmOpenInterfacesAgainInAnyMix(String mode) {
        areRight(mode, 3, MIXES);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS, UCX})
    void manyMixes(String mode) {
        isRight(job(mode, 4).start(Reopening.class, "mixes", "60", "60").await(), 4);
    }

    @Tag("deep")
    @Test
    void aProcessMayBeOpeningsAheadOrBehindAndTakeItsTime() {
        isRight(impatient("process").start(Reopening.class, PACES).await(), 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aRankOfOneJvmMayBeOpeningsAheadOrBehindAndTakeItsTime(String mode) {
        areRight(mode, 2, PACES);
    }

    @Tag("tier2")
    @Test
    void aRankThatDoesNotOpenAgainIsWaitedForInVain() {
        isWaitedForInVain("process");
    }

    @Tag("deep")
    @Test
    void aRankOfAnotherHostThatDoesNotOpenAgainIsWaitedForInVain() {
        isWaitedForInVain(HOSTS);
    }

    private void isWaitedForInVain(String mode) {
        TestJob.Ended ended = impatient(mode).start(Reopening.class, "gone").await();
        assertEquals(DeadlockPlan.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains(IN_VAIN), ended::all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aRankOfOneJvmThatDoesNotOpenAgainIsWaitedForInVain(String mode) {
        InThisJvm.End end = InThisJvm.run(mode, 2, Reopening.class, "gone");
        assertTrue(end.text().contains("deadlock"), end::text);
        assertTrue(end.text().contains(IN_VAIN), end::text);
    }

    /** Two ranks that are reported as deadlocked after less than half of the time that one of them takes. */
    private TestJob impatient(String mode) {
        return job(mode, 2).environment("BIPJ_DEADLOCK_SECONDS", "0.4");
    }

    @Tag("tier2")
    @Test
    void aRankThatIsKilledBetweenTwoOpeningsHasDied() {
        hasDied("process");
    }

    @Tag("deep")
    @Test
    void aRankOfAnotherHostThatIsKilledBetweenTwoOpeningsHasDied() {
        hasDied(HOSTS);
    }

    private void hasDied(String mode) {
        TestJob.Ended ended = job(mode, 2).start(Reopening.class, "killed").await();
        assertEquals(9, ended.code(), ended::all);
        assertTrue(ended.err().contains("rank 1"), ended::all);
    }

    /** In virtual time firmwares that keep state of their own refuse by name what was closed. */
    @ParameterizedTest
    @ValueSource(strings = {"now100 nic.firmware=am2", "now100 nic.firmware=gam", "das64 nic.firmware=lci"})
    void boardsThatKeepStateRefuse(String board) {
        String[] words = board.split(" ");
        AmTest.simulated(2, SimOptions.of(words[0]).with(words[1]), () -> {
            (board.endsWith("lci") ? Lci.init() : ActiveMessages.init()).close();
            String refused =
                    assertThrows(PortException.class, ActiveMessages::init).getMessage();
            assertTrue(refused.contains("cannot be opened again"), refused);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void whatIsClosedAlreadyStaysSo(String mode) {
        isRight(job(mode, 2).here(directory, ClosedTwice.class, directory.toString()), 2);
    }

    static Stream<Arguments> memory() {
        return Stream.of("process", "thread", "sim")
                .flatMap(mode -> Stream.of(Reopening.ALL).map(what -> Arguments.of(mode, what)));
    }

    @Tag("tier2")
    @Test
    void threeHundredOpeningsLeaveNothingBehind() {
        isRight(job("process", 2).start(Reopening.class, "many", "lci", "300").await(), 2);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("memory")
    void tenThousandOpeningsLeaveNothingBehind(String mode, String what) {
        isRight(job(mode, 2).start(Reopening.class, "many", what, "10000").await(), 2);
    }
}
