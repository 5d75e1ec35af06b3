package org.bipj.shm;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.PortContract;
import org.bipj.testkit.RegionContract;
import org.junit.jupiter.api.Nested;

/** The port contracts, between threads and as between processes. */
class ShmPortTest {
    @Nested
    class BetweenThreads extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.local(ranks);
        }
    }

    @Nested
    class OverFiles extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.files(ranks);
        }
    }

    @Nested
    class PayloadsOfThreads extends RegionContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.local(ranks);
        }
    }

    @Nested
    class RegionsInFiles extends RegionContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.files(ranks);
        }
    }
}
