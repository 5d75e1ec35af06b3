package org.bipj.launch.contract;

/** Ranks are threads of one JVM that mpirun starts; each has classes of its own. Their receives check types. */
class ThreadModeContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().with("--mode", "thread", "--check-types").jvm("-Xmx512m", "-ea");
    }
}
