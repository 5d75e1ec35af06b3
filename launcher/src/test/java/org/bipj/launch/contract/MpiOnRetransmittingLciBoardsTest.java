package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.sim.SimOptions;

/** MPI where LCI's hosts retransmit and forward. */
class MpiOnRetransmittingLciBoardsTest extends SimTest {
    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci", "lci.retransmission=host", "lci.multicast=host");
    }

    @Override
    List<Suite> repeated() {
        return DEEP ? super.repeated() : List.of(new CollectiveSuite());
    }
}
