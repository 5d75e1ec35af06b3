package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.bipj.am2.ActiveMessages;
import org.bipj.core.nic.PortException;
import org.bipj.launch.command.DeadlockPlan;
import org.bipj.lci.Lci;
import org.bipj.panda.Panda;
import org.bipj.sim.SimOptions;
import org.bipj.splitc.SplitC;
import org.junit.jupiter.api.Tag;
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

    @TempDir
    Path directory;

    private Mpirun job(String mode, int ranks) {
        Mpirun mpirun = new Mpirun()
                .jvm("-XX:TieredStopAtLevel=1")
                .using(ActiveMessages.class, Lci.class, Panda.class, SplitC.class);
        if (mode.equals(HOSTS)) {
            return TwoHosts.run(mpirun, directory, ranks, "tcp").with("--timeout", "100");
        }
        return mpirun.with("-n", Integer.toString(ranks), "--mode", mode, "--timeout", "100");
    }

    private static void isRight(Mpirun.Ended ended, int ranks) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals(ranks, ended.out().lines().filter("right"::equals).count(), ended::all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void interfacesAreOpenedAgainInAnyMix(String mode) {
        isRight(job(mode, 3).start(Reopening.class, "mixes", "4", "25").await(), 3);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void manyMixes(String mode) {
        isRight(job(mode, 4).start(Reopening.class, "mixes", "60", "60").await(), 4);
    }

    /** Messages for later openings wait; those for earlier ones are dropped, and block nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void aRankMayBeOpeningsAheadOrBehind(String mode) {
        isRight(job(mode, 2).start(Reopening.class, "ahead").await(), 2);
        isRight(job(mode, 2).start(Reopening.class, "dropped").await(), 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void aRankThatDoesNotOpenAgainIsWaitedForInVain(String mode) {
        Mpirun.Ended ended = impatient(mode).start(Reopening.class, "gone").await();
        assertEquals(DeadlockPlan.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("rank 0 waits in org.bipj.bip.Bip.trecv for a message with tag 3"), ended::all);
    }

    /** Twice as long as nothing may happen before a deadlock is reported. */
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void aRankThatTakesItsTimeBetweenTwoOpeningsIsNoDeadlock(String mode) {
        isRight(impatient(mode).start(Reopening.class, "pause", "2000").await(), 2);
    }

    /** Two ranks that are reported as deadlocked after a second. */
    private Mpirun impatient(String mode) {
        return job(mode, 2).environment("BIPJ_DEADLOCK_SECONDS", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", HOSTS})
    void aRankThatIsKilledBetweenTwoOpeningsHasDied(String mode) {
        Mpirun.Ended ended = job(mode, 2).start(Reopening.class, "killed").await();
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
        isRight(job(mode, 2).start(ClosedTwice.class, directory.toString()).await(), 2);
    }

    static Stream<Arguments> memory() {
        return Stream.of("process", "thread", "sim")
                .flatMap(mode -> Stream.of(Reopening.ALL).map(what -> Arguments.of(mode, what)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bip", "lci"})
    void aThousandOpeningsLeaveNothingBehind(String what) {
        isRight(job("process", 2).start(Reopening.class, "many", what, "1000").await(), 2);
    }

    @Tag("deep")
    @ParameterizedTest
    @MethodSource("memory")
    void tenThousandOpeningsLeaveNothingBehind(String mode, String what) {
        isRight(job(mode, 2).start(Reopening.class, "many", what, "10000").await(), 2);
    }
}
