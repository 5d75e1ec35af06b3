package org.bipj.net.ucx;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The channel's contract over UCX's TCP. */
class UcxChannelTest {
    @Nested
    @Tag("deep")
    class Parts extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.stepped(ranks);
        }
    }

    /** UCX moves long messages between native memories by itself. */
    @Nested
    @Tag("deep")
    class Regions extends ChannelContract {
        @Override
        protected Fabric fabric(int ranks) {
            return UcxFabric.steppedWithRegions(ranks);
        }
    }
}
