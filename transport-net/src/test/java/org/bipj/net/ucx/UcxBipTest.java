package org.bipj.net.ucx;

import org.bipj.testkit.BipContract;
import org.bipj.testkit.BipQueueContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** BIP over UCX alone, and over two hosts of several ranks. */
class UcxBipTest {
    @Nested
    @Tag("deep")
    class OverHosts extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.mixed(ranks);
        }
    }

    @Nested
    @Tag("deep")
    class OverUcx extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.threads(ranks);
        }
    }

    @Nested
    @Tag("deep")
    class QueuesOverUcx extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.threads(ranks);
        }
    }

    @Nested
    @Tag("deep")
    class QueuesOverHosts extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.mixed(ranks);
        }
    }
}
