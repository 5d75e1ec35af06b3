package org.bipj.launch.contract;

import java.util.List;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.junit.jupiter.api.Tag;

/** Three processes that others have started: the suites run on a communicator of all. */
@Tag("deep")
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
        return Suites.all();
    }
}
