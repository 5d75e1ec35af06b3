package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.SessionSuite;
import org.bipj.mpi.contract.SessionThreadSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.junit.jupiter.api.Tag;

/**
 * Five processes that others have started: the suites run on a communicator of all. Without those about the ranks of COMM_WORLD.
 */
@Tag("deep")
class MergedContractTest extends LaunchedContract {
    private static final int SPAWNED = 5;

    private static final Set<Class<? extends Suite>> OF_ONE_JOB = Set.of(SessionSuite.class, SessionThreadSuite.class);

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
        return Suites.all().stream()
                .filter(suite -> !OF_ONE_JOB.contains(suite.getClass()))
                .toList();
    }
}
