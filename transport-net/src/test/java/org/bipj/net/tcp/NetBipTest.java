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
            return NetFabric.lingeringTcp(ranks);
        }
    }

    @Nested
    class OverHosts extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.lingeringMixed(ranks);
        }
    }

    @Nested
    class QueuesOverTcp extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.lingeringTcp(ranks);
        }
    }

    @Nested
    class QueuesOverHosts extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.lingeringMixed(ranks);
        }
    }
}
