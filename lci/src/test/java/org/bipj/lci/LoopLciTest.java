package org.bipj.lci;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.junit.jupiter.api.Nested;

/** LCI over the loop fabric, whose every choice follows from a seed. */
class LoopLciTest {
    @Nested
    class WholePackets extends LciContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(2048, 16).eager(1500, 16384));
        }
    }

    @Nested
    class PacketsInParts extends LciContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions()
                    .ranks(ranks)
                    .packets(200, 4)
                    .eager(128, 1024)
                    .delay(400));
        }
    }
}
