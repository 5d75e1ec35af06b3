package org.bipj.shm;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;

/** The channel over shared memory, between threads and as between processes. */
class ShmChannelTest {
    @Nested
    class BetweenThreads extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.local(ranks);
        }
    }

    @Nested
    class OverFiles extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return ShmFabric.files(ranks);
        }
    }
}
