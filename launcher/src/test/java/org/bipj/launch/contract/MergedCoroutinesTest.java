package org.bipj.launch.contract;

import org.junit.jupiter.api.Tag;

/** As {@link MergedContractTest}, in virtual time. */
@Tag("deep")
class MergedCoroutinesTest extends MergedContractTest {
    @Override
    TestJob mpirun() {
        return super.mpirun().with("--mode", "sim");
    }
}
