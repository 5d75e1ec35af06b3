package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.allgather.AllgatherAlgorithm;
import org.bipj.mpi.coll.allreduce.AllreduceAlgorithm;
import org.bipj.mpi.coll.alltoall.AlltoallAlgorithm;
import org.bipj.mpi.coll.barrier.BarrierAlgorithm;
import org.bipj.mpi.coll.bcast.BcastAlgorithm;
import org.bipj.mpi.coll.gather.GatherAlgorithm;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.reduce.ReduceAlgorithm;
import org.bipj.mpi.coll.reducescatter.ReduceScatterAlgorithm;
import org.bipj.mpi.coll.scan.ScanAlgorithm;
import org.bipj.mpi.coll.scatter.ScatterAlgorithm;
import org.bipj.mpi.coll.schedule.Schedule;
import org.bipj.mpi.engine.Backgrounds;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.bipj.mpi.op.Reductions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every algorithm does the same recorded as run directly: several operations of all ranks are recorded, and their steps
 * done one rank after the other in a random order, by one thread.
 */
class ScheduleTest {
    private static final int[] SIZES =
            Boolean.getBoolean("bipj.deep") ? new int[] {1, 2, 3, 5, 8} : new int[] {1, 3, 8};
    private static final TypeLayout INT = TypeLayout.bytes(4);
    private static final ReduceType INTS = new ReduceType(INT, BaseType.INT);
    private static final Reduction SUM = Reductions.of(Operation.SUM, BaseType.INT);

    /** Every second int, so that data are packed. */
    private static final TypeLayout SPREAD = TypeLayout.of(new long[] {0}, new long[] {4}, 0, 8);

    /** Longer than a piece of a chain or of a reduction. */
    private static final int LONG = 17_000;

    /** By rank, for algorithms of two levels. */
    private static final int[] HOSTS = {0, 1, 1, 0, 2, 0, 2, 2};

    /** An operation on buffers with room for twice as many ints of each rank. */
    private interface Text {
        void run(CollPort c, int count, TypeLayout type, int[] in, int[] out);
    }

    @ParameterizedTest
    @EnumSource(Fabric.Delivery.class)
    void recordedIsAsDirect(Fabric.Delivery delivery) {
        for (int size : SIZES) {
            each(size, delivery, BarrierAlgorithm.class, (c, n, t, in, out) -> Collectives.barrier(c));
            each(size, delivery, BcastAlgorithm.class, (c, n, t, in, out) -> {
                System.arraycopy(in, 0, out, 0, c.rank() == c.size() - 1 ? in.length : 0);
                Collectives.bcast(c, Data.of(out, 0, n, t), c.size() - 1);
            });
            each(
                    size,
                    delivery,
                    GatherAlgorithm.class,
                    (c, n, t, in, out) ->
                            Collectives.gather(c, Data.of(in, 0, n, t), Data.of(out, 0, n, t), c.size() / 2));
            each(
                    size,
                    delivery,
                    ScatterAlgorithm.class,
                    (c, n, t, in, out) ->
                            Collectives.scatter(c, Data.of(in, 0, n, t), Data.of(out, 0, n, t), c.size() / 2));
            each(
                    size,
                    delivery,
                    AllgatherAlgorithm.class,
                    (c, n, t, in, out) -> Collectives.allGather(c, Data.of(in, 0, n, t), Data.of(out, 0, n, t)));
            each(
                    size,
                    delivery,
                    AlltoallAlgorithm.class,
                    (c, n, t, in, out) -> Collectives.allToAll(c, Data.of(in, 0, n, t), Data.of(out, 0, n, t)));
            reductions(size, delivery);
        }
    }

    private void reductions(int size, Fabric.Delivery delivery) {
        each(
                size,
                delivery,
                ReduceAlgorithm.class,
                (c, n, t, in, out) -> Collectives.reduce(c, in, 0, out, 0, n, reduced(t), SUM, c.size() - 1));
        each(
                size,
                delivery,
                AllreduceAlgorithm.class,
                (c, n, t, in, out) -> Collectives.allReduce(c, in, 0, out, 0, n, reduced(t), SUM));
        each(
                size,
                delivery,
                ReduceScatterAlgorithm.class,
                (c, n, t, in, out) -> Collectives.reduceScatterBlock(c, in, 0, out, 0, n, reduced(t), SUM));
        each(size, delivery, ScanAlgorithm.class, (c, n, t, in, out) -> {
            Collectives.scan(c, in, 0, out, 0, n, reduced(t), SUM);
            Collectives.exScan(c, Collectives.IN_PLACE, 0, out, 0, n, reduced(t), SUM);
        });
    }

