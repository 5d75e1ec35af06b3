package org.bipj.reproduce.ssam;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.reproduce.lab.Cluster;

/**
 * Thekkath's remote memory on the hosts of SSAM.
 *
 * @param read a read of 32 bytes, round trip
 * @param write a write of 32 bytes, until they are in the owner's memory
 * @param control what a notification adds, until the owner's program runs
 * @param rate of a block of writes, in MB/s; NaN if some of its cells were lost
 */
record KernelMemory(double read, double write, double control, double rate) {
    private static final int ROUNDS = 10;
    /** Of a block: so few that those which wait for the owner's kernel fit into its input FIFO. */
    private static final int CELLS = 900;

    private static final double PHASE_US = 2000;
    /** The notification of a block has come after so long, or is lost. */
    private static final double LIMIT_US = 100_000;

    private static final byte WRITTEN = 1;

    static KernelMemory of(Cluster cluster) {
        double[] read = new double[1];
        double[] sent = new double[3];
        double[] seen = new double[3];
        boolean[] isWhole = new boolean[1];
        cluster.run(2, rank -> {
            try (NicPort port = Jobs.of(null).open()) {
                RemoteSegments segments = port.remoteSegments();
                MemorySegment data = segments.export(0, CELLS * RemoteSegments.DATA);
                if (rank.number() == 1) {
                    for (int i = 0; i < seen.length; i++) {
                        // Interrupts of the reads have moved the end of what it computes.
                        PaperMachines.until(rank, (i + 1.2) * PHASE_US);
                        seen[i] = notified(rank, segments, i == 1) ? rank.now() : Double.NaN;
                    }
                    isWhole[0] = data.mismatch(MemorySegment.ofArray(written())) < 0;
                    return;
                }
                PaperMachines.until(rank, PHASE_US / 2);
                double start = rank.now();
                for (int i = 0; i < ROUNDS; i++) {
                    segments.read(1, 0, 0, data, 0, RemoteSegments.DATA);
                }
                read[0] = (rank.now() - start) / ROUNDS;
                data.copyFrom(MemorySegment.ofArray(written()));
                for (int i = 0; i < sent.length; i++) {
                    PaperMachines.until(rank, (i + 1.6) * PHASE_US);
                    sent[i] = rank.now();
                    write(segments, data, i == 2 ? CELLS : 1);
                }
            }
        });
        double write = seen[0] - sent[0];
        double rate = isWhole[0] ? CELLS * RemoteSegments.DATA / (seen[2] - sent[2]) : Double.NaN;
        return new KernelMemory(read[0], write, seen[1] - sent[1] - write, rate);
    }

    private static byte[] written() {
        byte[] bytes = new byte[CELLS * RemoteSegments.DATA];
        Arrays.fill(bytes, WRITTEN);
        return bytes;
    }

    private static void write(RemoteSegments segments, MemorySegment data, int cells) {
        for (int i = 0; i < cells; i++) {
            long at = (long) i * RemoteSegments.DATA;
            segments.write(1, 0, at, data, at, RemoteSegments.DATA, i == cells - 1);
        }
    }

    /** Waits for a notification, asleep or polling the flag; false if it does not come. */
    private static boolean notified(Cluster.Rank rank, RemoteSegments segments, boolean sleeps) {
        if (sleeps) {
            return segments.awaitNotification(0, Long.MAX_VALUE);
        }
        double end = rank.now() + LIMIT_US;
        while (!segments.takeNotification(0)) {
            if (rank.now() > end) {
                return false;
            }
        }
        return true;
    }
}
