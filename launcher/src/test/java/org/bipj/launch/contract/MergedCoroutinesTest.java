package org.bipj.launch.contract;

import org.junit.jupiter.api.Tag;

/** As {@link MergedContractTest}, in virtual time. */
@Tag("deep")
class MergedCoroutinesTest extends MergedContractTest {
    @Override
    TestJob mpirun() {
        // One heap for all.
        return super.mpirun().jvm("-Xmx1g").with("--mode", "sim");
    }
}
