package org.bipj.launch.contract;

import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.launch.Ucx;
import org.bipj.mpi.contract.BufferSuite;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.CommunicatorSuite;
import org.bipj.mpi.contract.DatatypeSuite;
import org.bipj.mpi.contract.DifferentCallSuite;
import org.bipj.mpi.contract.ExchangeSuite;
import org.bipj.mpi.contract.IdupSuite;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.NonblockingSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.SerializedSuite;
import org.bipj.mpi.contract.SessionThreadSuite;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadRunner;
import org.bipj.mpi.contract.ThreadSuite;
import org.bipj.mpi.contract.WindowEpochSuite;
import org.bipj.mpi.contract.WindowSuite;
import org.bipj.mpi.contract.WindowThreadSuite;
import org.bipj.net.address.AddressBook;
import org.bipj.net.remote.RemotePort;
import org.bipj.net.ucx.UcxPort;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Ranks are threads of this JVM on several hosts, one job for each case: each rank alone on its host, and two hosts. Where a
 * case has two ranks, these are the same.
 */
class NetContractTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    /** Those that say most in little time. */
    private static final Set<Class<? extends Suite>> IN_SHORT = Set.of(SendSuite.class);

    /** Those of tier 1 where each rank is alone: of messages, of the one side, of threads. */
    private static final Set<Class<? extends Suite>> FIRST_ALONE =
            Set.of(SendSuite.class, ExchangeSuite.class, RequestSuite.class, WindowSuite.class, SerializedSuite.class);

    /** Those of tier 1 where some ranks share memory and some do not. */
    private static final Set<Class<? extends Suite>> FIRST_OF_TWO =
            Set.of(CollectiveSuite.class, CommunicatorSuite.class, WindowEpochSuite.class);

    /** Cases of very many messages, or of very many calls by several threads, which run between threads of one host, too. */
    private static final Set<String> LONG = Set.of(
            "100 000 started sends",
            "100 000 posted receives",
            "four threads with a communicator each, collectives too",
            "four threads with non-blocking and persistent collectives each",
            "four threads make communicators at the same time");

    /** Many random programs of four ranks, which run on two hosts, too. */
    private static final Set<String> CROWDS =
            Set.of("four ranks: every message once, in order for each source, tag and communicator");

    /**
     * Where each rank is alone these are run by the deep suite only: what they are about lies above the network, which carries it as
     * messages. Collective calls, and what uses them, run on two hosts.
     */
    private static final Set<Class<? extends Suite>> ABOVE_NETWORKS = DEEP
            ? Set.of()
            : Set.of(
                    BufferSuite.class,
                    DatatypeSuite.class,
                    NonblockingSuite.class,
                    IdupSuite.class,
                    CollectiveSuite.class,
                    DifferentCallSuite.class,
                    CommunicatorSuite.class,
                    IntercommSuite.class,
                    SessionThreadSuite.class,
                    WindowThreadSuite.class);

    /** On two hosts these are: that some ranks share memory makes no difference to what they are about. */
    private static final Set<Class<? extends Suite>> LIKE_ALONE = DEEP
            ? Set.of()
            : Set.of(
                    BufferSuite.class,
                    MatchingSuite.class,
                    NonblockingSuite.class,
                    ThreadSuite.class,
                    SessionThreadSuite.class,
                    WindowThreadSuite.class);

    @TestFactory
    Stream<DynamicNode> eachRankAlone() {
        return suites(ranks -> ranks, 1, NetJobs::tcp, FIRST_ALONE::contains, CROWDS);
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicNode> eachRankAloneInOtherSuites() {
        return suites(
                ranks -> ranks,
                1,
                NetJobs::tcp,
                suite -> !FIRST_ALONE.contains(suite) && !ABOVE_NETWORKS.contains(suite),
                CROWDS);
    }

    @TestFactory
    Stream<DynamicNode> twoHosts() {
        return suites(ranks -> 2, 3, NetJobs::tcp, FIRST_OF_TWO::contains);
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicNode> twoHostsInOtherSuites() {
        return suites(
                ranks -> 2, 3, NetJobs::tcp, suite -> !FIRST_OF_TWO.contains(suite) && !LIKE_ALONE.contains(suite));
    }

    @TestFactory
    Stream<DynamicNode> someOverUcx() {
        Ucx.assume();
        return suites(ranks -> Math.min(2, ranks), 1, NetContractTest::ucx, IN_SHORT::contains);
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicNode> twoHostsOverUcx() {
        Ucx.assume();
        return suites(ranks -> Math.min(2, ranks), 1, NetContractTest::ucx, suite -> true);
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicNode> eachRankAloneOverUcx() {
        Ucx.assume();
        return suites(ranks -> ranks, 1, NetContractTest::ucx, suite -> true);
    }

    /** UCX itself moves long messages between memories outside the heap, as it does over RDMA. */
    @TestFactory
    @Tag("deep")
    Stream<DynamicNode> randomOverSharedMemoryOfUcx() {
        Ucx.assume();
        NetJobs.Transport memory = (job, book, hosts) -> ucx(job, book, hosts, Map.of("TLS", "posix,cma,self"));
        return suites(ranks -> Math.min(3, ranks), 1, memory, Set.of(RandomSuite.class, SendSuite.class)::contains);
    }

    /** UCX over TCP, on the loopback interface. */
    static RemotePort ucx(Job job, AddressBook book, IntFunction<String> hosts) {
        return ucx(job, book, hosts, Map.of("TLS", "tcp", "NET_DEVICES", "lo"));
    }

    private static RemotePort ucx(Job job, AddressBook book, IntFunction<String> hosts, Map<String, String> settings) {
        return new UcxPort(
                new UcxPort.Setup(job.rank(), job.size(), new byte[32], job.size() > 2, 50, 2_000, 200, settings),
                book,
                hosts);
    }

    private interface Hosts {
        int of(int ranks);
    }

    private static Stream<DynamicNode> suites(
            Hosts hosts, int ranksMin, NetJobs.Transport transport, Predicate<Class<? extends Suite>> chosen) {
        return suites(hosts, ranksMin, transport, chosen, Set.of());
    }

    /**
     * Runs suites.
     *
     * @param others names of cases that are run by the deep suite only, besides those that are {@link #LONG}
     */
    private static Stream<DynamicNode> suites(
            Hosts hosts,
            int ranksMin,
            NetJobs.Transport transport,
            Predicate<Class<? extends Suite>> chosen,
            Set<String> others) {
        return (DEEP ? Suites.all() : Suites.ofTransports())
                .stream()
                        // Its windows are shared by all ranks of the job.
                        .filter(suite -> !(suite instanceof SharedWindowSuite) && chosen.test(suite.getClass()))
                        .filter(Suites::isChosen)
                        .map(suite -> DynamicContainer.dynamicContainer(
                                suite.getClass().getSimpleName(),
                                suite.cases().stream()
                                        .filter(one -> one.ranks() >= ranksMin
                                                && (DEEP || !LONG.contains(one.name()) && !others.contains(one.name())))
                                        .map(one -> test(suite, one, hosts, transport))));
    }

    private static DynamicNode test(Suite suite, Suite.Case one, Hosts hosts, NetJobs.Transport transport) {
        return DynamicTest.dynamicTest(one.name(), () -> {
            NetJobs[] net = new NetJobs[1];
            ThreadRunner.run(
                    (ranks, onAbort) -> {
                        net[0] = new NetJobs(ranks, hosts.of(ranks), onAbort::abort);
                        net[0].transport = transport;
                        return net[0].jobs();
                    },
                    suite,
                    one);
            boolean used = net[0].bytesWritten() > 0;
            Assertions.assertTrue(used || one.ranks() == 1, "nothing has gone over the network");
        });
    }
}
