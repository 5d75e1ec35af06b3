package org.bipj.am2;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Random programs on random fabrics: every request is handled once or comes back, every reply arrives, credits stay in
 * their windows, and no rank waits for ever. A seed decides program, fabric and schedule.
 */
class AmProps {
    private static final int TRIES = 200;
    private static final int DEEP_TRIES = 10_000;
    private static final int STEPS = 30;

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everyRequestIsHandledOnceOrComesBack(@ForAll("seeds") long seed) {
        run(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP_TRIES / TRIES; i++) {
            run(seed + i);
        }
    }

    /**
     * Rank 2 leaves first, and sends a piece that came too late back as a long message; rank 3 leaves before it has read the
     * announcement.
     */
    @Example
    void aLongMessageThatGoesBackAfterItsSenderHasSeenTheEndIsTaken() {
        run(1_289_203);
    }

    static void run(long seed) {
        Random draw = new Random(seed);
        LoopOptions options = fabric(draw, seed);
        AmProgram program = new AmProgram(seed, ranks(seed), STEPS);
        try (LoopFabric fabric = new LoopFabric(options)) {
            Ranks.run(fabric, job -> {
                try (ActiveMessages am = ActiveMessages.init()) {
                    program.run(am);
                }
            });
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + "L: " + e.getMessage(), e);
        }
        program.check();
    }

    private static int ranks(long seed) {
        return 1 + (int) (seed >>> 8 & 3);
    }

    /** Small packets and tiny windows are as likely as large ones. */
    private static LoopOptions fabric(Random draw, long seed) {
        int packet = 160 + 8 * draw.nextInt(1 << 1 + draw.nextInt(10));
        LoopOptions options = new LoopOptions()
                .seed(seed)
                .ranks(ranks(seed))
                .packets(packet, 1 + draw.nextInt(12))
                .eager(96 + draw.nextInt(packet - 128), 768 + draw.nextInt(1 << 1 + draw.nextInt(14)))
                .direct(LoopOptions.Direct.values()[draw.nextInt(3)], draw.nextInt(900), draw.nextInt(4) == 0 ? 500 : 0)
                .delay(draw.nextInt(600));
        if (draw.nextInt(3) == 0) {
            return options.posted();
        }
        return draw.nextBoolean() ? options.shown() : options;
    }
}
