package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.BesideBipSuite;
import org.bipj.mpi.contract.CancelSuite;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.ExchangeSuite;
import org.bipj.mpi.contract.FunneledSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SegmentSuite;
import org.bipj.mpi.contract.SendBufferSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.WindowSuite;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;

/** MPI on boards that run LCI's control program, where they do not retransmit. */
@Tag("tier2")
class MpiOnLciBoardsTest extends SimTest {
    /** What goes through boards in a way of its own; the rest is the same on boards that run BIP. Random programs run twice below. */
    private static final List<Suite> OF_BOARDS = List.of(
            new SendSuite(),
            new SendBufferSuite(),
            new ExchangeSuite(),
            new SegmentSuite(),
            new MatchingSuite(),
            new RequestSuite(),
            new CancelSuite(),
            new CollectiveSuite(),
            new WindowSuite(),
            new BesideBipSuite(),
            new FunneledSuite());

    @Override
    SimOptions platform() {
        return SimOptions.of("das64").with("nic.firmware=lci");
    }

    @Override
    List<Suite> chosen() {
        return DEEP ? Suites.all() : OF_BOARDS;
    }

    @Override
    List<Suite> repeated() {
        return DEEP ? super.repeated() : List.of(new RandomSuite());
    }

    @Override
    boolean isRepeated(Suite.Case one) {
        return DEEP || one.ranks() == 2;
    }
}
