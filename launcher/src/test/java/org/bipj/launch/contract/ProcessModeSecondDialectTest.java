package org.bipj.launch.contract;

import org.junit.jupiter.api.Tag;

/** Ranks are processes. */
@Tag("deep")
class ProcessModeSecondDialectTest extends SecondDialect {
    @Override
    TestJob in(TestJob mpirun) {
        return mpirun.with("--mode", "process").jvm("-Xmx512m", "-ea");
    }
}
