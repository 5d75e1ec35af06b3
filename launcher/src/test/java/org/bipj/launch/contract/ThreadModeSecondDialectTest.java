package org.bipj.launch.contract;

/** Ranks are threads of one JVM. */
class ThreadModeSecondDialectTest extends SecondDialect {
    @Override
    TestJob in(TestJob mpirun) {
        return mpirun.with("--mode", "thread", "--check-types").jvm("-Xmx512m", "-ea");
    }
}
