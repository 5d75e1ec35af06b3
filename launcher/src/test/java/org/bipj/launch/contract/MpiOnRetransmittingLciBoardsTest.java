package org.bipj.launch.contract;

import org.bipj.sim.SimOptions;

/** MPI where LCI's hosts retransmit and forward. */
class MpiOnRetransmittingLciBoardsTest extends SimTest {
    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci", "lci.retransmission=host", "lci.multicast=host");
    }
}
