package org.bipj.sim.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.NetFaults.Fate;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.net.Worm;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
    private static final long US = 1_000_000;
    private static final long MS = 1_000_000_000;

    /** Host h hangs at port h by cable h; direction 0 goes to the switch. */
    private final NetworkTopology topology = new NetworkTopology(3, 1, 4);

    FaultInjectorTest() {
        for (int host = 0; host < 3; host++) {
            topology.connect(End.host(host), End.ofSwitch(0, host), 3);
        }
    }

    private FaultInjector injector(String spec, long seed) {
        return new FaultInjector(FaultSpec.parse(spec), topology, seed);
    }

    private static Worm worm(int body) {
        Worm worm = new Worm(new byte[] {1}, null);
        worm.body = body;
        return worm;
    }

    @Test
    void theNthWormOfAPlaceIsHarmedAndNoOther() {
        FaultInjector injector = injector("drop@host1-in:worm=3", 1);
        List<Fate> fates = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            assertEquals(Fate.PASS, injector.fate(worm(8), 1, 0, i), "outwards");
            assertEquals(Fate.PASS, injector.fate(worm(8), 0, 1, i), "to another host");
            fates.add(injector.fate(worm(8), 1, 1, i));
        }
        assertEquals(List.of(Fate.PASS, Fate.PASS, Fate.DROP, Fate.PASS, Fate.PASS), fates);
        assertEquals("faults: drop at host1-in: once", injector.summary());
    }

    @Test
    void anywhereCountsEachWormOnce() {
        FaultInjector injector = injector("truncate:worm=2", 1);
        assertEquals(Fate.PASS, injector.fate(worm(8), 0, 0, 0));
        assertEquals(Fate.PASS, injector.fate(worm(8), 1, 1, 0));
        assertEquals(Fate.TRUNCATE, injector.fate(worm(8), 2, 0, 0));
    }

    @Test
    void aRateStrikesAsOftenAsItSays() {
        FaultInjector injector = injector("drop:rate=0.1", 7);
        int dropped = 0;
        for (int i = 0; i < 10_000; i++) {
            dropped += injector.fate(worm(8), 0, 0, i) == Fate.DROP ? 1 : 0;
        }
        // Five standard deviations of 30.
        assertEquals(1000, dropped, 150);
    }

    @Test
    void flipsComeByTheCharacter() {
        FaultInjector injector = injector("flip:rate=0.001", 7);
        int longOnes = 0;
        int shortOnes = 0;
        for (int i = 0; i < 10_000; i++) {
            longOnes += flipped(injector, 1000) ? 1 : 0;
            shortOnes += flipped(injector, 10) ? 1 : 0;
        }
        assertEquals(10_000 * (1 - Math.pow(0.999, 1000)), longOnes, 250);
        assertEquals(10_000 * (1 - Math.pow(0.999, 10)), shortOnes, 50);
    }

    @Test
    void flipsComeOnEachCableOfTheWay() {
        FaultInjector injector = injector("flip:rate=0.001", 7);
        int flipped = 0;
        for (int i = 0; i < 10_000; i++) {
            Worm worm = worm(500);
            assertEquals(Fate.PASS, injector.fate(worm, 0, 0, i));
            assertEquals(Fate.PASS, injector.fate(worm, 1, 1, i));
            flipped += injector.flipped(worm) ? 1 : 0;
        }
        assertEquals(10_000 * (1 - Math.pow(0.999, 1000)), flipped, 250);
    }

    private static boolean flipped(FaultInjector injector, int body) {
        Worm worm = worm(0);
        assertEquals(Fate.PASS, injector.fate(worm, 0, 0, 0));
        worm.body = body;
        return injector.flipped(worm);
    }

    @Test
    void theSameSeedStrikesTheSameWormsAndAnotherSeedOthers() {
        assertEquals(struck("drop:rate=0.2", 5), struck("drop:rate=0.2", 5));
        assertFalse(struck("drop:rate=0.2", 5).equals(struck("drop:rate=0.2", 6)));
    }

    @Test
    void aFurtherFaultLeavesTheOthersAsTheyAre() {
        assertEquals(struck("drop:rate=0.2", 5), struck("drop:rate=0.2,flip:rate=0.5", 5));
    }

    /** A quarter of the worms is struck by both, a quarter by each alone. */
    @Test
    void faultsOfOneRateStrikeIndependently() {
        FaultInjector injector = injector("drop:rate=0.5,truncate:rate=0.5", 7);
        int truncated = 0;
        for (int i = 0; i < 10_000; i++) {
            truncated += injector.fate(worm(8), 0, 0, i) == Fate.TRUNCATE ? 1 : 0;
        }
        assertEquals(2500, truncated, 250);
    }

    private List<Integer> struck(String spec, long seed) {
        FaultInjector injector = injector(spec, seed);
        List<Integer> struck = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            if (injector.fate(worm(8), 0, 0, i) == Fate.DROP) {
                struck.add(i);
            }
        }
        return struck;
    }

    @Test
    void theWorstOfSeveralFaultsHolds() {
        FaultInjector injector = injector("flip:worm=1,drop:worm=1,truncate:worm=1,truncate:worm=2,flip:worm=2", 1);
        assertEquals(Fate.DROP, injector.fate(worm(8), 0, 0, 0));
        assertEquals(Fate.TRUNCATE, injector.fate(worm(8), 0, 0, 0));
        assertEquals(Fate.PASS, injector.fate(worm(8), 0, 0, 0));
    }

    @Test
    void aTruncatedWormKeepsItsRouteItsBeginningAndHalfOfWhatHasLeft() {
        FaultInjector injector = injector("truncate:worm=1", 1);
        assertEquals(3 + 8, injector.truncateAfter(worm(0), 3));
        assertEquals(8, injector.truncateAfter(worm(9), 0), "one byte of a message in several worms");
        assertEquals(9, injector.truncateAfter(worm(18), 0));
        assertEquals(2 + 500, injector.truncateAfter(worm(1000), 2));
    }

    @Test
    void ofSeveralDeathsTheFirstCounts() {
        String late = "cut@switch0.1:at=2ms,dead@host2:at=4ms";
        String early = "cut@any:at=1ms,dead@host2:at=3ms";
        for (String spec : new String[] {late + "," + early, early + "," + late}) {
            FaultInjector injector = injector(spec, 1);
            assertArrayEquals(new long[] {MS}, injector.changes(1));
            assertEquals(3 * MS, injector.hostDeadFrom(2));
        }
    }

    @Test
    void aCableThatWasCutHealsAndMayBeCutAgain() {
        FaultInjector injector =
                injector("heal@host1:at=3ms,cut@any:at=1ms,cut@switch0.1:at=2ms,heal@any:at=7ms,cut@host1:at=5ms", 1);
        assertArrayEquals(new long[] {MS, 3 * MS, 5 * MS, 7 * MS}, injector.changes(1));
        assertArrayEquals(new long[] {MS, 7 * MS}, injector.changes(0));
        assertTrue(injector.summary().contains("healed at host1 from 3.000000 ms"), injector.summary());
    }

    @Test
    void cablesAndBoardsDieWhenTold() {
        FaultInjector injector = injector("cut@switch0.1:at=2ms,cut@host1:at=1ms,dead@host2:at=3us", 1);
        assertArrayEquals(new long[] {MS}, injector.changes(1));
        assertEquals(0, injector.changes(0).length);
        assertEquals(3 * US, injector.hostDeadFrom(2));
        assertEquals(Long.MAX_VALUE, injector.hostDeadFrom(1));

        Kernel kernel = new Kernel();
        List<String> killed = new ArrayList<>();
        injector.schedule(kernel, host -> killed.add(host + " at " + kernel.now()));
        while (kernel.step()) {
            assertTrue(killed.size() <= 1);
        }
        assertEquals(List.of("2 at " + 3 * US), killed);
    }

    @Test
    void aStalledBoardWaitsForTheEndOfItsStall() {
        FaultInjector injector = injector("stall@host0:at=10us:for=5us,stall@host0:at=12us:for=1us", 1);
        assertEquals(0, injector.stall(0, 10 * US - 1));
        assertEquals(5 * US, injector.stall(0, 10 * US));
        assertEquals(2 * US, injector.stall(0, 13 * US));
        assertEquals(0, injector.stall(0, 15 * US));
        assertEquals(0, injector.stall(1, 12 * US));
    }

    @Test
    void stallsThatTouchOrOverlapAreOneStall() {
        FaultInjector injector =
                injector("stall@host0:at=30us:for=5us,stall@host0:at=20us:for=10us,stall@host0:at=12us:for=9us", 1);
        assertEquals(20 * US, injector.stall(0, 15 * US));
    }

    @Test
    void aPlaceThatDoesNotExistIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> injector("dead@host3", 1));
    }

    @Test
    void theSummaryTellsOfEachFaultAsItWasWrittenAndWhatItHasDone() {
        FaultInjector injector = injector(
                "drop@switch0.1-out:worm=2,flip:rate=0.5,truncate@host0:rate=1,drop:worm=99,flip@host2:worm=1,"
                        + "cut@host1:at=1ms,dead@host2,stall@host0:at=2us:for=3us",
                1);
        for (int i = 0; i < 3; i++) {
            Worm worm = worm(1000);
            assertEquals(Fate.TRUNCATE, injector.fate(worm, 0, 0, i));
            assertTrue(injector.flipped(worm));
            assertEquals(i == 1 ? Fate.DROP : Fate.PASS, injector.fate(worm(0), 1, 1, i));
            assertFalse(injector.flipped(worm(1000)), "no fault has seen it");
        }
        assertEquals(
                "faults: drop at switch0.1-out: once; flip at any: 3 worms in all; truncate at host0: 3 times; "
                        + "drop at any: 0 times; flip at host2: 0 times; cut at host1 from 1.000000 ms; "
                        + "dead board of host2 from 0.000 ns; "
                        + "stalled board of host0 from 2.000 us to 5.000 us",
                injector.summary());
    }

    @Test
    void nothingToBreakIsNothingToSay() {
        assertEquals("", new FaultInjector(FaultSpec.NONE, topology, 1).summary());
    }
}
