package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.BufferSuite;
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
        // Kinds of memory are told apart above the boards; random programs run twice below. Both take long.
        return DEEP
                ? Suites.all()
                : Suites.ofTransports().stream()
                        .filter(suite -> !(suite instanceof BufferSuite || suite instanceof RandomSuite))
                        .toList();
    }

    @Override
    List<Suite> repeated() {
        return DEEP ? super.repeated() : List.of(new RandomSuite());
    }
}
