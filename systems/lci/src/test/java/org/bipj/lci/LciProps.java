package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.bipj.lci.channel.ChannelPackets;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Random programs on random fabrics: every packet arrives once, in its order and whole, counters add up, no rank waits for
 * ever, and all packets are back in their pools in the end. A seed decides program, fabric and schedule.
 */
class LciProps {
    private static final int TRIES = 200;
    private static final int DEEP_TRIES = 10_000;
    private static final int STEPS = 40;

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyPacketArrivesOnceAndInOrder(@ForAll("seeds") long seed) {
        run(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP_TRIES / TRIES; i++) {
            run(seed + i);
        }
    }

    private static void run(long seed) {
        int ranks = 1 + (int) (seed >>> 8 & 3);
        LciProgram program = new LciProgram(seed, ranks, STEPS);
        try (LoopFabric fabric = new LoopFabric(options(new Random(seed), seed, ranks))) {
            Ranks.run(fabric, job -> {
                try (Lci lci = Lci.init()) {
                    program.run(lci);
                    // Other ranks may be behind: what this one has sent in the last barrier goes.
                    while (lci.packets().busy()) {
                        lci.pollOrIdle();
                    }
                    assertTrue(((ChannelPackets) lci.packets()).isQuiet(), "all packets are back");
                }
            });
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + "L: " + e.getMessage(), e);
        }
    }

    private static LoopOptions options(Random draw, long seed, int ranks) {
        LoopOptions options = LoopOptions.randomPackets(draw, seed, ranks)
                .direct(LoopOptions.Direct.values()[draw.nextInt(3)], draw.nextInt(900), draw.nextInt(4) == 0 ? 500 : 0)
                .delay(draw.nextInt(600));
        if (draw.nextInt(3) == 0) {
            return options.posted();
        }
        return draw.nextBoolean() ? options.shown() : options;
    }
}
