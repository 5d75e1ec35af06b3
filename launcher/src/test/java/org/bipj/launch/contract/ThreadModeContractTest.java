package org.bipj.launch.contract;

/** Ranks are threads of one JVM that mpirun starts; each has classes of its own. Their receives check types. */
class ThreadModeContractTest extends LaunchedContract {
    @Override
    TestJob mpirun() {
        return new TestJob().with("--mode", "thread", "--check-types").jvm("-Xmx512m", "-ea");
    }
}
