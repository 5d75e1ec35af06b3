package org.bipj.pps;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.bipj.orca.Orca;
import org.bipj.orca.OrcaProgram;
import org.bipj.panda.PandaProgram;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Random programs on random fabrics: messages arrive once and whole, ordered broadcasts in one order on all ranks; histories of
 * Orca are sequentially consistent; no rank waits for ever. A seed decides program, fabric and schedule.
 */
class SystemsProps {
    private static final int TRIES = 100;
    private static final int DEEP_TRIES = 5000;

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    private interface Seeded {
        void run(long seed);
    }

    private static void runAll(long first, Seeded program) {
        int seeds = Boolean.getBoolean("bipj.deep") ? DEEP_TRIES / TRIES : 1;
        for (long seed = first; seed < first + seeds; seed++) {
            try {
                program.run(seed);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + "L: " + e.getMessage(), e);
            }
        }
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void messagesArriveAndBroadcastsHaveOneOrder(@ForAll("seeds") long first) {
        runAll(first, seed -> {
            int ranks = 1 + (int) (seed >>> 8 & 3);
            PandaProgram program = new PandaProgram(seed, ranks, 30, false);
            try (LoopFabric fabric = new LoopFabric(options(new Random(seed), seed, ranks))) {
                Ranks.run(fabric, job -> program.run());
            }
            program.check();
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void historiesAreSequentiallyConsistent(@ForAll("seeds") long first) {
        runAll(first, seed -> {
            int ranks = 2 + (int) (seed >>> 8 & 3);
            OrcaProgram program = new OrcaProgram(seed, ranks, 30);
            try (LoopFabric fabric = new LoopFabric(options(new Random(seed), seed, ranks))) {
                Ranks.run(fabric, job -> {
                    try (Orca orca = Orca.init()) {
                        program.run(orca);
                        orca.barrier();
                    }
                });
            }
            program.check();
        });
    }

    /** Small packets and tiny windows are as likely as large ones. */
    private static LoopOptions options(Random draw, long seed, int ranks) {
        int packet = 48 + 8 * draw.nextInt(1 << 1 + draw.nextInt(8));
        return new LoopOptions()
                .seed(seed)
                .ranks(ranks)
                .packets(packet, 1 + draw.nextInt(12))
                .eager(32 + draw.nextInt(packet - 40), 256 + draw.nextInt(1 << 1 + draw.nextInt(14)))
                .direct(LoopOptions.Direct.values()[draw.nextInt(3)], draw.nextInt(900), draw.nextInt(4) == 0 ? 500 : 0)
                .delay(draw.nextInt(600));
    }
}
