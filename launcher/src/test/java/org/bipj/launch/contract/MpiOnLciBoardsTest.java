package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.sim.SimOptions;

/** MPI on boards that run LCI's control program, where they do not retransmit. */
class MpiOnLciBoardsTest extends SimTest {
    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci");
    }

    @Override
    List<Suite> chosen() {
        return DEEP ? Suites.all() : Suites.ofTransports();
    }

    @Override
    List<Suite> repeated() {
        return DEEP ? super.repeated() : List.of(new RandomSuite());
    }
}
