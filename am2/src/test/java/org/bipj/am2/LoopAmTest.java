package org.bipj.am2;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.junit.jupiter.api.Nested;

/** Active Messages over the loop fabric, whose every choice follows from a seed. */
class LoopAmTest {
    private static Fabric packets(int ranks) {
        return new LoopFabric(new LoopOptions().ranks(ranks).packets(2048, 16).eager(1024, 8192));
    }

    private static Fabric small(int ranks) {
        return new LoopFabric(
                new LoopOptions().ranks(ranks).packets(200, 4).eager(128, 1024).delay(400));
    }

    @Nested
    class ShortAndMedium extends AmContract {
        @Override
        protected Fabric fabric(int ranks) {
            return packets(ranks);
        }
    }

    @Nested
    class ShortAndMediumWithTheSmallestWindow extends AmContract {
        @Override
        protected Fabric fabric(int ranks) {
            return small(ranks);
        }
    }

    @Nested
    class Bulk extends AmBulkContract {
        @Override
        protected Fabric fabric(int ranks) {
            return packets(ranks);
        }
    }

    @Nested
    class BulkWithTheSmallestWindow extends AmBulkContract {
        @Override
        protected Fabric fabric(int ranks) {
            return small(ranks);
        }
    }
}
