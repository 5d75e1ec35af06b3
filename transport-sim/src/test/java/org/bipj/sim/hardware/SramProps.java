package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever engines and firmware do, the board's memory gives no more than it has. */
class SramProps {
    @Property
    void allocationNeverExceedsCapacity(
            @ForAll @Size(max = 200) List<@IntRange(min = -60_000, max = 60_000) Integer> steps) {
        Sram sram = new Sram(new Sram.Rates(Rig.PPRO));
        int used = 0;
        for (int step : steps) {
            if (step < 0) {
                int back = Math.min(-step, used);
                sram.free(back);
                used -= back;
            } else {
                boolean fits = used + step <= sram.size();
                assertEquals(fits, sram.allocate(step));
                used += fits ? step : 0;
            }
            assertEquals(used, sram.used());
        }
    }

    /** Engines that are never held back by their cables: each step starts or stops one. */
    @Property
    void enginesShareTheRateAndNoMore(
            @ForAll @Size(max = 50) List<@IntRange(max = 2) Integer> toggles,
            @ForAll @IntRange(min = 20, max = 600) int rate,
            @ForAll boolean fair) {
        Sram sram = new Sram(new Sram.Rates(Rig.PPRO
                .with("sram.rate", Integer.toString(rate))
                .with("sram.arbitration", fair ? "fair" : "host-first")));
        long[] pace = new long[3];
        boolean[] active = new boolean[3];
        DmaEngine[] engines = new DmaEngine[3];
        for (int i = 0; i < 3; i++) {
            int engine = i;
            engines[i] = new PlainDmaEngine(sram, i, ps -> pace[engine] = ps);
        }
        for (int engine : toggles) {
            active[engine] = !active[engine];
            if (active[engine]) {
                pace[engine] = sram.begin(engines[engine], 7576);
            } else {
                sram.end(engines[engine]);
            }
            double sum = 0;
            double possible = 0;
            for (int i = 0; i < 3; i++) {
                sum += active[i] ? 1e6 / pace[i] : 0;
                possible += active[i] ? Math.min(132, rate) : 0;
            }
            // A pace is a whole number of picoseconds: one in 7576 is lost at most, and rates are read as such too.
            assertEquals(Math.min(possible, rate), sum, sum / 2500);
            assertTrue(sram.accessPs() <= 4e6 / rate / 0.125 * 1.001, "the processor is never starved");
        }
    }
}
