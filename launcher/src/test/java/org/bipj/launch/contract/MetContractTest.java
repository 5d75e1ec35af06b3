package org.bipj.launch.contract;

import java.nio.file.Path;
import org.bipj.mpi.contract.ContractMain;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs that have met over TCP, as those of different hosts: the suites of {@link MergedContractTest} run on a communicator of all. */
@Tag("deep")
class MetContractTest extends MergedContractTest {
    private static final int CALLING = 5;

    @TempDir
    Path directory;

    private int met;

    private TestJob job(String how) {
        return new TestJob()
                .jvm("-Xmx64m", "-ea", "-D" + ContractMain.MET + "=" + how + " suites-" + met)
                .environment("BIPJ_MEET", "tcp")
                .environment("BIPJ_NAMES", directory.resolve("names").toString());
    }

    @Override
    TestJob mpirun() {
        met++;
        return job("serve");
    }

    @Override
    int started(int ranks) {
        return Math.max(1, ranks - CALLING);
    }

    @Override
    TestJob.Running ended(TestJob.Running job, int ranks, String... args) {
        TestJob.Running ignored = start(job("call"), CALLING, args);
        return job;
    }
}
