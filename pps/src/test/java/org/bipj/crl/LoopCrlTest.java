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
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).packets(2048, 16).eager(1500, 16384));
        }
    }

    @Nested
    class PacketsInParts extends CrlContract {
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
