package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.mpi.contract.BufferSuite;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.CommunicatorSuite;
import org.bipj.mpi.contract.DifferentAlgorithmSuite;
import org.bipj.mpi.contract.DifferentCallSuite;
import org.bipj.mpi.contract.FileOverlapSuite;
import org.bipj.mpi.contract.FileSharedSuite;
import org.bipj.mpi.contract.FileSuite;
import org.bipj.mpi.contract.HugeMessageSuite;
import org.bipj.mpi.contract.IdupSuite;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.NonblockingSuite;
import org.bipj.mpi.contract.SharedSuite;
import org.bipj.mpi.contract.SharedThreadSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.WindowThreadSuite;

/**
 * Ranks are processes. Their heaps are too small to hold what a receiver that does not receive must not hold.
 */
class ProcessModeContractTest extends LaunchedContract {
    /**
     * Suites of what transports do that are left to the deep suite here: what they are about is the same where ranks are threads, with
     * which all suites run. Collectives have a suite of their own that forces shared memory. Of what lies above transports files remain, which processes share.
     */
    private static final Set<Class<? extends Suite>> LIKE_THREADS = Set.of(
            BufferSuite.class,
            CollectiveSuite.class,
            NonblockingSuite.class,
            IdupSuite.class,
            DifferentCallSuite.class,
            CommunicatorSuite.class,
            IntercommSuite.class,
            WindowThreadSuite.class);

    @Override
    TestJob mpirun() {
        return new TestJob().jvm("-Xmx64m", "-ea");
    }

    @Override
    List<Suite> chosen() {
        // The collective contract over shared memory comes last.
        Stream<Suite> all = DEEP
                ? Stream.concat(
                        Suites.all().stream(),
                        Stream.of(
                                new SharedSuite(),
                                new DifferentAlgorithmSuite(),
                                new SharedThreadSuite(),
                                new HugeMessageSuite()))
                : Stream.concat(
                        Suites.ofTransports().stream().filter(suite -> !LIKE_THREADS.contains(suite.getClass())),
                        Stream.of(new FileSuite(), new FileSharedSuite(), new FileOverlapSuite(), new SharedSuite()));
        return all.toList();
    }
}
