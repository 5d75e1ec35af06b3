package org.bipj.launch.contract;

import java.util.Collection;
import java.util.List;
import org.bipj.mpi.contract.DifferentAlgorithmSuite;
import org.bipj.mpi.contract.SharedSuite;
import org.bipj.mpi.contract.SharedThreadSuite;
import org.bipj.mpi.contract.Suite;

/** The collective contract over shared memory, between processes. */
class SharedProcessContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().jvm("-Xmx64m", "-ea");
    }

    @Override
    Collection<List<Suite>> jobs() {
        return List.of(List.of(new SharedSuite(), new DifferentAlgorithmSuite()), List.of(new SharedThreadSuite()));
    }
}
