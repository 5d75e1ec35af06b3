package org.bipj.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;

/**
 * How fast LCI's packets are simulated: every rank sends packets to random other ranks, and polls in between. All ranks of a
 * simulated job are in this process, whose processor time counts.
 */
final class LciTraffic {
    private static final int CHANNEL = 1;
    private static final int BATCHES = 8;
    private static final int PACKETS = 1000;
    private static final int POLL_EVERY = 4;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Lci lci;
    private final Channel channel;
    private final Random draw;
    private int arrived;

    private LciTraffic(Lci lci) {
        this.lci = lci;
        draw = new Random(lci.rank());
        channel = lci.open(CHANNEL, packet -> {
            arrived++;
            return Disposal.RELEASE;
        });
    }

    /** Runs it on this rank. Rank 0 prints packets per second of processor time, of the fastest batch. */
    static void run(boolean csv) {
        try (Lci lci = Lci.init()) {
            LciTraffic traffic = new LciTraffic(lci);
            double best = 0;
            for (int batch = 0; batch < BATCHES; batch++) {
                best = Math.max(best, traffic.batch());
            }
            if (lci.rank() == 0) {
                Table table = Table.open(csv, lci.size(), "Simulated packets of LCI", "quantity", "rate");
                table.row("packets/s of CPU", Table.decimal(best, 0));
            }
            lci.barrier();
        }
    }

    private double batch() {
        lci.barrier();
        long start = PROCESS.getProcessCpuTime();
        for (int i = 0; i < PACKETS; i++) {
            int other = draw.nextInt(lci.size() - 1);
            SendPacket packet = channel.allocate();
            packet.putInt(0, i);
            channel.unicast(other < lci.rank() ? other : other + 1, packet, Integer.BYTES);
            if (i % POLL_EVERY == 0) {
                int ignored = lci.poll();
            }
        }
        lci.barrier();
        return (double) PACKETS * lci.size() * 1e9 / (PROCESS.getProcessCpuTime() - start);
    }
}
