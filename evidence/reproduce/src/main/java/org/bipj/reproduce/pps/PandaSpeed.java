package org.bipj.reproduce.pps;

import java.util.Arrays;
import org.bipj.panda.Broadcast;
import org.bipj.panda.Delivery;
import org.bipj.panda.Gather;
import org.bipj.panda.Messages;
import org.bipj.panda.OrderedBroadcast;
import org.bipj.panda.Panda;
import org.bipj.panda.Reply;
import org.bipj.panda.Rpc;
import org.bipj.reproduce.lab.Cluster;

/** Latency and throughput of Panda's messages, remote procedure calls and broadcasts. All receive by polling. */
final class PandaSpeed {
    private static final int SERVICE = 1;
    private static final Gather EMPTY = new Gather();

    private PandaSpeed() {}

    private interface Program {
        void run(Cluster.Rank rank, Panda panda);
    }

    private static void run(Cluster cluster, int ranks, boolean threads, Program program) {
        cluster.run(ranks, rank -> {
            Panda.Setup setup = threads ? Panda.setup().multithreaded() : Panda.setup();
            try (Panda panda = setup.init()) {
                panda.group();
                panda.barrier();
                program.run(rank, panda);
                panda.barrier();
            }
        });
    }

    /** Time of a one-way message of no bytes: half of a round trip, single-threaded. */
    static double message(Cluster cluster) {
        double[] result = new double[1];
        run(cluster, 2, false, (rank, panda) -> {
            int[] got = new int[1];
            Messages messages = panda.messages(SERVICE, message -> got[0]++);
            if (rank.number() == 0) {
                result[0] = Trips.median(rank, trip -> {
                            messages.send(1, EMPTY);
                            panda.await("an answer", () -> got[0] > trip);
                        })
                        / 2;
            } else {
                for (int i = 0; i < Trips.TIMES; i++) {
                    int trip = i;
                    panda.await("a message", () -> got[0] > trip);
                    messages.send(0, EMPTY);
                }
            }
        });
        return result[0];
    }

    /** Throughput of messages one way into a buffer, in MB/s. */
    static double rate(Cluster cluster, int bytes, int messagesSent) {
        double[] result = new double[1];
        run(cluster, 2, false, (rank, panda) -> {
            byte[] buffer = new byte[bytes];
            int[] got = new int[1];
            Messages messages = panda.messages(
                    SERVICE, Delivery.BEGUN, message -> message.into(buffer, 0, bytes, whole -> got[0]++));
            if (rank.number() == 0) {
                Gather gather = new Gather();
                for (int i = 0; i < messagesSent; i++) {
                    messages.send(1, gather.clear().add(buffer, 0, bytes));
                }
            } else {
                panda.await("the first message", () -> got[0] > 0);
                double start = rank.now();
                panda.await("the last message", () -> got[0] == messagesSent);
                result[0] = bytes * (messagesSent - 1.0) / (rank.now() - start);
            }
        });
        return result[0];
    }

    /** Time of an unordered broadcast of no bytes from rank 0 until the last receiver has it, single-threaded. */
    static double broadcast(Cluster cluster, int ranks) {
        double[] at = new double[ranks];
        run(cluster, ranks, false, (rank, panda) -> {
            int[] got = new int[1];
            Broadcast broadcast = panda.broadcast(SERVICE, panda.group(), Delivery.COMPLETE, message -> got[0]++);
            panda.barrier();
            if (rank.number() == 0) {
                Trips.pause();
                at[0] = rank.now();
                broadcast.send(EMPTY);
            } else {
                panda.await("the broadcast", () -> got[0] > 0);
                at[rank.number()] = rank.now();
            }
        });
        return latest(at) - at[0];
    }

    /** Throughput of unordered broadcasts of rank 0, in MB/s, until the last receiver has copied them. */
    static double broadcastRate(Cluster cluster, int ranks, int bytes, int times) {
        double[] took = new double[ranks];
        run(cluster, ranks, false, (rank, panda) -> {
            byte[] buffer = new byte[bytes];
            int[] got = new int[1];
            Broadcast broadcast = panda.broadcast(
                    SERVICE,
                    panda.group(),
                    Delivery.BEGUN,
                    message -> message.into(buffer, 0, bytes, whole -> got[0]++));
            panda.barrier();
            if (rank.number() == 0) {
                Gather gather = new Gather();
                for (int i = 0; i < times; i++) {
                    broadcast.send(gather.clear().add(buffer, 0, bytes));
                }
            } else {
                took[rank.number()] = receive(rank, panda, got, times);
            }
        });
        return bytes * (times - 1.0) / latest(took);
    }

    /** Time between the first and the last of some messages. */
    private static double receive(Cluster.Rank rank, Panda panda, int[] got, int times) {
        panda.await("the first message", () -> got[0] > 0);
        double start = rank.now();
        panda.await("the last message", () -> got[0] == times);
        return rank.now() - start;
    }

    /** Time of a remote procedure call with a request of some bytes and an empty reply, several threads. */
    static double call(Cluster cluster, int bytes) {
        double[] result = new double[1];
        run(cluster, 2, true, (rank, panda) -> {
            byte[] buffer = new byte[bytes];
            Rpc rpc = panda.rpc(SERVICE, Delivery.BEGUN, (request, reply) -> {
                Reply later = reply.later();
                request.into(buffer, 0, bytes, whole -> later.send(EMPTY));
            });
            panda.barrier();
            if (rank.number() == 0) {
                Gather gather = new Gather();
                result[0] =
                        Trips.median(rank, trip -> rpc.call(1, gather.clear().add(buffer, 0, bytes), reply -> {}));
            }
        });
        return result[0];
    }

    /** Time of an ordered broadcast of no bytes from rank 1 until the last receiver has it, several threads. */
    static double ordered(Cluster cluster, int ranks) {
        double[] at = new double[ranks];
        double[] sent = new double[1];
        run(cluster, ranks, true, (rank, panda) -> {
            int[] got = new int[1];
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> got[0]++);
            panda.barrier();
            if (rank.number() == 1) {
                Trips.pause();
                sent[0] = rank.now();
                broadcast.send(EMPTY);
            }
            panda.await("the broadcast", () -> got[0] > 0);
            at[rank.number()] = rank.now();
        });
        return latest(at) - sent[0];
    }

    /** Throughput of ordered broadcasts of rank 1, in MB/s, until the last receiver has copied them. */
    static double orderedRate(Cluster cluster, int ranks, int bytes, int times) {
        double[] took = new double[ranks];
        run(cluster, ranks, true, (rank, panda) -> {
            byte[] buffer = new byte[bytes];
            int[] got = new int[1];
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                message.get(buffer, 0, bytes);
                got[0]++;
            });
            panda.barrier();
            if (rank.number() == 1) {
                Gather gather = new Gather();
                for (int i = 0; i < times; i++) {
                    broadcast.send(gather.clear().add(buffer, 0, bytes));
                }
                panda.await("the last message", () -> got[0] == times);
            } else {
                took[rank.number()] = receive(rank, panda, got, times);
            }
        });
        return bytes * (times - 1.0) / latest(took);
    }

    static double latest(double[] times) {
        return Arrays.stream(times).max().orElseThrow();
    }
}
