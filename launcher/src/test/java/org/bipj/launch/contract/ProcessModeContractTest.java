package org.bipj.launch.contract;

/**
 * Ranks are processes. Their heaps are too small to hold what a receiver that does not receive must not hold, and they
 * compile little: eight compilers would take longer than the cases.
 */
class ProcessModeContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1");
    }
}
