package org.bipj.launch.contract;

/** Ranks are threads of one JVM that mpirun starts; each has classes of its own. */
class ThreadModeContractTest extends LaunchedContract {
    @Override
    Mpirun mpirun() {
        return new Mpirun().with("--mode", "thread").jvm("-Xmx512m", "-ea");
    }
}
