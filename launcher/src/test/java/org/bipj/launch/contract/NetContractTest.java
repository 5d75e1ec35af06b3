package org.bipj.launch.contract;

import java.util.stream.Stream;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadRunner;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Ranks are threads of this JVM on several hosts, one job for each case: each rank alone on its host, and two hosts. Where a
 * case has two ranks, these are the same.
 */
class NetContractTest {
    @TestFactory
    Stream<DynamicNode> eachRankAlone() {
        return suites(ranks -> ranks, 1);
    }

    @TestFactory
    Stream<DynamicNode> twoHosts() {
        return suites(ranks -> 2, 3);
    }

    private interface Hosts {
        int of(int ranks);
    }

    private static Stream<DynamicNode> suites(Hosts hosts, int ranksMin) {
        return Suites.all().stream()
                // Its windows are shared by all ranks of the job.
                .filter(suite -> !(suite instanceof SharedWindowSuite))
                .map(suite -> DynamicContainer.dynamicContainer(
                        suite.getClass().getSimpleName(),
                        suite.cases().stream()
                                .filter(one -> one.ranks() >= ranksMin)
                                .map(one -> test(suite, one, hosts))));
    }

    private static DynamicNode test(Suite suite, Suite.Case one, Hosts hosts) {
        return DynamicTest.dynamicTest(one.name(), () -> {
            NetJobs[] net = new NetJobs[1];
            ThreadRunner.run(
                    (ranks, onAbort) -> {
                        net[0] = new NetJobs(ranks, hosts.of(ranks), onAbort::abort);
                        return net[0].jobs();
                    },
                    suite,
                    one);
            boolean used = net[0].bytesWritten() > 0;
            Assertions.assertTrue(used || one.ranks() == 1, "nothing has gone over the network");
        });
    }
}
