package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * The neighbourhood operations of one rank, each as a {@link CollectiveCall}. Every edge has a number, the same at both of its
 * ends, which its data depend on.
 */
final class NeighbourhoodCalls {
    /** The number of an edge that is not there. */
    static final int NONE = -1;

    private final Intracomm comm;
    private final int[] in;
    private final int[] sources;
    private final int[] out;
    private final int count;
    private final int kinds;
    private final List<CollectiveCall> all = new ArrayList<>();

    private NeighbourhoodCalls(Intracomm comm, int[] in, int[] sources, int[] out, int count, int kinds) {
        this.comm = comm;
        this.in = in;
        this.sources = sources;
        this.out = out;
        this.count = count;
        this.kinds = kinds;
        gathers();
        equal();
        unequal();
    }

    /**
     * All of them.
     *
     * @param in numbers of the edges to this rank, in the order of blocks
     * @param sources the ranks where they begin
     * @param out numbers of the edges from this rank
     */
    static List<CollectiveCall> all(Intracomm comm, int[] in, int[] sources, int[] out, int count, int kinds) {
        return new NeighbourhoodCalls(comm, in, sources, out, count, kinds).all;
    }

    private static int[] data(int seed, int number, int length) {
        return IntStream.range(0, length)
                .map(i -> seed * 1_000_003 + number * 1009 + i)
                .toArray();
    }

    private static int[] blank(int length) {
        int[] blank = new int[length];
        Arrays.fill(blank, -7);
        return blank;
    }

    /** Counts of blocks in a buffer, and where they begin: the last one first, with a gap behind each. */
    private record Layout(int[] counts, int[] starts, int length) {
        static Layout of(int[] blocks, IntUnaryOperator length) {
            int[] counts = Arrays.stream(blocks).map(length).toArray();
            int[] starts = new int[blocks.length];
            int at = 0;
            for (int i = blocks.length - 1; i >= 0; i--) {
                starts[i] = at;
                at += counts[i] + 1;
            }
            return new Layout(counts, starts, at);
        }

        static Layout equal(int blocks, int count) {
            int[] counts = new int[blocks];
            int[] starts = new int[blocks];
            Arrays.fill(counts, count);
            Arrays.setAll(starts, i -> i * count);
            return new Layout(counts, starts, blocks * count);
        }

        int[] bytes() {
            return Arrays.stream(starts).map(start -> 4 * start).toArray();
        }

        Datatype[] types() {
            Datatype[] types = new Datatype[counts.length];
            Arrays.fill(types, MPI.INT);
            return types;
        }

        /** What the buffer holds; blocks without a number are blank. */
        int[] filled(int seed, int[] numbers) {
            int[] filled = blank(length);
            for (int i = 0; i < counts.length; i++) {
                if (numbers[i] != NONE) {
                    System.arraycopy(data(seed, numbers[i], counts[i]), 0, filled, starts[i], counts[i]);
                }
            }
            return filled;
        }
    }

    private Ints room(int length) {
        return Ints.of(kinds + all.size(), length);
    }

    private void add(
            String name,
            Ints send,
            IntFunction<int[]> sendData,
            Ints receive,
            IntFunction<int[]> after,
            Runnable blocking,
            Supplier<Request> nonBlocking,
            Supplier<Prequest> persistent) {
        all.add(new CollectiveCall(
                name + " of " + count + " on " + comm.getSize() + " ranks",
                send,
                sendData,
                receive,
                seed -> blank(receive.length()),
                after,
                blocking,
                nonBlocking,
                persistent));
    }

    private void gathers() {
        int[] numbers = new int[in.length];
        Arrays.setAll(numbers, i -> in[i] == NONE ? NONE : sources[i]);
        int me = comm.getRank();
        Ints send = room(count);
        Layout equal = Layout.equal(in.length, count);
        Ints one = room(equal.length());
        Object s = send.buffer();
        Object r = one.buffer();
        add(
                "neighborAllGather",
                send,
                seed -> data(seed, me, count),
                one,
                seed -> equal.filled(seed, numbers),
                () -> comm.neighborAllGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iNeighborAllGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.neighborAllGatherInit(s, count, MPI.INT, r, count, MPI.INT, MPI.INFO_NULL));
        int mine = count + me % 3;
        Ints sendv = room(mine);
        Layout some = Layout.of(sources, source -> count + Math.max(source, 0) % 3);
        Ints two = room(some.length());
        Object sv = sendv.buffer();
        Object rv = two.buffer();
        int[] counts = some.counts();
        int[] starts = some.starts();
        add(
                "neighborAllGatherv",
                sendv,
                seed -> data(seed, me, mine),
                two,
                seed -> some.filled(seed, numbers),
                () -> comm.neighborAllGatherv(sv, mine, MPI.INT, rv, counts, starts, MPI.INT),
                () -> comm.iNeighborAllGatherv(sv, mine, MPI.INT, rv, counts, starts, MPI.INT),
                () -> comm.neighborAllGathervInit(sv, mine, MPI.INT, rv, counts, starts, MPI.INT, MPI.INFO_NULL));
    }

    private void equal() {
        Layout from = Layout.equal(out.length, count);
        Layout to = Layout.equal(in.length, count);
        Ints send = room(from.length());
        Ints receive = room(to.length());
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "neighborAllToAll",
                send,
                seed -> from.filled(seed, out),
                receive,
                seed -> to.filled(seed, in),
                () -> comm.neighborAllToAll(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iNeighborAllToAll(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.neighborAllToAllInit(s, count, MPI.INT, r, count, MPI.INT, MPI.INFO_NULL));
    }

    private void unequal() {
        IntUnaryOperator length = edge -> edge % 3 == 0 ? count : Math.max(0, edge % 3);
        Layout from = Layout.of(out, length);
        Layout to = Layout.of(in, length);
        Ints send = room(from.length());
        Ints receive = room(to.length());
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "neighborAllToAllv",
                send,
                seed -> from.filled(seed, out),
                receive,
                seed -> to.filled(seed, in),
                () -> comm.neighborAllToAllv(
                        s, from.counts(), from.starts(), MPI.INT, r, to.counts(), to.starts(), MPI.INT),
                () -> comm.iNeighborAllToAllv(
                        s, from.counts(), from.starts(), MPI.INT, r, to.counts(), to.starts(), MPI.INT),
                () -> comm.neighborAllToAllvInit(
                        s, from.counts(), from.starts(), MPI.INT, r, to.counts(), to.starts(), MPI.INT, MPI.INFO_NULL));
        Ints sendw = room(from.length());
        Ints receivew = room(to.length());
        Object sw = sendw.buffer();
        Object rw = receivew.buffer();
        add(
                "neighborAllToAllw",
                sendw,
                seed -> from.filled(seed, out),
                receivew,
                seed -> to.filled(seed, in),
                () -> comm.neighborAllToAllw(
                        sw, from.counts(), from.bytes(), from.types(), rw, to.counts(), to.bytes(), to.types()),
                () -> comm.iNeighborAllToAllw(
                        sw, from.counts(), from.bytes(), from.types(), rw, to.counts(), to.bytes(), to.types()),
                () -> comm.neighborAllToAllwInit(
                        sw,
                        from.counts(),
                        from.bytes(),
                        from.types(),
                        rw,
                        to.counts(),
                        to.bytes(),
                        to.types(),
                        MPI.INFO_NULL));
    }
}
