package org.bipj.launch.contract;

/**
 * Ranks are processes. Their heaps are too small to hold what a receiver that does not receive must not hold.
 */
class ProcessModeContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().jvm("-Xmx64m", "-ea");
    }
}
