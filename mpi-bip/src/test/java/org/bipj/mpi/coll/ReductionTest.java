package org.bipj.mpi.coll;

import static org.bipj.mpi.coll.Scenario.assertSame;
import static org.bipj.mpi.coll.Scenario.data;
import static org.bipj.mpi.coll.Scenario.roots;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.allreduce.AllreduceAlgorithm;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.reduce.ReduceAlgorithm;
import org.bipj.mpi.coll.reducescatter.ReduceScatterAlgorithm;
import org.bipj.mpi.coll.scan.ScanAlgorithm;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions with every algorithm against a sequential evaluation in the order of ranks. */
class ReductionTest {
    private static final int[] COUNTS = {0, 1, 3, 1000};
    private static final int LONG_COUNT = 40_000;
    private static final byte CANARY = 0x55;

    private static final AllreduceAlgorithm[] ALLREDUCE = {
        null,
        AllreduceAlgorithm.PAIR,
        AllreduceAlgorithm.VIA_ROOT,
        AllreduceAlgorithm.RECURSIVE_DOUBLING,
        AllreduceAlgorithm.RABENSEIFNER,
        AllreduceAlgorithm.RING
    };
    private static final ReduceAlgorithm[] REDUCE = {
        null, ReduceAlgorithm.LINEAR, ReduceAlgorithm.BINOMIAL, ReduceAlgorithm.RABENSEIFNER
    };
    private static final ScanAlgorithm[] SCAN = {null, ScanAlgorithm.CHAIN, ScanAlgorithm.RECURSIVE_DOUBLING};
    private static final ReduceScatterAlgorithm[] REDUCE_SCATTER = {
        null, ReduceScatterAlgorithm.PAIRWISE, ReduceScatterAlgorithm.VIA_ROOT
    };

    /** What a call's buffers are. */
    private enum Form {
        /** Arrays of the base type, in which algorithms work. */
        ARRAYS,
        /** The same in place: MPI_IN_PLACE. */
        ARRAYS_IN_PLACE,
        /** Elements with gaps, in arrays. */
        GAPS,
        /** Gaps, in place. */
        GAPS_IN_PLACE,
        /** A direct buffer to send, a segment to receive. */
        OFF_HEAP
    }

    /** One call of one operation on all ranks. */
    private record Call(Operations op, Form form, int count, int seed) {
        boolean inPlace() {
            return form == Form.ARRAYS_IN_PLACE || form == Form.GAPS_IN_PLACE;
        }

        TypeLayout layout() {
            return form == Form.GAPS || form == Form.GAPS_IN_PLACE ? op.gapped() : op.dense();
        }

        ReduceType type() {
            return new ReduceType(layout(), op.base());
        }

        /** Arrays begin behind an element that is none of ours. */
        long offset() {
            return form == Form.OFF_HEAP ? 4 : 1L << op.base().arrayShift();
        }

        Object buffer(int elements, boolean receive) {
            int bytes = Math.toIntExact(offset() + elements * layout().extent() + 16);
            Object buffer;
            if (form != Form.OFF_HEAP) {
                buffer = new ReduceType(TypeLayout.bytes(op.base().size()), op.base())
                        .newArray((bytes >> op.base().arrayShift()) + 1);
            } else {
                buffer = receive ? Arena.ofAuto().allocate(bytes) : ByteBuffer.allocateDirect(bytes);
            }
            Buffers.fill(buffer, CANARY);
            return buffer;
        }

        Object buffer(int elements, boolean receive, byte[] contents) {
            Object buffer = buffer(elements, receive);
            Buffers.write(buffer, offset(), layout(), contents);
            return buffer;
        }

        byte[] own(int rank) {
            return data(seed + rank, (long) count * op.bytes(), false);
        }

        /** The combination of ranks {@code from} to {@code end - 1}. */
        byte[] oracle(int from, int end) {
            byte[] result = own(end - 1);
            for (int rank = end - 2; rank >= from; rank--) {
                result = op.combine(own(rank), result);
            }
            return result;
        }
    }

