package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.mpi.contract.DifferentAlgorithmSuite;
import org.bipj.mpi.contract.FileOverlapSuite;
import org.bipj.mpi.contract.FileSharedSuite;
import org.bipj.mpi.contract.FileSuite;
import org.bipj.mpi.contract.HugeMessageSuite;
import org.bipj.mpi.contract.OtherThreadSuite;
import org.bipj.mpi.contract.SegmentSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.SharedProcessSuite;
import org.bipj.mpi.contract.SharedSuite;
import org.bipj.mpi.contract.SharedThreadSuite;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.SplitTypeSuite;
import org.bipj.mpi.contract.StatusSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.WindowEpochSuite;
import org.bipj.mpi.contract.WindowSuite;

/**
 * Ranks are processes. Their heaps are too small to hold what a receiver that does not receive must not hold.
 */
class ProcessModeContractTest extends LaunchedContract {
    /**
     * Suites of what may differ where ranks have memories of their own: messages that must not be held, windows and locks in files,
     * groups of hosts, the rank's main thread, memory for collective calls, files that processes share. The rest is the same where ranks
     * are threads, with which all suites of transports run.
     */
    private static final List<Suite> OF_PROCESSES = List.of(
            new SendSuite(),
            new SegmentSuite(),
            new SplitTypeSuite(),
            new WindowSuite(),
            new WindowEpochSuite(),
            new SharedWindowSuite(),
            new OtherThreadSuite(),
            new StatusSuite(),
            new FileSuite(),
            new FileSharedSuite(),
            new FileOverlapSuite(),
            new SharedProcessSuite());

    @Override
    TestJob mpirun() {
        return new TestJob().jvm("-Xmx64m", "-ea");
    }

    @Override
    Set<Class<? extends Suite>> first() {
        return Set.of(SendSuite.class, SplitTypeSuite.class, SharedWindowSuite.class, SharedProcessSuite.class);
    }

    @Override
    List<Suite> chosen() {
        if (!DEEP) {
            return OF_PROCESSES;
        }
        // The collective contract over shared memory comes last.
        Stream<Suite> all = Stream.concat(
                Suites.all().stream(),
                Stream.of(
                        new SharedSuite(),
                        new DifferentAlgorithmSuite(),
                        new SharedThreadSuite(),
                        new HugeMessageSuite()));
        return all.toList();
    }
}
