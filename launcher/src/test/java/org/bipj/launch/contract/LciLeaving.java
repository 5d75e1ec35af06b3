package org.bipj.launch.contract;

import mpi.MPI;
import org.bipj.lci.Channel;
import org.bipj.lci.Counter;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;

/**
 * The other ranks leave LCI, and rank 0 goes on. Arguments: what it does.
 *
 * <ul>
 *   <li>{@code packets}: it sends them many packets. Their programs have ended
 *   <li>{@code threads}: the same, where each rank has a thread for interrupts
 *   <li>{@code beside}: as {@code packets}, but they wait for it in MPI
 *   <li>{@code counter}: it adds to a counter of rank 1, for ever. They have left one after the other
 * </ul>
 */
public final class LciLeaving {
    private static final int CHANNEL = 7;
    /** More than all buffers hold. */
    private static final int PACKETS = 20_000;

    private static final int APART_MS = 200;

    private LciLeaving() {}

    /** Runs the ranks. */
    public static void main(String[] args) throws InterruptedException {
        boolean beside = args[0].equals("beside");
        if (beside) {
            MPI.Init(args);
        }
        Lci lci = args[0].equals("threads") ? Lci.setup().interrupts().init() : Lci.init();
        int[] got = new int[1];
        Channel channel = lci.open(CHANNEL, packet -> {
            got[0]++;
            return Disposal.RELEASE;
        });
        meet(lci, channel, got);
        if (lci.rank() == 0 && args[0].equals("counter")) {
            addForEver(lci);
        } else if (lci.rank() == 0) {
            send(lci, channel);
        } else if (!beside) {
            Thread.sleep((lci.rank() - 1) * APART_MS);
        }
        channel.close();
        lci.close();
        if (beside) {
            MPI.COMM_WORLD.barrier();
            MPI.Finalize();
        }
        System.out.println("rank " + lci.rank() + " has left");
    }

    /** All ranks have a connection with each other. */
    private static void meet(Lci lci, Channel channel, int[] got) {
        for (int peer = 0; peer < lci.size(); peer++) {
            if (peer != lci.rank()) {
                channel.unicast(peer, channel.allocate(), 0);
            }
        }
        while (got[0] < lci.size() - 1) {
            lci.pollOrIdle();
        }
        lci.barrier();
    }

    private static void addForEver(Lci lci) {
        Counter counter = lci.counter(1, 0);
        while (true) {
            long ignored = counter.getAndAdd(1);
        }
    }

    private static void send(Lci lci, Channel channel) {
        for (int i = 0; i < PACKETS; i++) {
            SendPacket packet = i % 2 == 0 ? channel.allocate() : channel.allocatePolling();
            packet.putLong(0, i);
            channel.unicast(1 + i % (lci.size() - 1), packet, Long.BYTES);
        }
    }
}
