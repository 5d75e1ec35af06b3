package org.bipj.shm;

import org.bipj.testkit.BipContract;
import org.bipj.testkit.BipQueueContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;

/** BIP over shared memory, between threads and as between processes. */
class ShmBipTest {
    @Nested
    class BetweenThreads extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.local(ranks);
        }
    }

    @Nested
    class OverFiles extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.files(ranks);
        }
    }

    @Nested
    class QueuesBetweenThreads extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.local(ranks);
        }
    }

    @Nested
    class QueuesOverFiles extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.files(ranks);
        }
    }
}
