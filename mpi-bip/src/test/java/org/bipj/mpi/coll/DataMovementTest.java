package org.bipj.mpi.coll;

import static org.bipj.mpi.coll.Scenario.PAIRS;
import static org.bipj.mpi.coll.Scenario.assertSame;
import static org.bipj.mpi.coll.Scenario.data;
import static org.bipj.mpi.coll.Scenario.pairs;
import static org.bipj.mpi.coll.Scenario.roots;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.mpi.coll.Scenario.Pair;
import org.bipj.mpi.coll.allgather.AllgatherAlgorithm;
import org.bipj.mpi.coll.alltoall.AlltoallAlgorithm;
import org.bipj.mpi.coll.barrier.BarrierAlgorithm;
import org.bipj.mpi.coll.barrier.BarrierTree;
import org.bipj.mpi.coll.bcast.BcastAlgorithm;
import org.bipj.mpi.coll.gather.GatherAlgorithm;
import org.bipj.mpi.coll.scatter.ScatterAlgorithm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Barrier, and the operations that move equal blocks, with every algorithm against what the standard says. */
class DataMovementTest {
    /** Blocks from none to long ones, in units of 120 bytes. */
    private static final int[] UNITS = {0, 1, 3, 100};

    private static final int LONG_UNITS = 1700;

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void noRankLeavesABarrierBeforeAllHaveEntered(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (BarrierAlgorithm algorithm :
                new BarrierAlgorithm[] {null, BarrierAlgorithm.TREE, BarrierAlgorithm.DISSEMINATION}) {
            fabric.force(BarrierAlgorithm.class, algorithm);
            AtomicInteger entered = new AtomicInteger();
            int rounds = 5;
            fabric.run(port -> {
                for (int round = 1; round <= rounds; round++) {
                    entered.incrementAndGet();
                    Collectives.barrier(port);
                    assertEquals(size * round, entered.get());
                    Collectives.barrier(port);
                }
            });
        }
        fabric.force(BarrierAlgorithm.class, null);
        AtomicInteger entered = new AtomicInteger();
        fabric.run(port -> {
            entered.incrementAndGet();
            BarrierTree.run(CommState.of(port).moving, 2);
            assertEquals(size, entered.get());
        });
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void bcastCopiesTheRootsData(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        BcastAlgorithm[] algorithms = {
            null, BcastAlgorithm.LINEAR, BcastAlgorithm.BINOMIAL, BcastAlgorithm.CHAIN, BcastAlgorithm.SCATTER_ALLGATHER
        };
        for (BcastAlgorithm algorithm : algorithms) {
            fabric.force(BcastAlgorithm.class, algorithm);
            for (int root : roots(size)) {
                for (Pair pair : pairs(delivery)) {
                    for (int units : UNITS) {
                        bcast(fabric, pair, units, root);
                    }
                }
            }
            bcast(fabric, PAIRS[0], LONG_UNITS, size / 2);
            bcast(fabric, PAIRS[1], LONG_UNITS, size / 2);
        }
    }

    private static void bcast(Fabric fabric, Pair pair, int units, int root) {
        byte[] message = data(root, (long) units * Kind.UNIT_BYTES, pair.areFlags());
        fabric.run(port -> {
            Kind kind = port.rank() == root ? pair.send() : pair.receive();
            Object expected = kind.buffer(kind.count(units));
            kind.write(expected, 0, message);
            Object buffer = port.rank() == root ? expected : kind.buffer(kind.count(units));
            Collectives.bcast(port, kind.data(buffer, units), root);
            assertSame(expected, buffer, "bcast " + pair);
        });
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void gatherCollectsBlocksInRankOrder(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (GatherAlgorithm algorithm :
                new GatherAlgorithm[] {null, GatherAlgorithm.LINEAR, GatherAlgorithm.BINOMIAL}) {
            fabric.force(GatherAlgorithm.class, algorithm);
            for (int root : roots(size)) {
                for (Pair pair : pairs(delivery)) {
                    for (int units : UNITS) {
                        gather(fabric, pair, units, root, false);
                        gather(fabric, pair, units, root, true);
                    }
                }
            }
        }
    }

    private static void gather(Fabric fabric, Pair pair, int units, int root, boolean inPlace) {
        long bytes = (long) units * Kind.UNIT_BYTES;
        fabric.run(port -> {
            boolean isRoot = port.rank() == root;
            Object send = filled(pair.send(), units, data(port.rank(), bytes, pair.areFlags()));
            Object expected =
                    isRoot ? pair.receive().buffer((long) pair.receive().count(units) * port.size()) : null;
            Object receive =
                    isRoot ? pair.receive().buffer((long) pair.receive().count(units) * port.size()) : null;
            if (isRoot) {
                for (int rank = 0; rank < port.size(); rank++) {
                    byte[] block = data(rank, bytes, pair.areFlags());
                    pair.receive().write(expected, (long) rank * pair.receive().count(units), block);
                    if (inPlace && rank == root) {
                        pair.receive()
                                .write(receive, (long) rank * pair.receive().count(units), block);
                    }
                }
            }
            Collectives.gather(
                    port,
                    pair.send().data(isRoot && inPlace ? Collectives.IN_PLACE : send, units),
                    pair.receive().data(receive, units),
                    root);
            if (isRoot) {
                assertSame(expected, receive, "gather " + pair);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void scatterGivesEachRankItsBlock(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (ScatterAlgorithm algorithm :
                new ScatterAlgorithm[] {null, ScatterAlgorithm.LINEAR, ScatterAlgorithm.BINOMIAL}) {
            fabric.force(ScatterAlgorithm.class, algorithm);
            for (int root : roots(size)) {
                for (Pair pair : pairs(delivery)) {
                    for (int units : UNITS) {
                        scatter(fabric, pair, units, root, false);
                        scatter(fabric, pair, units, root, true);
                    }
                }
            }
        }
    }

    private static void scatter(Fabric fabric, Pair pair, int units, int root, boolean inPlace) {
        long bytes = (long) units * Kind.UNIT_BYTES;
        byte[] all = data(root, bytes * fabric.size(), pair.areFlags());
        fabric.run(port -> {
            boolean isRoot = port.rank() == root;
            Object send = isRoot ? filled(pair.send(), units * port.size(), all) : null;
            Object original = isRoot ? filled(pair.send(), units * port.size(), all) : null;
            Object receive = pair.receive().buffer(pair.receive().count(units));
            byte[] mine = java.util.Arrays.copyOfRange(all, (int) bytes * port.rank(), (int) bytes * (port.rank() + 1));
            boolean received = !(isRoot && inPlace);
            Object expected = filled(pair.receive(), units, received ? mine : new byte[0]);
            Collectives.scatter(
                    port,
                    pair.send().data(send, units),
                    pair.receive().data(received ? receive : Collectives.IN_PLACE, units),
                    root);
            assertSame(expected, receive, "scatter " + pair);
            if (isRoot) {
                assertSame(original, send, "scatter's send buffer " + pair);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void allGatherGivesEveryRankAllBlocks(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        AllgatherAlgorithm[] algorithms = {
            null,
            AllgatherAlgorithm.LINEAR,
            AllgatherAlgorithm.RING,
            AllgatherAlgorithm.BRUCK,
            AllgatherAlgorithm.RECURSIVE_DOUBLING,
            AllgatherAlgorithm.VIA_ROOT
        };
        for (AllgatherAlgorithm algorithm : algorithms) {
            fabric.force(AllgatherAlgorithm.class, algorithm);
            for (Pair pair : pairs(delivery)) {
                for (int units : UNITS) {
                    allGather(fabric, pair, units, false);
                    allGather(fabric, pair, units, true);
                }
            }
        }
    }

    private static void allGather(Fabric fabric, Pair pair, int units, boolean inPlace) {
        long bytes = (long) units * Kind.UNIT_BYTES;
        byte[] all = new byte[(int) bytes * fabric.size()];
        for (int rank = 0; rank < fabric.size(); rank++) {
            System.arraycopy(data(rank, bytes, pair.areFlags()), 0, all, (int) bytes * rank, (int) bytes);
        }
        fabric.run(port -> {
            byte[] mine = data(port.rank(), bytes, pair.areFlags());
            Object send = filled(pair.send(), units, mine);
            Object expected = filled(pair.receive(), units * port.size(), all);
            Object receive = pair.receive().buffer((long) pair.receive().count(units) * port.size());
            if (inPlace) {
                pair.receive().write(receive, (long) pair.receive().count(units) * port.rank(), mine);
            }
            Collectives.allGather(
                    port,
                    pair.send().data(inPlace ? Collectives.IN_PLACE : send, units),
                    pair.receive().data(receive, units));
            assertSame(expected, receive, "allGather " + pair);
        });
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void allToAllTransposes(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        AlltoallAlgorithm[] algorithms = {
            null, AlltoallAlgorithm.LINEAR, AlltoallAlgorithm.PAIRWISE, AlltoallAlgorithm.BRUCK
        };
        for (AlltoallAlgorithm algorithm : algorithms) {
            fabric.force(AlltoallAlgorithm.class, algorithm);
            for (Pair pair : pairs(delivery)) {
                for (int units : UNITS) {
                    allToAll(fabric, pair, units, false);
                    allToAll(fabric, pair, units, true);
                }
            }
        }
    }

    private static void allToAll(Fabric fabric, Pair pair, int units, boolean inPlace) {
        long bytes = (long) units * Kind.UNIT_BYTES;
        int block = (int) bytes;
        int size = fabric.size();
        fabric.run(port -> {
            byte[] outgoing = new byte[block * size];
            byte[] incoming = new byte[block * size];
            for (int rank = 0; rank < size; rank++) {
                byte[] out = data(port.rank() * size + rank, bytes, pair.areFlags());
                System.arraycopy(out, 0, outgoing, block * rank, block);
                byte[] in = data(rank * size + port.rank(), bytes, pair.areFlags());
                System.arraycopy(in, 0, incoming, block * rank, block);
            }
            Object send = filled(pair.send(), units * size, outgoing);
            Object expected = filled(pair.receive(), units * size, incoming);
            Object receive = pair.receive().buffer((long) pair.receive().count(units) * size);
            if (inPlace) {
                receive = filled(pair.receive(), units * size, outgoing);
            }
            Collectives.allToAll(
                    port,
                    pair.send().data(inPlace ? Collectives.IN_PLACE : send, units),
                    pair.receive().data(receive, units));
            assertSame(expected, receive, "allToAll " + pair);
        });
    }

    private static Object filled(Kind kind, int units, byte[] data) {
        Object buffer = kind.buffer(kind.count(units));
        kind.write(buffer, 0, data);
        return buffer;
    }
}
