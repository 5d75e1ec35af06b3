package org.bipj.launch.contract;

/** Ranks are threads of one JVM. */
class ThreadModeSecondDialectTest extends SecondDialect {
    @Override
    Mpirun in(Mpirun mpirun) {
        return mpirun.with("--mode", "thread", "--check-types").jvm("-Xmx512m", "-ea");
    }
}
