package org.bipj.reproduce.pps;

import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;
import org.bipj.reproduce.lab.Cluster;

/** Latency and throughput of operations on Orca's objects. All receive by polling. */
final class OrcaSpeed {
    /** The state of an object at a rank: the time of the last operation, and how many there were. */
    private static final class State {
        private final Cluster.Rank rank;
        private double first;
        private double last;
        private int times;

        State(Cluster.Rank rank) {
            this.rank = rank;
        }

        void touch() {
            last = rank.now();
            first = times == 0 ? last : first;
            times++;
        }
    }

    private static final Update<State, Void, Void> TOUCH =
            Update.of("touch", Codec.NONE, (state, none) -> state.touch());

    private static final Update<State, byte[], Void> PUT =
            Update.of("put", Codec.BYTES, (state, bytes) -> state.touch());

    private OrcaSpeed() {}

    private interface Program {
        void run(Cluster.Rank rank, Orca orca);
    }

    private static void run(Cluster cluster, int ranks, Program program) {
        cluster.run(ranks, rank -> {
            try (Orca orca = Orca.setup().multithreaded().init()) {
                orca.barrier();
                program.run(rank, orca);
                orca.barrier();
            }
        });
    }

    /** Time of an operation on an object of another rank, with an argument of some bytes; 0: without. */
    static double remote(Cluster cluster, int bytes) {
        double[] result = new double[1];
        run(cluster, 2, (rank, orca) -> {
            SharedObject<State> object = orca.onRank(1, "remote", () -> new State(rank), TOUCH, PUT);
            orca.barrier();
            if (rank.number() == 0) {
                byte[] argument = new byte[bytes];
                result[0] = Trips.median(rank, trip -> operate(object, argument));
            }
        });
        return result[0];
    }

    private static void operate(SharedObject<State> object, byte[] argument) {
        if (argument.length == 0) {
            object.update(TOUCH);
        } else {
            object.update(PUT, argument);
        }
    }

    /** Time of an operation of rank 1 on a replicated object until the last rank has executed it. */
    static double replicated(Cluster cluster, int ranks) {
        double[] at = new double[ranks];
        double[] sent = new double[1];
        run(cluster, ranks, (rank, orca) -> {
            State state = new State(rank);
            SharedObject<State> object = orca.replicated("replicated", () -> state, TOUCH);
            orca.barrier();
            if (rank.number() == 1) {
                Trips.pause();
                sent[0] = rank.now();
                object.update(TOUCH);
            }
            orca.barrier();
            at[rank.number()] = state.last;
        });
        return PandaSpeed.latest(at) - sent[0];
    }

    /** Throughput of operations of rank 1 on a replicated object, in MB/s, until the last rank has executed them. */
    static double replicatedRate(Cluster cluster, int ranks, int bytes, int times) {
        double[] took = new double[ranks];
        run(cluster, ranks, (rank, orca) -> {
            State state = new State(rank);
            SharedObject<State> object = orca.replicated("replicated", () -> state, PUT);
            orca.barrier();
            if (rank.number() == 1) {
                byte[] argument = new byte[bytes];
                for (int i = 0; i < times; i++) {
                    object.update(PUT, argument);
                }
            }
            orca.barrier();
            took[rank.number()] = state.last - state.first;
        });
        return bytes * (times - 1.0) / PandaSpeed.latest(took);
    }
}