    /** All forms in the first way of delivery; algorithms see arrays only, so in the others arrays are enough. */
    private static List<Call> calls(Fabric.Delivery delivery) {
        List<Call> calls = new ArrayList<>();
        Form[] forms =
                delivery == Fabric.Delivery.EAGER ? Form.values() : new Form[] {Form.ARRAYS, Form.ARRAYS_IN_PLACE};
        for (Operations op : Operations.values()) {
            for (Form form : forms) {
                for (int count : COUNTS) {
                    calls.add(new Call(op, form, count, calls.size() * 100));
                }
            }
        }
        return calls;
    }

    /** With vectors that go in several pieces. */
    private static List<Call> longCalls(Fabric.Delivery delivery) {
        List<Call> calls = calls(delivery);
        calls.add(new Call(Operations.INT_SUM, Form.ARRAYS, LONG_COUNT, 1));
        calls.add(new Call(Operations.AFFINE, Form.ARRAYS_IN_PLACE, LONG_COUNT, 2));
        return calls;
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void allReduceGivesEveryRankTheCombination(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (AllreduceAlgorithm algorithm : ALLREDUCE) {
            fabric.force(AllreduceAlgorithm.class, algorithm);
            for (Call call : longCalls(delivery)) {
                byte[] oracle = call.oracle(0, size);
                fabric.run(port -> {
                    Object send = call.buffer(call.count, false, call.own(port.rank()));
                    Object receive = call.inPlace() ? send : call.buffer(call.count, true);
                    Object kept = call.buffer(call.count, false, call.own(port.rank()));
                    Object expected = call.buffer(call.count, true, oracle);
                    Collectives.allReduce(
                            port,
                            call.inPlace() ? Collectives.IN_PLACE : send,
                            call.offset(),
                            receive,
                            call.offset(),
                            call.count,
                            call.type(),
                            call.op.reduction());
                    assertSame(expected, receive, "allReduce " + algorithm + " " + call);
                    if (!call.inPlace()) {
                        assertSame(kept, send, "send buffer of allReduce " + algorithm + " " + call);
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void reduceGivesTheRootTheCombination(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (ReduceAlgorithm algorithm : REDUCE) {
            fabric.force(ReduceAlgorithm.class, algorithm);
            for (Call call : longCalls(delivery)) {
                byte[] oracle = call.oracle(0, size);
                int root = roots(size)[call.seed / 100 % roots(size).length];
                fabric.run(port -> {
                    boolean isRoot = port.rank() == root;
                    boolean inPlace = isRoot && call.inPlace();
                    Object send = call.buffer(call.count, false, call.own(port.rank()));
                    Object receive = inPlace ? send : call.buffer(call.count, true);
                    Object expected = isRoot ? call.buffer(call.count, true, oracle) : call.buffer(call.count, true);
                    Collectives.reduce(
                            port,
                            inPlace ? Collectives.IN_PLACE : send,
                            call.offset(),
                            receive,
                            call.offset(),
                            call.count,
                            call.type(),
                            call.op.reduction(),
                            root);
                    assertSame(expected, receive, "reduce " + algorithm + " " + call);
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void scanGivesEachRankThePrefix(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (ScanAlgorithm algorithm : SCAN) {
            fabric.force(ScanAlgorithm.class, algorithm);
            for (Call call : calls(delivery)) {
                fabric.run(port -> {
                    int rank = port.rank();
                    byte[] own = call.own(rank);
                    Object send = call.buffer(call.count, false, own);
                    Object receive = call.inPlace() ? send : call.buffer(call.count, true);
                    Object expected = call.buffer(call.count, true, call.oracle(0, rank + 1));
                    Object in = call.inPlace() ? Collectives.IN_PLACE : send;
                    Reduction op = call.op.reduction();
                    Collectives.scan(port, in, call.offset(), receive, call.offset(), call.count, call.type(), op);
                    assertSame(expected, receive, "scan " + algorithm + " " + call);

                    receive = call.inPlace() ? call.buffer(call.count, false, own) : call.buffer(call.count, true);
                    expected = rank > 0
                            ? call.buffer(call.count, true, call.oracle(0, rank))
                            : call.buffer(call.count, true, call.inPlace() ? own : new byte[0]);
                    Collectives.exScan(port, in, call.offset(), receive, call.offset(), call.count, call.type(), op);
                    assertSame(expected, receive, "exScan " + algorithm + " " + call);
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void reduceScatterGivesEachRankItsPart(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (ReduceScatterAlgorithm algorithm : REDUCE_SCATTER) {
            fabric.force(ReduceScatterAlgorithm.class, algorithm);
            fabric.force(ReduceAlgorithm.class, size % 2 == 0 ? ReduceAlgorithm.LINEAR : null);
            for (Call call : longCalls(delivery)) {
                Random random = new Random(call.seed);
                int[] counts = new int[size];
                int rest = call.count;
                for (int rank = 0; rank < size - 1; rank++) {
                    counts[rank] = random.nextInt(rest / Math.max(1, size / 3) + 1);
                    rest = Math.max(0, rest - counts[rank]);
                }
                reduceScatter(
                        fabric,
                        new Call(call.op, call.form, Arrays.stream(counts).sum(), call.seed),
                        counts,
                        false);
                int[] equal = new int[size];
                Arrays.fill(equal, call.count / size);
                reduceScatter(fabric, new Call(call.op, call.form, equal[0] * size, call.seed), equal, true);
            }
        }
    }

    private static void reduceScatter(Fabric fabric, Call call, int[] counts, boolean block) {
        byte[] oracle = call.oracle(0, fabric.size());
        fabric.run(port -> {
            int first = Arrays.stream(counts).limit(port.rank()).sum() * call.op.bytes();
            byte[] mine = Arrays.copyOfRange(oracle, first, first + counts[port.rank()] * call.op.bytes());
            Object send = call.buffer(call.count, false, call.own(port.rank()));
            Object receive = call.inPlace() ? send : call.buffer(call.count, true);
            Object expected = call.buffer(call.count, true, call.inPlace() ? call.own(port.rank()) : new byte[0]);
            Buffers.write(expected, call.offset(), call.layout(), mine);
            scatter(port, call, call.inPlace() ? Collectives.IN_PLACE : send, receive, counts, block);
            assertSame(expected, receive, "reduceScatter " + call);
        });
    }

    private static void scatter(CollPort port, Call call, Object send, Object receive, int[] counts, boolean block) {
        Reduction op = call.op.reduction();
        if (block) {
            Collectives.reduceScatterBlock(
                    port, send, call.offset(), receive, call.offset(), counts[0], call.type(), op);
        } else {
            Collectives.reduceScatter(port, send, call.offset(), receive, call.offset(), counts, call.type(), op);
        }
    }

    /** A call with own data from one byte of an array on, and the result from another. */
    private interface InOneArray {
        void run(CollPort port, Call call, Object array, long from, long to);
    }

    /** Own data and result may be two parts of one array, as offsets into arrays allow. */
    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void ownDataAndResultAreInOneArray(int size, Fabric.Delivery delivery) {
        Fabric fabric = new Fabric(size, delivery);
        for (AllreduceAlgorithm algorithm : ALLREDUCE) {
            fabric.force(AllreduceAlgorithm.class, algorithm);
            inOneArray(
                    fabric,
                    algorithm + " allReduce",
                    (call, rank) -> call.oracle(0, size),
                    (port, call, array, from, to) -> Collectives.allReduce(
                            port, array, from, array, to, call.count, call.type(), call.op.reduction()));
        }
        for (ReduceAlgorithm algorithm : REDUCE) {
            fabric.force(ReduceAlgorithm.class, algorithm);
            for (int root : roots(size)) {
                inOneArray(
                        fabric,
                        algorithm + " reduce",
                        (call, rank) -> rank == root ? call.oracle(0, size) : new byte[0],
                        (port, call, array, from, to) -> Collectives.reduce(
                                port, array, from, array, to, call.count, call.type(), call.op.reduction(), root));
            }
        }
        for (ScanAlgorithm algorithm : SCAN) {
            fabric.force(ScanAlgorithm.class, algorithm);
            inOneArray(
                    fabric,
                    algorithm + " scan",
                    (call, rank) -> call.oracle(0, rank + 1),
                    (port, call, array, from, to) -> Collectives.scan(
                            port, array, from, array, to, call.count, call.type(), call.op.reduction()));
        }
        for (ReduceScatterAlgorithm algorithm : REDUCE_SCATTER) {
            fabric.force(ReduceScatterAlgorithm.class, algorithm);
            inOneArray(
                    fabric,
                    algorithm + " reduceScatter",
                    (call, rank) -> {
                        int part = call.count / size * call.op.bytes();
                        return Arrays.copyOfRange(call.oracle(0, size), rank * part, (rank + 1) * part);
                    },
                    (port, call, array, from, to) -> Collectives.reduceScatterBlock(
                            port, array, from, array, to, call.count / size, call.type(), call.op.reduction()));
        }
    }

    private static void inOneArray(
            Fabric fabric, String what, BiFunction<Call, Integer, byte[]> result, InOneArray operation) {
        for (Operations op : Operations.values()) {
            for (int elements : new int[] {1, 300}) {
                Call call = new Call(op, Form.ARRAYS, elements * fabric.size(), elements);
                long low = call.offset();
                long high = low + call.count * call.layout().extent();
                for (boolean isResultFirst : new boolean[] {false, true}) {
                    long from = isResultFirst ? high : low;
                    long to = isResultFirst ? low : high;
                    fabric.run(port -> {
                        Object array = call.buffer(2 * call.count, true);
                        Buffers.write(array, from, call.layout(), call.own(port.rank()));
                        Object expected = call.buffer(2 * call.count, true);
                        Buffers.write(expected, from, call.layout(), call.own(port.rank()));
                        Buffers.write(expected, to, call.layout(), result.apply(call, port.rank()));
                        operation.run(port, call, array, from, to);
                        assertSame(expected, array, what + " " + call);
                    });
                }
            }
        }
    }

    /** Sums whose bits depend on the order of evaluation: all ranks must use the same order. */
    @ParameterizedTest
    @MethodSource("org.bipj.mpi.coll.Scenario#fabrics")
    void allReduceGivesAllRanksTheSameBits(int size, Fabric.Delivery delivery) {
        Reduction sum = new Reduction() {
            @Override
            public boolean commutative() {
                return true;
            }

            @Override
            public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
                for (int i = 0; i < elements; i++) {
                    ((double[]) inOut)[inOutStart + i] += ((double[]) in)[inStart + i];
                }
            }
        };
        ReduceType type = new ReduceType(TypeLayout.bytes(8), BaseType.DOUBLE);
        Fabric fabric = new Fabric(size, delivery);
        AllreduceAlgorithm[] algorithms = {
            null,
            AllreduceAlgorithm.VIA_ROOT,
            AllreduceAlgorithm.RECURSIVE_DOUBLING,
            AllreduceAlgorithm.RABENSEIFNER,
            AllreduceAlgorithm.RING
        };
        for (AllreduceAlgorithm algorithm : algorithms) {
            fabric.force(AllreduceAlgorithm.class, algorithm);
            for (int count : new int[] {1, 100}) {
                double[][] results = new double[size][count];
                fabric.run(port -> {
                    Random random = new Random(port.rank());
                    double[] own = random.doubles(count, -1, 1)
                            .map(x -> x * Math.exp(40 * x))
                            .toArray();
                    Collectives.allReduce(port, own, 0, results[port.rank()], 0, count, type, sum);
                });
                for (double[] result : results) {
                    assertArrayEquals(results[0], result, 0.0, "allReduce " + algorithm);
                }
            }
        }
    }
}
