package org.bipj.launch.contract;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadRunner;
import org.bipj.net.ComposedPort;
import org.bipj.net.address.AddressBook;
import org.bipj.net.tcp.TcpPort;
import org.bipj.shm.ShmSession;
import org.bipj.testkit.DelegatingJob;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Ranks are threads of this JVM on several hosts, one job for each case: each rank alone on its host, and two hosts. */
class NetContractTest {
    @TestFactory
    Stream<DynamicNode> eachRankAlone() {
        return suites(ranks -> ranks);
    }

    @TestFactory
    Stream<DynamicNode> twoHosts() {
        return suites(ranks -> Math.min(2, ranks));
    }

    private interface Hosts {
        int of(int ranks);
    }

    private static Stream<DynamicNode> suites(Hosts hosts) {
        return Suites.all().stream()
                // Its windows are shared by all ranks of the job.
                .filter(suite -> !(suite instanceof SharedWindowSuite))
                .map(suite -> DynamicContainer.dynamicContainer(
                        suite.getClass().getSimpleName(), suite.cases().stream().map(one -> test(suite, one, hosts))));
    }

    private static DynamicNode test(Suite suite, Suite.Case one, Hosts hosts) {
        return DynamicTest.dynamicTest(one.name(), () -> {
            List<TcpPort> network = new ArrayList<>();
            ThreadRunner.run((ranks, onAbort) -> open(ranks, hosts.of(ranks), network, onAbort), suite, one);
            boolean used = network.stream().anyMatch(port -> port.bytesWritten() > 0);
            Assertions.assertTrue(used || one.ranks() == 1, "nothing has gone over the network");
        });
    }

    private static List<Job> open(int ranks, int hosts, List<TcpPort> network, ThreadRunner.Abort onAbort) {
        Map<Integer, String> addresses = new ConcurrentHashMap<>();
        Job[] jobs = new Job[ranks];
        for (int host = 0; host < hosts; host++) {
            int first = host;
            int[] own = IntStream.range(0, ranks)
                    .filter(rank -> rank % hosts == first)
                    .toArray();
            ShmSession session = ShmSession.forThreads(own.length, onAbort::abort);
            for (int place = 0; place < own.length; place++) {
                jobs[own[place]] =
                        new Member(session.job(place), own[place], ranks, own, "host" + host, addresses, network);
            }
        }
        return List.of(jobs);
    }

    /** A rank that is a thread, on one of several hosts. */
    private static final class Member extends DelegatingJob implements AddressBook {
        private final int rank;
        private final int size;
        private final int[] own;
        private final String host;
        private final Map<Integer, String> addresses;
        private final List<TcpPort> network;

        Member(
                Job local,
                int rank,
                int size,
                int[] own,
                String host,
                Map<Integer, String> addresses,
                List<TcpPort> network) {
            super(local);
            this.rank = rank;
            this.size = size;
            this.own = own;
            this.host = host;
            this.addresses = addresses;
            this.network = network;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public String node() {
            return host;
        }

        @Override
        public NicPort open() {
            NicPort near = super.open();
            TcpPort.Setup setup =
                    new TcpPort.Setup(rank, size, InetAddress.getLoopbackAddress(), "", new byte[32], size > 2, 0);
            TcpPort far = new TcpPort(setup, this, peer -> "of rank " + peer);
            synchronized (network) {
                network.add(far);
            }
            return new ComposedPort(near, far, own, size > 2);
        }

        @Override
        public boolean leave() {
            return false;
        }

        @Override
        public void publish(String address) {
            addresses.put(rank, address);
        }

        @Override
        public String find(int peer) {
            return addresses.get(peer);
        }
    }
}
