package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import mpi.Cores;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.ThreadRunner;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MPI's broadcasts and allreduces on boards that multicast: LCI's, in each placement of its protocols. */
class MulticastBcastTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int RANKS = 9;
    private static final int LATE = 5;
    private static final double LATE_US = 50_000;
    private static final double TOGETHER_US = 100_000;
    /** Bytes that a root may be ahead of a rank that has not called: Tuning.MULTICAST_AHEAD_BYTES. */
    private static final int AHEAD = 256 << 10;

    static Stream<List<String>> placements() {
        return (DEEP
                        ? Stream.of("none+ni", "none+host", "ni+ni", "ni+host", "host+host")
                        : Stream.of("none+ni", "host+host"))
                .map(both -> both.split("\\+"))
                .map(both -> List.of("nic.firmware=lci", "lci.retransmission=" + both[0], "lci.multicast=" + both[1]));
    }

    private static void run(int ranks, String faults, List<String> settings, Suite.Body body) {
        SimOptions options = new SimOptions("das64", 1, faults, "", settings);
        Sizes sizes = SimModeContractTest.boundaries(options);
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try {
                    ThreadRunner.runRank(MPI.THREAD_SINGLE, body, () -> sizes);
                } catch (Exception e) {
                    throw new AssertionError("rank " + rank + ": " + e, e);
                }
            });
        }
    }

    private static double micros(Intracomm comm) {
        return Cores.now(comm) / 1000.0;
    }

    private static byte[] data(int bytes, int seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    /** A rank that computes meanwhile keeps what comes for the broadcasts that it has not called. */
    @ParameterizedTest
    @MethodSource("placements")
    void theRootIsAheadOfALateRankByABoundedNumberOfBytes(List<String> settings) {
        int bytes = 4096;
        int times = 2 * AHEAD / bytes;
        double[] sent = new double[times];
        run(RANKS, "", settings, rank -> {
            Intracomm comm = rank.comm();
            comm.bcast(new byte[1], 1, MPI.BYTE, 0);
            comm.barrier();
            double start = micros(comm);
            if (comm.getRank() == LATE) {
                Compute.charge(1000 * LATE_US);
            }
            for (int i = 0; i < times; i++) {
                byte[] message = comm.getRank() == 2 ? data(bytes, i) : new byte[bytes];
                comm.bcast(message, bytes, MPI.BYTE, 2);
                assertArrayEquals(data(bytes, i), message, "broadcast " + i);
                if (comm.getRank() == 2) {
                    sent[i] = micros(comm) - start;
                }
            }
        });
        assertTrue(sent[AHEAD / bytes - 1] < LATE_US, () -> Arrays.toString(sent));
        assertTrue(sent[AHEAD / bytes] > LATE_US, () -> Arrays.toString(sent));
    }

    /** Of all lengths, with each rank as the root, mixed with messages of the same ranks. */
    @ParameterizedTest
    @MethodSource("placements")
    void broadcastsOfAllRootsAndLengthsArriveWhole(List<String> settings) {
        int[] lengths = {1, 8, 1000, 1008, 1024, 5000, 70_000, AHEAD, AHEAD + 1, 600_000};
        run(RANKS, "", settings, rank -> {
            Intracomm comm = rank.comm();
            int me = comm.getRank();
            comm.bcast(new byte[1], 1, MPI.BYTE, 0);
            comm.barrier();
            for (int length : lengths) {
                int roots = length > AHEAD ? 2 : RANKS;
                for (int root = 0; root < roots; root++) {
                    byte[] message = me == root ? data(length, root) : new byte[length];
                    comm.bcast(message, length, MPI.BYTE, root);
                    assertArrayEquals(data(length, root), message, length + " bytes of rank " + root);
                    int[] ring = {-1};
                    comm.sendRecv(
                            new int[] {me}, 1, MPI.INT, (me + 1) % RANKS, 1, ring, 1, MPI.INT, (me + 8) % RANKS, 1);
                    assertEquals((me + RANKS - 1) % RANKS, ring[0]);
                }
                int[] sum = new int[length / 4 + 1];
                int[] mine = new int[sum.length];
                Arrays.fill(mine, me + 1);
                comm.allReduce(mine, sum, sum.length, MPI.INT, MPI.SUM);
                int[] expected = new int[sum.length];
                Arrays.fill(expected, RANKS * (RANKS + 1) / 2);
                assertArrayEquals(expected, sum);
            }
        });
    }

    /** Some of them at a time, and one after the other: numbers of groups are used again. Others use messages. */
    @Test
    void moreCommunicatorsThanTheBoardsHaveGroups() {
        List<String> settings = List.of("nic.firmware=lci", "lci.groups.mpi=3");
        run(4, "", settings, rank -> {
            List<Intracomm> kept = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Intracomm comm = rank.comm().dup();
                kept.add(comm);
                if (i % 2 == 0) {
                    useAndFree(kept.removeFirst(), i);
                }
            }
            for (Intracomm comm : kept) {
                useAndFree(comm, 99);
            }
        });
    }

    private static void useAndFree(Intracomm comm, int seed) throws Exception {
        for (int root = 0; root < comm.getSize(); root++) {
            byte[] message = comm.getRank() == root ? data(2000, seed + root) : new byte[2000];
            comm.bcast(message, message.length, MPI.BYTE, root);
            assertArrayEquals(data(2000, seed + root), message);
            comm.barrier();
        }
        comm.free();
    }

    /** The time of a broadcast of a byte that all ranks call together, until the last one returns, in microseconds. */
    private static double bcastMicros(int ranks, List<String> settings) {
        double[] returned = new double[ranks];
        run(ranks, "", settings, rank -> {
            Intracomm comm = rank.comm();
            comm.bcast(new byte[1], 1, MPI.BYTE, 0);
            comm.barrier();
            Compute.charge(1000 * (TOGETHER_US - micros(comm)));
            comm.bcast(new byte[1], 1, MPI.BYTE, 0);
            returned[comm.getRank()] = micros(comm);
        });
        return Arrays.stream(returned).max().orElseThrow() - TOGETHER_US;
    }

    /** Without groups they are messages along a tree of as many levels. */
    @Test
    void multicastsAreFasterThanMessages() {
        double multicast = bcastMicros(64, List.of("nic.firmware=lci"));
        double messages = bcastMicros(64, List.of("nic.firmware=lci", "lci.groups.mpi=0"));
        assertTrue(multicast < 0.6 * messages, multicast + " us against " + messages);
    }
}
