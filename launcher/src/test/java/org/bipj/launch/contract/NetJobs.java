package org.bipj.launch.contract;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.net.ComposedPort;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.PortRange;
import org.bipj.net.remote.RemotePort;
import org.bipj.net.tcp.TcpPort;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.HostPort;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.DelegatingPort;

/** The ranks of one job, threads of this JVM, on several hosts: host0, host1 and so on. */
final class NetJobs implements AutoCloseable {
    private static final int PATIENCE_MS = 2_000;

    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();
    private final List<RemotePort> network = new ArrayList<>();
    private final List<ShmSession> sessions = new ArrayList<>();
    private final Job[] jobs;
    private final int[] hostOf;
    private final AtomicLong messages = new AtomicLong();
    /** The address at which one rank finds another. */
    Way between = (from, to, address) -> address;
    /** What carries messages between hosts. */
    Transport transport = NetJobs::tcp;

    /** Where a rank that looks for another one is sent. */
    @FunctionalInterface
    interface Way {
        /** The address instead of the given one. */
        String of(int from, int to, String address);
    }

    /** Opens the port of a rank to those of other hosts. */
    @FunctionalInterface
    interface Transport {
        /** A port, which closes the book. */
        RemotePort open(Job job, AddressBook book, IntFunction<String> hosts);
    }

    static RemotePort tcp(Job job, AddressBook book, IntFunction<String> hosts) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        int size = job.size();
        return new TcpPort(
                new TcpPort.Setup(
                        job.rank(), size, loopback, PortRange.ANY, "", new byte[32], size > 2, PATIENCE_MS, 0),
                book,
                hosts);
    }

    /** Ranks dealt out to so many hosts in turn. */
    NetJobs(int ranks, int hosts, ShmSession.AbortHandler onAbort) {
        this(IntStream.range(0, ranks).map(rank -> rank % hosts).toArray(), onAbort);
    }

    /** By rank the host that it is on. */
    NetJobs(int[] hostOf, ShmSession.AbortHandler onAbort) {
        this.hostOf = hostOf;
        jobs = new Job[hostOf.length];
        for (int host = 0; host <= Arrays.stream(hostOf).max().orElseThrow(); host++) {
            int one = host;
            int[] own = IntStream.range(0, hostOf.length)
                    .filter(rank -> hostOf[rank] == one)
                    .toArray();
            ShmSession session = ShmSession.forThreads(own.length, onAbort);
            sessions.add(session);
            for (int place = 0; place < own.length; place++) {
                jobs[own[place]] = new Member(session.job(place), own[place], own);
            }
        }
    }

    List<Job> jobs() {
        return List.of(jobs);
    }

    /** By host the session of its ranks. */
    List<ShmSession> sessions() {
        return sessions;
    }

    /** Closes what ranks that were ended have left open, all at the same time: UCX needs both ends of a connection for that. */
    @Override
    public void close() {
        List<Thread> threads;
        synchronized (network) {
            threads = network.stream()
                    .map(port -> Thread.ofPlatform().daemon().start(() -> close(port)))
                    .toList();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        sessions.forEach(ShmSession::close);
    }

    private static void close(RemotePort port) {
        try {
            port.close();
        } catch (PeerFailedException e) {
            // The rank was ended in the middle of its work.
            System.getLogger(NetJobs.class.getName()).log(System.Logger.Level.DEBUG, "messages are lost", e);
        }
    }

    /** Bytes that have gone over the network. */
    long bytesWritten() {
        synchronized (network) {
            return network.stream().mapToLong(RemotePort::bytesWritten).sum();
        }
    }

    /** Packets of data that have gone from host to host: as many as messages, where these are short. */
    long messages() {
        return messages.get();
    }

    private final class CountingPort extends DelegatingPort {
        CountingPort(NicPort port) {
            super(port);
        }

        @Override
        public void commit(int peer, int lane, long claim, int bytes, int immediate) {
            if (lane == DATA && hostOf[peer] != hostOf[rank()]) {
                messages.incrementAndGet();
            }
            super.commit(peer, lane, claim, bytes, immediate);
        }
    }

    /** A rank. */
    private final class Member extends DelegatingJob implements AddressBook {
        private final int rank;
        private final int[] own;

        Member(Job local, int rank, int[] own) {
            super(local);
            this.rank = rank;
            this.own = own;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return jobs.length;
        }

        @Override
        public String node() {
            return "host" + hostOf[rank];
        }

        @Override
        public NicPort open() {
            HostPort near = HostPort.of(super.open());
            RemotePort far = transport.open(this, this, peer -> "host" + hostOf[peer]);
            synchronized (network) {
                network.add(far);
            }
            return new CountingPort(new ComposedPort(near, far, own, hostOf, 0, size() > 2));
        }

        @Override
        public boolean hasFinished(int other) {
            int place = Arrays.binarySearch(own, other);
            return place >= 0 && super.hasFinished(place);
        }

        @Override
        public boolean leave() {
            return false;
        }

        @Override
        public boolean haveAllLeft() {
            return true;
        }

        @Override
        public void publish(String address) {
            addresses.put(rank, address);
        }

        @Override
        public String find(int peer) {
            String address = addresses.get(peer);
            return address == null ? null : between.of(rank, peer, address);
        }
    }
}
