package org.bipj.crl;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.junit.jupiter.api.Nested;

/** CRL over the loop fabric, whose every choice follows from a seed. */
class LoopCrlTest {
    @Nested
    class WholePackets extends CrlContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(LoopOptions.largePackets(ranks));
        }
    }

    @Nested
    class PacketsInParts extends CrlContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(LoopOptions.smallPackets(ranks));
        }
    }
}
