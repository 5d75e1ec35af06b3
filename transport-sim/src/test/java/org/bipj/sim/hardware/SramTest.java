package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.constants.Constants;
import org.junit.jupiter.api.Test;

/** How engines and processor share the board's memory. 264 MB/s are 3788 ps a byte, 132 MB/s 7576. */
class SramTest {
    private static final long FULL = 7576;
    private static final Constants FAIR = Rig.PPRO.with("sram.arbitration", "fair");
    private static final long LEAST_SHARE = (long) Math.ceil(4 * 3788 / 0.125);

    private final List<String> told = new ArrayList<>();
    private final DmaEngine[] engines = new DmaEngine[3];

    private Sram sram(Constants constants) {
        Sram sram = new Sram(new Sram.Rates(constants));
        for (int engine = Sram.HOST; engine <= Sram.RECEIVE; engine++) {
            int number = engine;
            engines[engine] = new PlainDmaEngine(sram, engine, ps -> told.add(number + " " + ps));
        }
        return sram;
    }

    @Test
    void twoEnginesHaveTheirFullPaceAndTheProcessorItsLeastShare() {
        Sram sram = sram(Rig.PPRO);
        assertEquals(4 * 3788, sram.accessPs());
        assertEquals(FULL, sram.begin(engines[Sram.HOST], FULL));
        assertEquals(4 * FULL, sram.accessPs(), 1, "half of the memory is left");
        assertEquals(FULL, sram.begin(engines[Sram.SEND], FULL));
        assertEquals(LEAST_SHARE, sram.accessPs());
        sram.end(engines[Sram.HOST]);
        sram.end(engines[Sram.SEND]);
        assertEquals(4 * 3788, sram.accessPs());
        assertEquals(List.of(), told);
    }

    /** 150 MB/s are 6667 ps a byte, and 75 MB/s 13 333: by themselves a little more than half. */
    @Test
    void twoEnginesAtHalfOfTheRateAreNoConflictWhereTheirPacesWereRounded() {
        Sram sram = sram(Rig.PPRO.with("sram.rate", "150"));
        assertEquals(13_333, sram.begin(engines[Sram.SEND], 13_333));
        assertEquals(13_333, sram.begin(engines[Sram.RECEIVE], 13_333));
        assertEquals(List.of(), told);
    }

    @Test
    void theHostComesFirstAndTheOthersShareTheRest() {
        Sram sram = sram(Rig.PPRO);
        sram.begin(engines[Sram.SEND], FULL);
        sram.begin(engines[Sram.RECEIVE], FULL);
        assertEquals(FULL, sram.begin(engines[Sram.HOST], FULL));
        assertEquals(List.of("1 15152", "2 15152"), told, "66 MB/s each");
        told.clear();
        sram.flow(engines[Sram.SEND], Long.MAX_VALUE);
        assertEquals(List.of("2 7576"), told);
        told.clear();
        sram.end(engines[Sram.HOST]);
        assertEquals(List.of("1 7576"), told, "with 132 MB/s left, should it go on");
    }

    @Test
    void evenTheHostLeavesALeastShare() {
        Sram sram = sram(Rig.PPRO.with("sram.rate", "132"));
        assertEquals(FULL, sram.begin(engines[Sram.HOST], FULL), "one alone has all");
        assertEquals(8 * FULL, sram.begin(engines[Sram.SEND], FULL), "16.5 MB/s");
        assertEquals(List.of("0 8659"), told, "115.5 MB/s");
    }

    @Test
    void whoStandsStillHasItsLeastShareReady() {
        Sram sram = sram(Rig.PPRO.with("sram.rate", "132"));
        sram.begin(engines[Sram.SEND], FULL);
        sram.begin(engines[Sram.RECEIVE], FULL);
        sram.flow(engines[Sram.SEND], Long.MAX_VALUE);
        sram.flow(engines[Sram.RECEIVE], Long.MAX_VALUE);
        told.clear();
        assertEquals(FULL, sram.begin(engines[Sram.HOST], FULL));
        assertEquals(List.of("1 " + 8 * FULL, "2 " + 8 * FULL), told);
    }

    @Test
    void anUnknownOrderIsAnError() {
        assertThrows(
                IllegalArgumentException.class, () -> new Sram.Rates(Rig.PPRO.with("sram.arbitration", "lottery")));
    }

    @Test
    void threeFairEnginesHaveAThirdEach() {
        Sram sram = sram(FAIR);
        sram.begin(engines[Sram.HOST], FULL);
        sram.begin(engines[Sram.SEND], FULL);
        assertEquals(3 * 3788, sram.begin(engines[Sram.RECEIVE], FULL));
        assertEquals(List.of("0 11364", "1 11364"), told);
        told.clear();
        sram.end(engines[Sram.SEND]);
        assertEquals(List.of("0 7576", "2 7576"), told);
    }

    @Test
    void twoFairEnginesShareHalfTheMemory() {
        Sram sram = sram(FAIR.with("sram.rate", "132"));
        assertEquals(FULL, sram.begin(engines[Sram.HOST], FULL), "one alone has all");
        assertEquals(2 * FULL, sram.begin(engines[Sram.RECEIVE], FULL), "two have 66 MB/s each");
        assertEquals(List.of("0 " + 2 * FULL), told);
        sram.end(engines[Sram.HOST]);
        assertEquals(List.of("0 " + 2 * FULL, "2 " + FULL), told);
    }

    @Test
    void whatAStalledEngineDoesNotUseIsTheOthers() {
        Sram sram = sram(FAIR);
        sram.begin(engines[Sram.HOST], FULL);
        sram.begin(engines[Sram.SEND], FULL);
        sram.begin(engines[Sram.RECEIVE], FULL);
        told.clear();
        sram.flow(engines[Sram.RECEIVE], Long.MAX_VALUE);
        assertEquals(List.of("0 7576", "1 7576"), told);
        told.clear();
        sram.flow(engines[Sram.RECEIVE], 15152);
        assertEquals(List.of("0 10102", "1 10102"), told, "264 less 66 MB/s for two");
        told.clear();
        sram.flow(engines[Sram.RECEIVE], 100);
        assertEquals(List.of("0 11364", "1 11364"), told);
    }

    @Test
    void anEngineSlowerThanTheMemoryLeavesTheRest() {
        Sram sram = sram(FAIR.with("sram.rate", "132"));
        sram.begin(engines[Sram.SEND], FULL);
        assertEquals(30_304, sram.begin(engines[Sram.HOST], 30_304), "33 MB/s");
        assertEquals(List.of("1 10102"), told, "99 MB/s");
    }

    @Test
    void capacityIsReal() {
        Sram sram = sram(Rig.PPRO);
        assertEquals(true, sram.allocate(256 * 1024));
        assertEquals(false, sram.allocate(1));
        sram.free(10);
        assertEquals(true, sram.allocate(10));
        assertThrows(IllegalArgumentException.class, () -> sram.free(256 * 1024 + 1));
        assertThrows(IllegalArgumentException.class, () -> sram.allocate(-1));
    }

    @Test
    void aLeastShareMustBeAShare() {
        assertThrows(IllegalArgumentException.class, () -> new Sram.Rates(Rig.PPRO.with("sram.least-share", "0")));
        assertThrows(IllegalArgumentException.class, () -> new Sram.Rates(Rig.PPRO.with("sram.least-share", "0.4")));
    }
}
