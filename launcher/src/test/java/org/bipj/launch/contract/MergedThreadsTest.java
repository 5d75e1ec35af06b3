package org.bipj.launch.contract;

import org.junit.jupiter.api.Tag;

/** As {@link MergedContractTest}, of ranks that are threads. */
@Tag("deep")
class MergedThreadsTest extends MergedContractTest {
    @Override
    TestJob mpirun() {
        // One heap for all.
        return super.mpirun().jvm("-Xmx1g").with("--mode", "thread");
    }
}
