package org.bipj.launch.contract;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.mpi.contract.DifferentCallSuite;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.Suite;
import org.junit.jupiter.api.Tag;

/** As {@link MergedContractTest}, in virtual time, where ranks whose collective calls differ are found in any case. */
@Tag("deep")
class MergedCoroutinesTest extends MergedContractTest {
    @Override
    TestJob mpirun() {
        // One heap for all.
        return super.mpirun().jvm("-Xmx1g").with("--mode", "sim");
    }

    @Override
    List<Suite> chosen() {
        return Stream.concat(super.chosen().stream(), Stream.of(new DifferentCallSuite(), new SharedWindowSuite()))
                .toList();
    }
}
