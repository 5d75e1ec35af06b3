package org.bipj.net.ucx;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Tag;

/** The channel's contract over UCX's TCP. */
@Tag("deep")
class UcxChannelTest extends ChannelContract {
    @Override
    protected Fabric fabric(int ranks) {
        return UcxFabric.stepped(ranks);
    }
}
