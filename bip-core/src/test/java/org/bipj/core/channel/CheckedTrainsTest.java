package org.bipj.core.channel;

import org.bipj.testkit.ChannelContract;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;

/** The channel over a port with tiny packets, numbers and CRCs, on which messages are trains: also for runs that allow few tests. */
class CheckedTrainsTest extends ChannelContract {
    @Override
    protected Fabric fabric(int ranks) {
        return new LoopFabric(new LoopOptions()
                .ranks(ranks)
                .packets(40, 2)
                .eager(32, 1024)
                .trains(700)
                .unreliable(0, 0, 0));
    }

    @Override
    protected int largest() {
        return 20_000;
    }
}
