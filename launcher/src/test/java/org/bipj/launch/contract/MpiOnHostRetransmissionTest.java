package org.bipj.launch.contract;

import org.bipj.sim.SimOptions;

/** MPI on LCI's boards whose hosts retransmit and forward. */
@Tag("deep")
class MpiOnHostRetransmissionTest extends SimTest {
    MpiOnHostRetransmissionTest() {
        super(SimOptions.of("das64").with("nic.firmware=lci", "lci.retransmission=host", "lci.multicast=host"));
    }
}