    private static ReduceType reduced(TypeLayout type) {
        return type == INT ? INTS : new ReduceType(type, BaseType.INT);
    }

    private <A extends Enum<A>> void each(int size, Fabric.Delivery delivery, Class<A> algorithms, Text text) {
        for (A algorithm : algorithms.getEnumConstants()) {
            int[] hosts = algorithm.name().equals("TWO_LEVEL") ? HOSTS : null;
            Fabric fabric = new Fabric(size, delivery, hosts == null ? null : Arrays.copyOf(hosts, size));
            fabric.force(algorithms, algorithm);
            compare(fabric, text, algorithms.getSimpleName() + "." + algorithm + " of " + size + " ranks");
        }
    }

    private static int[] counts(int size) {
        return size == 3 ? new int[] {1, 17, LONG} : new int[] {1, 17, 300};
    }

    private static void compare(Fabric fabric, Text text, String what) {
        int size = fabric.size();
        List<List<Schedule>> schedules = new ArrayList<>();
        List<List<int[]>> outs = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            Schedules recorder = new Schedules(fabric.port(rank));
            schedules.add(new ArrayList<>());
            outs.add(new ArrayList<>());
            for (int count : counts(size)) {
                for (TypeLayout type : new TypeLayout[] {INT, SPREAD}) {
                    int[] in = data(rank, 2 * count * size);
                    int[] out = new int[2 * count * size];
                    schedules
                            .get(rank)
                            .add(recorder.record(true, port -> text.run(port, count, type, in, out), () -> {}));
                    outs.get(rank).add(out);
                }
            }
        }
        long seed = what.hashCode();
        for (int start = 0; start < 2; start++) {
            run(schedules, new Random(seed + start), what);
        }
        List<List<int[]>> expected = direct(fabric, text);
        for (int rank = 0; rank < size; rank++) {
            for (int i = 0; i < outs.get(rank).size(); i++) {
                assertArrayEquals(
                        expected.get(rank).get(i), outs.get(rank).get(i), what + ", rank " + rank + ", operation " + i);
            }
        }
    }

    private static int[] data(int rank, int length) {
        int[] data = new int[length];
        Arrays.setAll(data, i -> 1000 * rank + i);
        return data;
    }

    private static List<List<int[]>> direct(Fabric fabric, Text text) {
        List<List<int[]>> outs = new ArrayList<>();
        for (int rank = 0; rank < fabric.size(); rank++) {
            outs.add(new ArrayList<>());
        }
        Consumer<CollPort> all = port -> {
            for (int count : counts(port.size())) {
                for (TypeLayout type : new TypeLayout[] {INT, SPREAD}) {
                    int[] out = new int[2 * count * port.size()];
                    // As the recorded ones, which are started twice.
                    for (int start = 0; start < 2; start++) {
                        text.run(port, count, type, data(port.rank(), out.length), out);
                    }
                    outs.get(port.rank()).add(out);
                }
            }
        };
        fabric.run(all);
        return outs;
    }

    /** Does the steps of all operations, each time those of one of them that can be done. */
    private static void run(List<List<Schedule>> schedules, Random random, String what) {
        List<Schedule> running = new ArrayList<>();
        for (List<Schedule> ofRank : schedules) {
            for (Schedule schedule : ofRank) {
                if (!Backgrounds.start(schedule)) {
                    running.add(schedule);
                }
                assertNull(schedule.failure(), what);
            }
        }
        for (int fruitless = 0; !running.isEmpty(); fruitless++) {
            if (fruitless > 1_000_000) {
                throw new AssertionError(what + ": " + running.size() + " operations wait for each other");
            }
            int at = random.nextInt(running.size());
            Schedule schedule = running.get(at);
            if (Backgrounds.step(schedule)) {
                assertNull(schedule.failure(), what);
                running.remove(at);
                fruitless = 0;
            }
        }
    }
}
