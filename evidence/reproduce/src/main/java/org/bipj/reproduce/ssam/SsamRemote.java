package org.bipj.reproduce.ssam;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;

/** Section 3.4.4: remote memory by active messages, as Split-C uses them, and the bandwidth of streams of them. */
public final class SsamRemote implements Experiment {
    private static final int READ = 1;
    private static final int STORE = 2;
    private static final int ARRIVED = 3;
    private static final int OPEN = 4;
    private static final int BULK = 5;
    private static final int LAST = 6;
    private static final int BYTES = 32;
    private static final int ROUNDS = 10;
    private static final int MESSAGES = 2000;
    private static final double START_US = 500;

    public SsamRemote() {}

    @Override
    public Head head() {
        return new Head(
                "ssam-remote",
                "SSAM: remote memory and bandwidth",
                "SSAM, sections 3.4.3 and 3.4.4",
                List.of(Lab.SS20, Lab.SS1),
                """
                Two hosts back to back. A remote read is a request and a reply with 32 bytes, the mean of ten; a \
                remote store is a request with 32 bytes, until its handler runs. A bulk write names its place in one \
                request; those behind it have 40 bytes of data each. A long message has cells of 44 bytes and a \
                larger window. Rates are those of 80,000 bytes.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster[] hosts = PaperMachines.both(lab);
        double[] store = store(hosts[0]);
        return new Results()
                .value("remote read, SS-20", read(hosts[0]))
                .value("remote read, SS-1+", read(hosts[1]))
                .value("remote store, until its handler runs", store[0])
                .value("remote store, with the handling of its acknowledgement", store[1])
                .value("one cell at a time", cells(hosts[0]))
                .value(
                        "one cell at a time, an acknowledgement for three",
                        cells(hosts[0].with("ssam.acknowledge", "3")))
                .value("one cell at a time, SS-1+", cells(hosts[1]))
                .value("bulk write", bulk(hosts[0]))
                .value("long messages", longMessage(hosts[0]))
                .value("long messages, SS-1+", longMessage(hosts[1]));
    }

    static double read(Cluster cluster) {
        double[] time = new double[1];
        cluster.run(2, rank -> {
            byte[] memory = new byte[BYTES];
            int[] arrived = new int[1];
            try (Ssam ssam = Ssam.init()) {
                ssam.requestHandler(READ, (from, data, reply) -> {
                    MemorySegment.copy(MemorySegment.ofArray(memory), 0, reply, 0, BYTES);
                    return ARRIVED;
                });
                ssam.replyHandler(ARRIVED, (from, data) -> {
                    MemorySegment.copy(data, 0, MemorySegment.ofArray(memory), 0, BYTES);
                    arrived[0]++;
                });
                if (rank.number() == 0) {
                    PaperMachines.until(rank, START_US);
                    double start = rank.now();
                    for (int i = 1; i <= ROUNDS; i++) {
                        ssam.request(1, READ);
                        while (arrived[0] < i) {
                            ssam.pollOrWait();
                        }
                    }
                    time[0] = (rank.now() - start) / ROUNDS;
                }
            }
        });
        return time[0];
    }

    /** Until the handler runs, and with what the acknowledgement costs the sender. */
    static double[] store(Cluster cluster) {
        double[] at = new double[2];
        double[] took = new double[1];
        cluster.run(2, rank -> {
            try (Ssam ssam = Ssam.init()) {
                ssam.requestHandler(STORE, (from, data, reply) -> {
                    at[1] = rank.now();
                    return RequestHandler.NO_REPLY;
                });
                if (rank.number() == 0) {
                    PaperMachines.until(rank, START_US);
                    at[0] = rank.now();
                    ssam.request(1, STORE);
                    PaperMachines.until(rank, 2 * START_US);
                    double start = rank.now();
                    PaperMachines.expect(1, ssam.poll());
                    took[0] = rank.now() - start;
                }
            }
        });
        double oneWay = at[1] - at[0];
        return new double[] {oneWay, oneWay + took[0]};
    }

    static double cells(Cluster cluster) {
        double[] at = new double[2];
        int[] handled = new int[1];
        cluster.run(2, rank -> {
            try (Ssam ssam = Ssam.init()) {
                ssam.requestHandler(STORE, (from, data, reply) -> {
                    handled[0]++;
                    at[1] = rank.now();
                    return RequestHandler.NO_REPLY;
                });
                if (rank.number() == 0) {
                    PaperMachines.until(rank, START_US);
                    at[0] = rank.now();
                    for (int i = 0; i < MESSAGES; i++) {
                        ssam.request(1, STORE);
                    }
                }
            }
        });
        PaperMachines.expect(MESSAGES, handled[0]);
        return MESSAGES * Ssam.DATA / (at[1] - at[0]);
    }

    /** With the request that opens it, and the reply to the last one. */
    static double bulk(Cluster cluster) {
        byte[] memory = new byte[MESSAGES * Ssam.DATA];
        double[] time = new double[1];
        cluster.run(2, rank -> {
            int[] place = new int[1];
            boolean[] done = new boolean[1];
            try (Ssam ssam = Ssam.init()) {
                ssam.requestHandler(OPEN, (from, data, reply) -> {
                    place[0] = 0;
                    return RequestHandler.NO_REPLY;
                });
                ssam.requestHandler(BULK, (from, data, reply) -> {
                    MemorySegment.copy(data, 0, MemorySegment.ofArray(memory), place[0], Ssam.DATA);
                    place[0] += Ssam.DATA;
                    return RequestHandler.NO_REPLY;
                });
                ssam.requestHandler(LAST, (from, data, reply) -> ARRIVED);
                ssam.replyHandler(ARRIVED, (from, data) -> done[0] = true);
                if (rank.number() == 0) {
                    PaperMachines.until(rank, START_US);
                    double start = rank.now();
                    ssam.request(1, OPEN);
                    for (int i = 0; i < MESSAGES; i++) {
                        ssam.data(1).fill((byte) i);
                        ssam.request(1, BULK);
                    }
                    ssam.request(1, LAST);
                    while (!done[0]) {
                        ssam.pollOrWait();
                    }
                    time[0] = rank.now() - start;
                }
            }
        });
        if (!Arrays.equals(pattern(memory.length), memory)) {
            throw new IllegalStateException("the bulk write has other data");
        }
        return memory.length / time[0];
    }

    /** The throughput of one long message, timed until its end is acknowledged. */
    private static double longMessage(Cluster cluster) {
        byte[] memory = new byte[MESSAGES * Ssam.DATA];
        double[] time = new double[1];
        cluster.run(2, rank -> {
            try (Ssam ssam = Ssam.init()) {
                ssam.expose(0, MemorySegment.ofArray(memory));
                ssam.longHandler(LAST, (from, data) -> {});
                if (rank.number() == 0) {
                    PaperMachines.until(rank, START_US);
                    double start = rank.now();
                    ssam.sendLong(1, LAST, 0, 0, MemorySegment.ofArray(pattern(memory.length)));
                    time[0] = rank.now() - start;
                }
            }
        });
        if (!Arrays.equals(pattern(memory.length), memory)) {
            throw new IllegalStateException("the long message has other data");
        }
        return memory.length / time[0];
    }

    private static byte[] pattern(int bytes) {
        byte[] data = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) (i / Ssam.DATA);
        }
        return data;
    }
}
