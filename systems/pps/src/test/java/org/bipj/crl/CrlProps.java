package org.bipj.crl;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Random programs on random fabrics: each section sees the last write that ended before, and no rank waits for ever. A seed
 * decides program, fabric and schedule.
 */
class CrlProps {
    private static final int TRIES = 40;
    private static final int DEEP_TRIES = 5_000;
    private static final int STEPS = 30;

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everySectionSeesTheLastWrite(@ForAll("seeds") long seed) {
        run(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP_TRIES / TRIES; i++) {
            run(seed + i);
        }
    }

    private static void run(long seed) {
        Random draw = new Random(seed);
        int ranks = 1 + draw.nextInt(5);
        LoopOptions options = LoopOptions.randomPackets(draw, seed, ranks).delay(draw.nextInt(600));
        int cache = draw.nextInt(5);
        CrlProgram program = new CrlProgram(seed, ranks, STEPS, true);
        try (LoopFabric fabric = new LoopFabric(draw.nextBoolean() ? options.shown() : options)) {
            Ranks.run(fabric, job -> {
                try (Crl crl = Crl.setup().cache(cache).init()) {
                    program.run(crl);
                    crl.barrier();
                }
            });
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + "L: " + e.getMessage(), e);
        }
    }
}
