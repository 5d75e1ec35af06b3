package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;

/** MPI where LCI's hosts retransmit and forward. */
@Tag("tier2")
class MpiOnRetransmittingLciBoardsTest extends SimTest {
    /** From one to all, to one, and between all. */
    private static final Set<String> SOME = Set.of("barrier", "bcast", "gather", "allToAll");

    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci", "lci.retransmission=host", "lci.multicast=host");
    }

    /** What threads may not do is the same on all boards. */
    @Override
    List<Suite> chosen() {
        return DEEP ? super.chosen() : List.of();
    }

    @Override
    List<Suite> repeated() {
        return DEEP ? super.repeated() : List.of(new CollectiveSuite());
    }

    @Override
    boolean isRepeated(Suite.Case one) {
        return DEEP || SOME.contains(one.name());
    }
}
