package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.allreduce.AllreduceAlgorithm;
import org.bipj.mpi.coll.barrier.BarrierAlgorithm;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.bipj.mpi.op.Reductions;

/**
 * Operations of two levels, with ranks on hosts at random: the results are those of one level, and as many messages go from
 * host to host as the leaders need.
 */
class TwoLevelProps {
    private static final int RANKS_MAX = 9;
    private static final TypeLayout INT = TypeLayout.bytes(4);
    /** Every second int, so that data are packed. */
    private static final TypeLayout SPREAD = TypeLayout.of(new long[] {0}, new long[] {4}, 0, 8);
    /** A message of up to so many ints is never cut. */
    private static final int SHORT = 300;
    /** Longer than a piece of a reduction. */
    private static final int LONG = 17_000;

    /** An operation on buffers with room for twice as many ints of each rank. */
    private interface Text {
        void run(CollPort c, int[] in, int[] out);
    }

    /** One job on several hosts, and the same on one. */
    private static final class Case {
        final int size;
        final int[] hostOf;
        final int hosts;
        final int count;
        final int root;
        final TypeLayout type;
        final Operations op;
        final Fabric two;
        final Fabric one;

        Case(long seed) {
            Random draw = new Random(seed);
            size = 3 + draw.nextInt(RANKS_MAX - 2);
            int most = 2 + draw.nextInt(size - 2);
            hostOf = draw.ints(size, 0, most).toArray();
            // At least two hosts, one of which has two ranks.
            hostOf[0] = 1 - hostOf[size - 1] % 2;
            hostOf[size / 2] = hostOf[draw.nextBoolean() ? 0 : size - 1];
            if (draw.nextBoolean()) {
                Arrays.sort(hostOf);
            }
            hosts = (int) Arrays.stream(hostOf).distinct().count();
            count = draw.nextInt(12) == 0 ? LONG : 4 * draw.nextInt(1 + SHORT / 4);
            root = draw.nextInt(size);
            type = draw.nextBoolean() ? INT : SPREAD;
            op = draw.nextBoolean() ? Operations.INT_SUM : Operations.MATRIX_PRODUCT;
            Fabric.Delivery delivery = Fabric.Delivery.values()[draw.nextInt(3)];
            two = new Fabric(size, delivery, hostOf);
            one = new Fabric(size, delivery);
            two.run(Collectives::barrier);
        }

        boolean combinesByHost() {
            boolean contiguous = true;
            for (int rank = 1; rank < size; rank++) {
                int host = hostOf[rank];
                contiguous &= host == hostOf[rank - 1]
                        || Arrays.stream(hostOf, 0, rank).noneMatch(before -> before == host);
            }
            return op.commutative() || contiguous;
        }

        boolean isCrowded() {
            return two.port(0).isCrowded() && hosts > 2;
        }

        /** Runs an operation on both and compares; returns the number of messages from host to host. */
        int compare(String what, Text text) {
            int[][] expected = new int[size][2 * size * count];
            int[][] actual = new int[size][2 * size * count];
            one.run(port -> text.run(port, data(port.rank()), expected[port.rank()]));
            int before = two.crossings();
            two.run(port -> {
                int[] in = data(port.rank());
                text.run(port, in, actual[port.rank()]);
                assertArrayEquals(data(port.rank()), in, what + ": the send buffer");
            });
            for (int rank = 0; rank < size; rank++) {
                assertArrayEquals(expected[rank], actual[rank], what + " at rank " + rank + ", " + this);
            }
            return two.crossings() - before;
        }

        void compare(String what, int crossings, Text text) {
            int found = compare(what, text);
            if (count > 0 && count <= SHORT) {
                assertEquals(crossings, found, what + ": messages from host to host, " + this);
            }
        }

        private int[] data(int rank) {
            int[] data = new int[2 * count];
            Arrays.setAll(data, i -> 31 * rank + 7 * i + 1);
            return data;
        }

        ReduceType reduced() {
            return new ReduceType(op.dense(), op.base());
        }

        int elements() {
            return count * Integer.BYTES / op.bytes();
        }

        @Override
        public String toString() {
            return "hosts " + Arrays.toString(hostOf) + ", " + count + " ints, root " + root + ", " + op;
        }
    }

