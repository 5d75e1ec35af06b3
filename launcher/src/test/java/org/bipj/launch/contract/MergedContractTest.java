package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;

/** Three processes that others have started: the suites run on a communicator of all. */
class MergedContractTest extends LaunchedContract {
    private static final int SPAWNED = 3;

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
        return DEEP ? Suites.all() : List.of(new SendSuite(), new IntercommSuite());
    }
}
