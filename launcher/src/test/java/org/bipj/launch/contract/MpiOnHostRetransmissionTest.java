package org.bipj.launch.contract;

import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;

/** MPI on LCI's boards whose hosts retransmit and forward. */
@Tag("deep")
class MpiOnHostRetransmissionTest extends SimTest {
    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci", "lci.retransmission=host", "lci.multicast=host");
    }
}
