package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.allgather.AllgatherAlgorithm;
import org.bipj.mpi.coll.allreduce.AllreduceAlgorithm;
import org.bipj.mpi.coll.alltoall.AlltoallAlgorithm;
import org.bipj.mpi.coll.bcast.BcastAlgorithm;
import org.bipj.mpi.coll.gather.GatherAlgorithm;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.reduce.ReduceAlgorithm;
import org.bipj.mpi.coll.reducescatter.ReduceScatterAlgorithm;
import org.bipj.mpi.coll.scan.ScanAlgorithm;
import org.bipj.mpi.coll.scatter.ScatterAlgorithm;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reductions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every message of every algorithm carries the type of its data where they are of one, and a type that the receiver
 * expects where they are not: the fabric compares both ends.
 */
class TypedMessagesTest {
    private static final TypeLayout INT = TypeLayout.bytes(4).typed(Signature.basic(ElementKind.INT, 1));

    /** Every second int. */
    private static final TypeLayout SPREAD =
            TypeLayout.of(new long[] {0, 8}, new long[] {4, 4}, 0, 16).typed(INT.signature());

    private static final TypeLayout MIXED =
            TypeLayout.bytes(12).typed(Signature.pair(ElementKind.LONG, ElementKind.INT));

    private static final ReduceType INTS = new ReduceType(INT, BaseType.INT);

    private enum Collective {
        BCAST,
        GATHER,
        SCATTER,
        ALLGATHER,
        ALLTOALL,
        REDUCE,
        ALLREDUCE,
        REDUCE_SCATTER,
        SCAN
    }

    private Fabric fabric;

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void messagesTellTheirType(int size) {
        fabric = new Fabric(size, Fabric.Delivery.EAGER);
        check(Collective.BCAST, BcastAlgorithm.class);
        check(Collective.GATHER, GatherAlgorithm.class);
        check(Collective.SCATTER, ScatterAlgorithm.class);
        check(Collective.ALLGATHER, AllgatherAlgorithm.class);
        check(Collective.ALLTOALL, AlltoallAlgorithm.class);
        check(Collective.REDUCE, ReduceAlgorithm.class);
        check(Collective.ALLREDUCE, AllreduceAlgorithm.class);
        check(Collective.REDUCE_SCATTER, ReduceScatterAlgorithm.class);
        check(Collective.SCAN, ScanAlgorithm.class);
    }

    private <A extends Enum<A>> void check(Collective collective, Class<A> algorithms) {
        for (A algorithm : algorithms.getEnumConstants()) {
            fabric.force(algorithms, algorithm);
            // The ranks agree on their tuning by a message of bytes.
            int before = fabric.untyped();
            for (TypeLayout type : new TypeLayout[] {INT, SPREAD}) {
                fabric.run(port -> run(port, collective, type));
            }
            assertEquals(before, fabric.untyped(), collective + " by " + algorithm);
            fabric.run(port -> run(port, collective, MIXED));
            fabric.force(algorithms, null);
        }
    }

    private static void run(CollPort c, Collective collective, TypeLayout type) {
        int n = c.size();
        byte[] mine = new byte[16 * 40 * n];
        byte[] all = new byte[16 * 40 * n];
        int[] counts = new int[n];
        int[] displacements = new int[n];
        Arrays.fill(counts, 20);
        Arrays.setAll(displacements, i -> 20 * i);
        switch (collective) {
            case BCAST -> both(type, (t, count) -> Collectives.bcast(c, Data.of(mine, 0, count, t), n - 1));
            case GATHER -> {
                both(
                        type,
                        (t, count) ->
                                Collectives.gather(c, Data.of(mine, 0, count, t), Data.of(all, 0, count, t), n / 2));
                Collectives.gatherv(
                        c, Data.of(mine, 0, 20, type), new Blocks().vector(all, 0, counts, displacements, type), 0);
            }
            case SCATTER -> {
                both(
                        type,
                        (t, count) ->
                                Collectives.scatter(c, Data.of(mine, 0, count, t), Data.of(all, 0, count, t), n / 2));
                Collectives.scatterv(
                        c, new Blocks().vector(mine, 0, counts, displacements, type), Data.of(all, 0, 20, type), 0);
            }
            case ALLGATHER -> {
                both(
                        type,
                        (t, count) -> Collectives.allGather(c, Data.of(mine, 0, count, t), Data.of(all, 0, count, t)));
                Collectives.allGatherv(
                        c, Data.of(mine, 0, 20, type), new Blocks().vector(all, 0, counts, displacements, type));
            }
            case ALLTOALL -> {
                both(
                        type,
                        (t, count) -> Collectives.allToAll(c, Data.of(mine, 0, count, t), Data.of(all, 0, count, t)));
                Collectives.allToAll(c, Data.of(Collectives.IN_PLACE, 0, 0, type), Data.of(all, 0, 20, type));
                Collectives.allToAllv(
                        c,
                        new Blocks().vector(mine, 0, counts, displacements, type),
                        new Blocks().vector(all, 0, counts, displacements, type));
            }
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN -> reduce(c, collective);
        }
    }

    /** A few elements, and as many as make a block of some hundred bytes. */
    private static void both(TypeLayout type, BiConsumer<TypeLayout, Integer> call) {
        call.accept(type, 1);
        call.accept(type, 40);
    }

    private static void reduce(CollPort c, Collective collective) {
        var sum = Reductions.of(Operation.SUM, BaseType.INT);
        for (int count : new int[] {1, 100}) {
            int[] in = new int[count * c.size()];
            int[] out = new int[count * c.size()];
            switch (collective) {
                case REDUCE -> Collectives.reduce(c, in, 0, out, 0, count, INTS, sum, c.size() - 1);
                case ALLREDUCE -> Collectives.allReduce(c, in, 0, out, 0, count, INTS, sum);
                case REDUCE_SCATTER -> Collectives.reduceScatterBlock(c, in, 0, out, 0, count, INTS, sum);
                default -> {
                    Collectives.scan(c, in, 0, out, 0, count, INTS, sum);
                    Collectives.exScan(c, in, 0, out, 0, count, INTS, sum);
                }
            }
        }
    }
}
