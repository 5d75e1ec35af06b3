package org.bipj.core.nic;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.PortContract;
import org.bipj.testkit.RegionContract;
import org.junit.jupiter.api.Nested;

/** The contracts, over the fabric that other tests stand on. */
class LoopPortTest {
    @Nested
    class Plain extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks));
        }
    }

    @Nested
    class Delaying extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).delay(700).packets(200, 3));
        }
    }

    @Nested
    class ShowingPackets extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(
                    new LoopOptions().ranks(ranks).delay(300).packets(200, 3).shown());
        }
    }

    @Nested
    class RegisteredMemory extends RegionContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).direct(LoopOptions.Direct.REGISTERED, 0, 0));
        }
    }

    @Nested
    class AnyMemoryAndPendingCopies extends RegionContract {
        @Override
        protected Fabric fabric(int ranks) {
            return new LoopFabric(new LoopOptions().ranks(ranks).delay(300).direct(LoopOptions.Direct.ALL, 700, 0));
        }
    }
}
