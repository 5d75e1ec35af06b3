package org.bipj.launch.contract;

import org.bipj.sim.SimOptions;

/** MPI on boards that run LCI's control program, where they do not retransmit. */
class MpiOnLciBoardsTest extends SimTest {
    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci");
    }
}
