package org.bipj.launch.contract;

import org.bipj.mpi.contract.Sizes;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;

/** Ranks are coroutines of a JVM that mpirun starts, on the simulated cluster. */
@Tag("deep")
class SimModeSecondDialectTest extends SecondDialect {
    private static final String PLATFORM = "das64";

    @Override
    TestJob in(TestJob mpirun) {
        return mpirun.with("--mode", "sim", "--platform", PLATFORM).jvm("-Xmx512m", "-ea");
    }

    @Override
    Sizes sizes() {
        return SimModeContractTest.boundaries(SimOptions.of(PLATFORM));
    }
}
