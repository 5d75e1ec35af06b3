package org.bipj.net.tcp;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;

/** The contract over TCP alone, and over two hosts of several ranks. */
class NetChannelTest {
    @Nested
    class OverTcp extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.tcp(ranks).stepped();
        }
    }

    @Nested
    class OverHosts extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return NetFabric.mixed(ranks).stepped();
        }
    }
}