    @Property(tries = 60)
    void dataMoveAsOnOneHost(@ForAll long seed) {
        Case c = new Case(seed);
        c.compare("bcast", c.hosts - 1, (port, in, out) -> {
            System.arraycopy(in, 0, out, 0, port.rank() == c.root ? in.length : 0);
            Collectives.bcast(port, Data.of(out, 0, c.count, c.type), c.root);
        });
        int all = c.hosts * (c.hosts - 1);
        c.compare("allGather", all, (port, in, out) -> {
            Collectives.allGather(port, Data.of(in, 0, c.count, c.type), Data.of(out, 0, c.count, c.type));
        });
        c.compare("allGather in place", all, (port, in, out) -> {
            int width = c.type == INT ? 1 : 2;
            System.arraycopy(in, 0, out, port.rank() * width * c.count, width * c.count);
            Data own = Data.of(Collectives.IN_PLACE, 0, 0, INT);
            Collectives.allGather(port, own, Data.of(out, 0, c.count, c.type));
        });
        int before = c.two.crossings();
        c.two.run(Collectives::barrier);
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(c.hosts - 1);
        assertEquals(c.isCrowded() ? 2 * (c.hosts - 1) : c.hosts * rounds, c.two.crossings() - before, "barrier, " + c);
    }

    @Property(tries = 60)
    void reductionsAreThoseOfOneHost(@ForAll long seed) {
        Case c = new Case(seed);
        boolean byHost = c.combinesByHost();
        Text reduce = (port, in, out) -> Collectives.reduce(
                port,
                in,
                0,
                port.rank() == c.root ? out : null,
                0,
                c.elements(),
                c.reduced(),
                c.op.reduction(),
                c.root);
        if (c.op.commutative()) {
            c.compare("reduce", c.hosts - 1, reduce);
        } else {
            // Leaders may combine at the first one, which passes the result on.
            c.compare("reduce", reduce);
        }
        c.compare("reduce in place", (port, in, out) -> {
            boolean isRoot = port.rank() == c.root;
            System.arraycopy(in, 0, out, 0, isRoot ? in.length : 0);
            Collectives.reduce(
                    port,
                    isRoot ? Collectives.IN_PLACE : in,
                    0,
                    isRoot ? out : null,
                    0,
                    c.elements(),
                    c.reduced(),
                    c.op.reduction(),
                    c.root);
        });
        int power = Integer.highestOneBit(c.hosts);
        int doubling = power * Integer.numberOfTrailingZeros(power) + 2 * (c.hosts - power);
        int crossings = c.isCrowded() ? 2 * (c.hosts - 1) : doubling;
        Text allReduce = (port, in, out) ->
                Collectives.allReduce(port, in, 0, out, 0, c.elements(), c.reduced(), c.op.reduction());
        Text inPlace = (port, in, out) -> {
            System.arraycopy(in, 0, out, 0, in.length);
            Collectives.allReduce(port, Collectives.IN_PLACE, 0, out, 0, c.elements(), c.reduced(), c.op.reduction());
        };
        if (byHost) {
            c.compare("allReduce", crossings, allReduce);
            c.compare("allReduce in place", crossings, inPlace);
        } else {
            c.compare("allReduce", allReduce);
            c.compare("allReduce in place", inPlace);
        }
    }

    /** Sums of doubles depend on the order of additions: it is the same in each call, and each rank has the same sum. */
    @Property(tries = 40)
    void sumsAreTheSameEachTimeAndEverywhere(@ForAll long seed) {
        Case c = new Case(seed);
        Reduction sum = Reductions.of(Operation.SUM, BaseType.DOUBLE);
        ReduceType type = new ReduceType(TypeLayout.bytes(8), BaseType.DOUBLE);
        int n = 1 + c.count;
        double[][] sums = new double[2 * c.size][n];
        for (int round = 0; round < 2; round++) {
            int first = round * c.size;
            c.two.run(port -> {
                double[] in = new Random(seed + port.rank()).doubles(n, -1, 1).toArray();
                Collectives.allReduce(port, in, 0, sums[first + port.rank()], 0, n, type, sum);
            });
        }
        for (double[] one : sums) {
            assertArrayEquals(sums[0], one, 0, c.toString());
        }
    }

    /** What cannot be done in two levels, or is not to be, is done in one. */
    @Property(tries = 20)
    void otherAlgorithmsGoOnServing(@ForAll long seed) {
        Case c = new Case(seed);
        c.two.force(AllreduceAlgorithm.class, AllreduceAlgorithm.RECURSIVE_DOUBLING);
        c.two.force(BarrierAlgorithm.class, BarrierAlgorithm.DISSEMINATION);
        c.compare(
                "allReduce",
                (port, in, out) ->
                        Collectives.allReduce(port, in, 0, out, 0, c.elements(), c.reduced(), c.op.reduction()));
        c.two.run(Collectives::barrier);
    }
}
