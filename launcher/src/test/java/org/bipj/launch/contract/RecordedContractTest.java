package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.mpi.contract.CancelSuite;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.ErrorSuite;
import org.bipj.mpi.contract.ExchangeSuite;
import org.bipj.mpi.contract.NonblockingSuite;
import org.bipj.mpi.contract.PersistentSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SerializedSuite;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.shm.ShmSession;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** All suites are recorded by processes, and replayed by threads and in virtual time: all cases pass that have passed. */
@Tag("deep")
class RecordedContractTest {
    private static final long LIMIT_S = 300;

    /**
     * Suites of what is not repeated: whether a send is cancelled, what is in the buffer of an operation that has not ended, the error of
     * a rank that waits for itself, which of several threads calls first, and the cancellation of a receive from a named rank whose message
     * comes earlier in the replay.
     */
    private static final Set<Class<? extends Suite>> NOT_REPEATED = Set.of(
            CancelSuite.class,
            ErrorSuite.class,
            RequestSuite.class,
            ExchangeSuite.class,
            NonblockingSuite.class,
            PersistentSuite.class,
            RandomSuite.class,
            SerializedSuite.class);

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> suites() {
        return Suites.all().stream()
                .filter(Suites::isChosen)
                .filter(suite -> suite.threadLevel() < MPI.THREAD_MULTIPLE && !NOT_REPEATED.contains(suite.getClass()))
                .map(suite -> DynamicTest.dynamicTest(suite.getClass().getSimpleName(), () -> check(suite)));
    }

    private void check(Suite suite) throws Exception {
        String folder = directory.resolve(suite.getClass().getSimpleName()).toString();
        List<String> recorded = passed(suite, "process", "--record", folder);
        Assertions.assertEquals(suite.cases().size(), recorded.size());
        Assertions.assertEquals(recorded, passed(suite, "thread", "--replay", folder));
        Assertions.assertEquals(recorded, passed(suite, "sim", "--replay", folder));
    }

    private static List<String> passed(Suite suite, String mode, String option, String folder) throws Exception {
        String sizes;
        try (ShmSession session = ShmSession.forThreads(1)) {
            sizes = Sizes.of(session.job(0).open().capabilities()).toString();
        }
        TestJob.Ended ended = new TestJob()
                .with("--mode", mode, option, folder, "-n", "" + suite.ranks(), "--timeout", "" + LIMIT_S)
                .jvm("-Xmx512m", "-ea", "-Dbipj.seed=7")
                .start(ContractMain.class, sizes, suite.getClass().getName())
                .await(LIMIT_S + 10);
        Assertions.assertEquals(0, ended.code(), ended::all);
        return ended.out()
                .lines()
                .filter(line -> line.startsWith(ContractMain.PASSED))
                .toList();
    }
}
