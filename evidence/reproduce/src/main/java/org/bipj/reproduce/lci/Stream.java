package org.bipj.reproduce.lci;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/** Messages in packets, one after the other, one way between two neighbours. */
final class Stream {
    /** So many bytes at least, so that the first message's latency does not count. */
    private static final int LEAST_BYTES = 1 << 20;

    private static final int LEAST_MESSAGES = 3;
    private static final int MOST_MESSAGES = 1000;

    private Stream() {}

    /** Time of a message, in microseconds: from the first one's complete arrival to the last one's. */
    static double micros(Cluster cluster, int bytes, boolean copies) {
        int messages = Math.clamp(LEAST_BYTES / Math.max(1, bytes), LEAST_MESSAGES, MOST_MESSAGES);
        double[] result = new double[1];
        cluster.run(2, rank -> {
            try (LciRank self = new LciRank(rank)) {
                if (rank.number() == 0) {
                    for (int i = 0; i < messages; i++) {
                        self.send(1, bytes);
                    }
                } else {
                    result[0] = receive(self, messages, bytes, copies);
                }
            }
        });
        return result[0];
    }

    private static double receive(LciRank self, int messages, int bytes, boolean copies) {
        if (copies) {
            self.onPacket((source, client, length) -> self.copy(length, bytes));
        }
        long packets = LciRank.packets(bytes, self.payload());
        self.receive(packets);
        double first = self.now();
        self.receive(packets * messages);
        return (self.now() - first) / (messages - 1);
    }

    /** The throughput of messages of that length, in MB/s of 10^6 bytes. */
    static double rate(Cluster cluster, int bytes, boolean copies) {
        return bytes / micros(cluster, bytes, copies);
    }

    /** The times of messages of these lengths. */
    static Curve curve(Cluster cluster, int[] bytes, boolean copies) {
        double[] micros = new double[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            micros[i] = micros(cluster, bytes[i], copies);
        }
        return new Curve(bytes, micros);
    }
}
