package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.CommunicatorSuite;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.IntercommCollectiveSuite;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.WindowSuite;

/** Five processes that three others have started: the suites run on a communicator of all eight. */
class MergedContractTest extends LaunchedContract {
    private static final int SPAWNED = 5;

    @Override
    TestJob mpirun() {
        return new TestJob().jvm("-Xmx64m", "-ea", "-D" + ContractMain.SPAWNED + "=" + SPAWNED);
    }

    @Override
    int started(int ranks) {
        return Math.max(1, ranks - SPAWNED);
    }

    @Override
    List<Suite> chosen() {
        return DEEP
                ? Suites.all()
                : List.of(
                        new SendSuite(),
                        new MatchingSuite(),
                        new CollectiveSuite(),
                        new CommunicatorSuite(),
                        new IntercommSuite(),
                        new IntercommCollectiveSuite(),
                        new WindowSuite());
    }
}
