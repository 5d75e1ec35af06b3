package org.bipj.reproduce.lci;

import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.reproduce.lab.Cluster;

/**
 * What the measuring programs need of LCI, straight over a rank's packets. Upcalls release their packets at once, and count
 * them; what a program does with a packet it passes as an {@link Upcall}.
 */
final class LciRank implements AutoCloseable, PacketUpcalls {
    /** What a program does with a packet. */
    interface Upcall {
        /** Takes in a packet that has arrived. */
        void take(int source, int client, int length);
    }

    /** The number of the group of all ranks. */
    static final int ALL = 0;

    /** Everybody has opened its port, and knows the groups, after so long. */
    static final double START_US = 100;

    private final Job job = Jobs.of(null);
    private final Cluster.Rank rank;
    private final NicPort port = job.open();
    private final PacketInterface lci = port.packetInterface();
    private Upcall upcall = (source, client, length) -> {};
    private long received;

    LciRank(Cluster.Rank rank) {
        this.rank = rank;
        lci.attach(this);
        lci.group(ALL, IntStream.range(0, job.size()).toArray());
        compute(START_US - now());
    }

    @Override
    public boolean onPacket(int source, int group, int client, int packet, int length) {
        received++;
        upcall.take(source, client, length);
        return RELEASE;
    }

    @Override
    public void onInterrupt() {
        lci.poll(Integer.MAX_VALUE);
    }

    @Override
    public void onUnreachable(int peer, String reason) {
        throw new IllegalStateException("rank " + rank.number() + ": rank " + peer + ": " + reason);
    }

    void onPacket(Upcall program) {
        upcall = program;
    }

    int number() {
        return rank.number();
    }

    int payload() {
        return lci.limits().payload();
    }

    double now() {
        return rank.now();
    }

    void compute(double us) {
        job.compute(1000 * us);
    }

    /** Charges a copy of a packet's bytes into a buffer of some length. */
    void copy(int bytes, long extent) {
        port.virtualTime().chargeCopy(bytes, extent);
    }

    void interrupts(boolean on) {
        lci.interrupts(on);
    }

    private int allocate() {
        int packet = lci.allocate();
        for (int fruitless = 1; packet < 0; fruitless++) {
            if (!lci.progress()) {
                lci.idle(fruitless);
            }
            packet = lci.allocate();
        }
        return packet;
    }

    /** Sends a packet, as soon as there is one. */
    void unicast(int to, int client, int length) {
        lci.unicast(to, allocate(), length, client);
    }

    /** Sends a packet to all other ranks. */
    void multicast(int client, int length) {
        lci.multicast(ALL, allocate(), length, client);
    }

    /** Sends a message, in as many packets as it needs. */
    void send(int to, int bytes) {
        int left = bytes;
        do {
            int length = Math.min(left, payload());
            unicast(to, 0, length);
            left -= length;
        } while (left > 0);
    }

    /** Sends a message to all other ranks, as packets. */
    void broadcast(int bytes) {
        int left = bytes;
        do {
            int length = Math.min(left, payload());
            multicast(0, length);
            left -= length;
        } while (left > 0);
    }

    /** How many packets a message needs. */
    static int packets(int bytes, int payload) {
        return Math.max(1, (bytes + payload - 1) / payload);
    }

    /** Polls for one packet; true if there was one. */
    boolean poll() {
        return lci.poll(1) > 0;
    }

    /** Polls until so many packets have been received since the beginning. */
    void receive(long count) {
        for (int fruitless = 0; received < count; ) {
            if (lci.poll((int) Math.min(count - received, Integer.MAX_VALUE)) > 0) {
                fruitless = 0;
            } else {
                lci.idle(++fruitless);
            }
        }
    }

    /** Adds to a counter, and waits for the answer. */
    void add(int owner) {
        lci.fetchAndAdd(owner, 0, 1);
        for (int fruitless = 0; !lci.added(); ) {
            if (lci.poll(Integer.MAX_VALUE) > 0) {
                fruitless = 0;
            } else {
                lci.idle(++fruitless);
            }
        }
    }

    @Override
    public void close() {
        for (int fruitless = 0; lci.busy(); ) {
            if (lci.poll(Integer.MAX_VALUE) > 0) {
                fruitless = 0;
            } else {
                lci.idle(++fruitless);
            }
        }
        port.close();
    }
}
