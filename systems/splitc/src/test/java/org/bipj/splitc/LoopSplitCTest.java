package org.bipj.splitc;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.Nested;

/** Split-C over the loop fabric, whose every choice follows from a seed. */
class LoopSplitCTest {
    @Nested
    class Packets extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            over(new LoopFabric(new LoopOptions().ranks(ranks).packets(2048, 16).eager(1024, 8192)), body);
        }
    }

    @Nested
    class TheSmallestWindow extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            over(
                    new LoopFabric(new LoopOptions()
                            .ranks(ranks)
                            .packets(200, 4)
                            .eager(128, 1024)
                            .delay(400)),
                    body);
        }
    }

    private static void over(Fabric fabric, SplitCContract.Body body) {
        try (fabric) {
            Ranks.run(fabric, job -> body.run());
        }
    }
}
