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
            return new LoopFabric(LoopOptions.largePackets(ranks));
        }
    }

    @Nested
    class PacketsInParts extends LciContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(LoopOptions.smallPackets(ranks));
        }
    }
}
