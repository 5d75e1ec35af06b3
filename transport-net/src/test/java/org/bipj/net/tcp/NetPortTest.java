package org.bipj.net.tcp;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.PortContract;
import org.junit.jupiter.api.Nested;

/** The contract over TCP alone, and over two hosts of several ranks. */
class NetPortTest {
    @Nested
    class OverTcp extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.tcp(ranks).stepped();
        }
    }

    @Nested
    class OverHosts extends PortContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.mixed(ranks).stepped();
        }
    }
}
