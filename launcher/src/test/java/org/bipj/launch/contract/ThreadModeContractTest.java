package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import org.bipj.mpi.contract.ArrayTypeSuite;
import org.bipj.mpi.contract.AttributeSuite;
import org.bipj.mpi.contract.BufferTypeSuite;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.CommunicatorSuite;
import org.bipj.mpi.contract.ConnectThreadSuite;
import org.bipj.mpi.contract.DatatypeSuite;
import org.bipj.mpi.contract.DifferentCallSuite;
import org.bipj.mpi.contract.ErrorSuite;
import org.bipj.mpi.contract.ExternalPackingSuite;
import org.bipj.mpi.contract.FileErrorSuite;
import org.bipj.mpi.contract.FileOverlapSuite;
import org.bipj.mpi.contract.FileSharedSuite;
import org.bipj.mpi.contract.FileSuite;
import org.bipj.mpi.contract.HandleSuite;
import org.bipj.mpi.contract.IdupSuite;
import org.bipj.mpi.contract.IntercommCollectiveSuite;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.LargeCountSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.NeighbourSuite;
import org.bipj.mpi.contract.ObjectArraySuite;
import org.bipj.mpi.contract.OffsetSuite;
import org.bipj.mpi.contract.PersistentSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.ReductionSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SerializedSuite;
import org.bipj.mpi.contract.SessionThreadSuite;
import org.bipj.mpi.contract.SignatureSuite;
import org.bipj.mpi.contract.StructSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadSuite;
import org.bipj.mpi.contract.TopologySuite;
import org.bipj.mpi.contract.TypeContentsSuite;
import org.bipj.mpi.contract.WindowThreadSuite;
import org.bipj.mpi.contract.WindowTypeSuite;

/** Ranks are threads of one JVM that mpirun starts; each has classes of its own. Their receives check types. */
class ThreadModeContractTest extends LaunchedContract {
    /**
     * Suites that are left to the deep one. What some are about knows neither threads nor transports, and runs in memory, or between
     * processes and hosts; the others run in such a job as well, translated: {@link ThreadModeSecondDialectTest}.
     */
    private static final Set<Class<? extends Suite>> ELSEWHERE = Set.of(
            ArrayTypeSuite.class,
            AttributeSuite.class,
            BufferTypeSuite.class,
            CollectiveSuite.class,
            CommunicatorSuite.class,
            DatatypeSuite.class,
            DifferentCallSuite.class,
            ErrorSuite.class,
            ExternalPackingSuite.class,
            FileErrorSuite.class,
            FileOverlapSuite.class,
            FileSharedSuite.class,
            FileSuite.class,
            HandleSuite.class,
            IdupSuite.class,
            IntercommCollectiveSuite.class,
            IntercommSuite.class,
            LargeCountSuite.class,
            MatchingSuite.class,
            NeighbourSuite.class,
            ObjectArraySuite.class,
            OffsetSuite.class,
            PersistentSuite.class,
            RandomSuite.class,
            ReductionSuite.class,
            RequestSuite.class,
            SignatureSuite.class,
            StructSuite.class,
            TopologySuite.class,
            TypeContentsSuite.class,
            WindowTypeSuite.class);

    @Override
    TestJob mpirun() {
        return new TestJob().with("--mode", "thread", "--check-types").jvm("-Xmx512m", "-ea");
    }

    /** Those of several threads: the fabric in memory does not run them. */
    @Override
    Set<Class<? extends Suite>> first() {
        return Set.of(
                SerializedSuite.class,
                ThreadSuite.class,
                SessionThreadSuite.class,
                ConnectThreadSuite.class,
                WindowThreadSuite.class);
    }

    @Override
    List<Suite> chosen() {
        return Suites.all().stream()
                .filter(suite -> DEEP || !ELSEWHERE.contains(suite.getClass()))
                .toList();
    }
}
