package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadRunner;
import org.bipj.shm.ShmSession;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Ranks are threads of this JVM over shared-memory rings, one job for each case; {@link ThreadModeContractTest} has one for all. */
@Tag("deep")
class ThreadsOverShmTest {
    @TestFactory
    Stream<DynamicNode> suites() {
        return Suites.all().stream()
                .filter(Suites::isChosen)
                .map(suite -> DynamicContainer.dynamicContainer(
                        suite.getClass().getSimpleName(), suite.cases().stream().map(one -> test(suite, one))));
    }

    private static DynamicNode test(Suite suite, Suite.Case one) {
        return DynamicTest.dynamicTest(one.name(), () -> ThreadRunner.run(ThreadsOverShmTest::open, suite, one));
    }

    static List<Job> open(int ranks, ThreadRunner.Abort onAbort) {
        ShmSession session = ShmSession.forThreads(ranks, onAbort::abort);
        List<Job> jobs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            jobs.add(session.job(rank));
        }
        return jobs;
    }
}
