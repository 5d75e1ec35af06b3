package org.bipj.launch.contract;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.mpi.contract.DifferentAlgorithmSuite;
import org.bipj.mpi.contract.SharedSuite;
import org.bipj.mpi.contract.SharedThreadSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;

/**
 * Ranks are processes. Their heaps are too small to hold what a receiver that does not receive must not hold.
 */
class ProcessModeContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().jvm("-Xmx64m", "-ea");
    }

    @Override
    List<Suite> chosen() {
        // Last: the collective contract over shared memory.
        Stream<Suite> shared = Stream.of(new SharedSuite(), new DifferentAlgorithmSuite(), new SharedThreadSuite());
        return Stream.concat(Suites.all().stream(), shared).toList();
    }
}
