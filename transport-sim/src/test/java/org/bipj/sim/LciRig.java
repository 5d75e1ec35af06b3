package org.bipj.sim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.bipj.testkit.RankSuite.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketUpcalls;

/** Runs programs over the packets of boards with LCI's control program, in virtual time. */
final class LciRig {
    private LciRig() {}

    /** One rank's program. */
    interface Program {
        void run(Host host);
    }

    /** A packet as its upcall has seen it, copied. */
    record Packet(int source, int group, int client, byte[] data) {}

    /** Runs a program on each rank of das64, lets all end that is under way, and checks that all buffers are free. */
    static void run(int ranks, Program program, String... changes) {
        SimCluster cluster = play(ranks, "", program, changes);
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(
                    cluster.port(rank).isIdle(), "left: " + cluster.port(rank).state());
        }
    }

    /** The same without the check, with faults. */
    static SimCluster play(int ranks, String faults, Program program, String... changes) {
        return play(ranks, faults, 1, program, changes);
    }

    /** The same with a seed, which decides the faults. */
    static SimCluster play(int ranks, String faults, long seed, Program program, String... changes) {
        return play(ranks, faults, seed, false, program, changes);
    }

    /** The same; hosts, and what arrives there, may be delayed at random, which keeps the order. */
    static SimCluster play(int ranks, String faults, long seed, boolean jitter, Program program, String... changes) {
        List<String> all = new ArrayList<>();
        all.add("nic.firmware=lci");
        all.addAll(List.of(changes));
        SimOptions options = new SimOptions("das64", seed, faults, "", all);
        SimCluster cluster = new SimCluster(ranks, jitter ? options.withJitter(seed) : options);
        try (SimSession session = new SimSession(cluster, ranks, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Host host = new Host(session.job(rank), session, rank)) {
                    program.run(host);
                }
            });
            while (cluster.kernel().step()) {
                // Packets that are under way when the last rank ends.
            }
        }
        return cluster;
    }

    /** Rank 0 sends many packets to ranks 1 and 2 by turns, which compute first: all arrive in their order. */
    static void manyToTwoThatCompute(Host host) {
        if (host.rank() == 0) {
            for (int i = 0; i < 300; i++) {
                host.unicast(1 + i % 2, i, bytes(8, i));
            }
        } else {
            host.compute(20_000);
            host.receive(150);
            for (int i = 0; i < 150; i++) {
                assertEquals(2 * i + host.rank() - 1, host.received.get(i).client());
            }
        }
    }

    /** What a program of a rank has: the port, and what has been polled. */
    static final class Host implements AutoCloseable, PacketUpcalls {
        final Job job;
        final NicPort port;
        final PacketInterface lci;
        final List<Packet> received = new ArrayList<>();
        /** Times of upcalls in microseconds. */
        final List<Double> times = new ArrayList<>();
        /** Receive packets that the client keeps. */
        final List<Integer> kept = new ArrayList<>();

        private final SimSession session;
        private final int rank;
        boolean keeps;
        /** Receives while it waits for a send packet. Ranks that do not can wait for each other's receive packets. */
        boolean pollsForRoom;
        /** Leaves although not everything has been sent. */
        boolean givesUp;

        int interrupts;

        Host(Job job, SimSession session, int rank) {
            this.job = job;
            this.session = session;
            this.rank = rank;
            port = job.open();
            lci = port.packetInterface();
            lci.attach(this);
        }

        int rank() {
            return rank;
        }

        double us() {
            return session.clockPs(rank) / 1e6;
        }

        void compute(double us) {
            job.compute(1000 * us);
        }

        @Override
        public boolean onPacket(int source, int group, int client, int packet, int length) {
            MemorySegment data = lci.receiveBuffer(packet);
            received.add(
                    new Packet(source, group, client, data.asSlice(0, length).toArray(JAVA_BYTE)));
            times.add(us());
            if (keeps) {
                kept.add(packet);
                return KEEP;
            }
            return RELEASE;
        }

        @Override
        public void onInterrupt() {
            interrupts++;
            lci.poll(Integer.MAX_VALUE);
        }

        @Override
        public void onUnreachable(int peer, String reason) {
            throw new IllegalStateException("rank " + peer + ": " + reason);
        }

        /** A send packet with these bytes; waits for a free one. */
        int fill(byte[] data) {
            int packet = lci.allocate();
            for (int fruitless = 1; packet < 0; fruitless++) {
                if (pollsForRoom ? lci.poll(Integer.MAX_VALUE) == 0 : !lci.progress()) {
                    lci.idle(fruitless);
                }
                packet = lci.allocate();
            }
            MemorySegment.copy(data, 0, lci.sendBuffer(packet), JAVA_BYTE, 0, data.length);
            return packet;
        }

        void unicast(int to, int client, byte[] data) {
            lci.unicast(to, fill(data), data.length, client);
        }

        void multicast(int group, int client, byte[] data) {
            lci.multicast(group, fill(data), data.length, client);
        }

        /** Polls until a condition holds. */
        void poll(BooleanSupplier until) {
            for (int fruitless = 0; !until.getAsBoolean(); ) {
                if (lci.poll(Integer.MAX_VALUE) > 0) {
                    fruitless = 0;
                } else if (!until.getAsBoolean()) {
                    lci.idle(++fruitless);
                }
            }
        }

        void receive(int count) {
            poll(() -> received.size() >= count);
        }

        long add(int owner, int counter, long n) {
            lci.fetchAndAdd(owner, counter, n);
            poll(lci::added);
            return lci.previous();
        }

        /** Makes a group of all ranks. Everybody has done so after 50 us. */
        void groupOfAll(int group) {
            int[] members = new int[port.size()];
            for (int i = 0; i < members.length; i++) {
                members[i] = i;
            }
            lci.group(group, members);
            compute(50);
        }

        @Override
        public void close() {
            poll(() -> givesUp || !lci.busy());
            port.close();
        }
    }
}
