package org.bipj.samples;

import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;

/**
 * The smallest program with LCI: rank 0 multicasts a packet, each other rank answers it, and all add to a counter. It is the
 * one in docs/SAMPLES.md.
 *
 * <pre>{@code ./bipj sample lci-hello -n 4}</pre>
 */
public final class LciHello {
    private LciHello() {}

    /** Runs the program; it takes no arguments. */
    public static void main(String[] args) {
        try (Lci lci = Lci.init()) {
            int[] arrived = new int[1];
            Channel channel = lci.open(7, packet -> {
                System.out.println(
                        "rank " + lci.rank() + " gets " + packet.getInt(0) + " from rank " + packet.source());
                arrived[0]++;
                return Disposal.RELEASE;
            });
            int[] ranks = new int[lci.size()];
            for (int rank = 0; rank < ranks.length; rank++) {
                ranks[rank] = rank;
            }
            Group all = lci.group(ranks);
            SendPacket packet = channel.allocate();
            if (lci.rank() == 0) {
                packet.putInt(0, 42);
                channel.multicast(all, packet, 4);
            } else {
                packet.putInt(0, lci.rank());
                channel.unicast(0, packet, 4);
            }
            int expected = lci.rank() == 0 ? lci.size() - 1 : 1;
            while (arrived[0] < expected) {
                lci.pollOrIdle();
            }
            long before = lci.counter(0, 0).getAndAdd(1);
            if (before == lci.size() - 1) {
                System.out.println("rank " + lci.rank() + " is the last of " + lci.size());
            }
            lci.barrier();
        }
    }
}
