package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.mpi.contract.ContractMain;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs that have met over TCP, as those of different hosts: the suites of {@link MergedContractTest} run on a communicator of all. */
@Tag("deep")
class MetContractTest extends MergedContractTest {
    private static final int CALLING = 5;

    @TempDir
    Path directory;

    private final AtomicInteger met = new AtomicInteger();
    /** By which the jobs that a thread starts meet: several threads start some at a time. */
    private final ThreadLocal<String> name = new ThreadLocal<>();

    private TestJob job(String how) {
        return new TestJob()
                .jvm("-Xmx64m", "-ea", "-D" + ContractMain.MET + "=" + how + " " + name.get())
                .environment("BIPJ_MEET", "tcp")
                .environment("BIPJ_NAMES", directory.resolve("names").toString());
    }

    @Override
    TestJob mpirun() {
        name.set("suites-" + met.incrementAndGet());
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
