package org.bipj.net.tcp;

import org.bipj.testkit.BipContract;
import org.bipj.testkit.BipQueueContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;

/** BIP over TCP alone, and over two hosts of several ranks. */
class NetBipTest {
    @Nested
    class OverTcp extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.tcp(ranks);
        }
    }

    @Nested
    class OverHosts extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.mixed(ranks);
        }
    }

    @Nested
    class QueuesOverTcp extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.tcp(ranks);
        }
    }

    @Nested
    class QueuesOverHosts extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.mixed(ranks);
        }
    }
}
