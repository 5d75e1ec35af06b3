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
import mpi.Op;
import mpi.Prequest;
import mpi.Request;

/**
 * All collective operations of a communicator that move data or combine them, each as a {@link CollectiveCall}. Counts and
 * kinds of buffers vary with the arguments.
 */
final class CollectiveCalls {
    /** Composition of maps x -> p x + q of 16-bit numbers, p in the upper half of an int: it does not commute. */
    private static final Op AFFINE = new Op(CollectiveCalls::compose, false);

    private final Intracomm comm;
    private final int n;
    private final int me;
    private final int count;
    private final int root;
    private final int kinds;
    private final Op op;
    private final List<CollectiveCall> all = new ArrayList<>();

    private CollectiveCalls(Intracomm comm, int count, int root, int kinds) {
        this.comm = comm;
        this.n = comm.getSize();
        this.me = comm.getRank();
        this.count = count;
        this.root = root;
        this.kinds = kinds;
        this.op = (count + root) % 2 == 0 ? MPI.SUM : AFFINE;
        equal();
        unequal();
        toAll();
        reductions();
        prefixes();
    }

    /** All of them; the root is the last rank that the number leads to. */
    static List<CollectiveCall> all(Intracomm comm, int count, int anyRoot, int anyKind) {
        return new CollectiveCalls(comm, count, Math.floorMod(anyRoot, comm.getSize()), anyKind).all;
    }

    private static void compose(Object in, Object inOut, int count, Datatype type) {
        int[] left = (int[]) in;
        int[] right = (int[]) inOut;
        for (int i = 0; i < count; i++) {
            right[i] = compose(left[i], right[i]);
        }
    }

    private static int compose(int left, int right) {
        int p = (left >>> 16) * (right >>> 16);
        int q = (left >>> 16) * (right & 0xFFFF) + (left & 0xFFFF);
        return p << 16 | q & 0xFFFF;
    }

    /** Element i of the data of a rank. */
    private static int value(int seed, int rank, int i) {
        int x = seed * 0x9E3779B1 ^ (rank + 1) * 0x01000193 ^ i * 0x85EBCA6B;
        return x ^ x >>> 15;
    }

    private static int[] data(int seed, int rank, int length) {
        return IntStream.range(0, length).map(i -> value(seed, rank, i)).toArray();
    }

    private static int[] blank(int length) {
        int[] blank = new int[length];
        Arrays.fill(blank, -7);
        return blank;
    }

    /** What the ranks from 0 to the last one combine to, from an element on. */
    private int[] combined(int seed, int last, int from, int length) {
        return IntStream.range(from, from + length)
                .map(i -> {
                    int result = value(seed, last, i);
                    for (int rank = last - 1; rank >= 0; rank--) {
                        int left = value(seed, rank, i);
                        result = op == MPI.SUM ? left + result : compose(left, result);
                    }
                    return result;
                })
                .toArray();
    }

    private int[] concatenated(int seed, int length) {
        return IntStream.range(0, n)
                .flatMap(rank -> Arrays.stream(data(seed, rank, length)))
                .toArray();
    }

    /** A copy of one array with another's elements at a place of it. */
    private static int[] with(int[] all, int at, int[] part) {
        System.arraycopy(part, 0, all, at, part.length);
        return all;
    }

    private void add(
            String name,
            Ints send,
            IntFunction<int[]> sendData,
            Ints receive,
            IntFunction<int[]> before,
            IntFunction<int[]> after,
            Runnable blocking,
            Supplier<Request> nonBlocking,
            Supplier<Prequest> persistent) {
        String full = name + " of " + count + " on " + n + " ranks, root " + root;
        all.add(new CollectiveCall(full, send, sendData, receive, before, after, blocking, nonBlocking, persistent));
    }

    private Ints room(int length) {
        return Ints.of(kinds + all.size(), length);
    }

    private Ints rootsRoom(int length) {
        return me == root ? room(length) : Ints.none();
    }

    private void equal() {
        add("barrier", Ints.none(), null, Ints.none(), null, null, comm::barrier, comm::iBarrier, comm::barrierInit);
        Ints buf = room(count);
        Object b = buf.buffer();
        add(
                "bcast",
                Ints.none(),
                null,
                buf,
                seed -> me == root ? data(seed, root, count) : blank(count),
                seed -> data(seed, root, count),
                () -> comm.bcast(b, count, MPI.INT, root),
                () -> comm.iBcast(b, count, MPI.INT, root),
                () -> comm.bcastInit(b, count, MPI.INT, root, MPI.INFO_NULL));
        gather();
        gatherInPlace();
        scatter();
        scatterInPlace();
        Ints own = room(count);
        Ints each = room(n * count);
        Object s = own.buffer();
        Object r = each.buffer();
        add(
                "allGather",
                own,
                seed -> data(seed, me, count),
                each,
                seed -> blank(n * count),
                seed -> concatenated(seed, count),
                () -> comm.allGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iAllGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.allGatherInit(s, count, MPI.INT, r, count, MPI.INT, MPI.INFO_NULL));
        Ints in = room(n * count);
        Object p = in.buffer();
        add(
                "allGather in place",
                Ints.none(),
                null,
                in,
                seed -> with(blank(n * count), me * count, data(seed, me, count)),
                seed -> concatenated(seed, count),
                () -> comm.allGather(p, count, MPI.INT),
                () -> comm.iAllGather(p, count, MPI.INT),
                () -> comm.allGatherInit(p, count, MPI.INT, MPI.INFO_NULL));
    }

    private void gather() {
        Ints send = room(count);
        Ints receive = rootsRoom(n * count);
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "gather",
                send,
                seed -> data(seed, me, count),
                receive,
                seed -> blank(n * count),
                seed -> concatenated(seed, count),
                () -> comm.gather(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.iGather(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.gatherInit(s, count, MPI.INT, r, count, MPI.INT, root, MPI.INFO_NULL));
    }

    private void gatherInPlace() {
        boolean atRoot = me == root;
        Ints buf = room(atRoot ? n * count : count);
        Object b = buf.buffer();
        add(
                "gather in place",
                Ints.none(),
                null,
                buf,
                seed -> atRoot ? with(blank(n * count), me * count, data(seed, me, count)) : data(seed, me, count),
                seed -> atRoot ? concatenated(seed, count) : data(seed, me, count),
                () -> comm.gather(b, count, MPI.INT, root),
                () -> comm.iGather(b, count, MPI.INT, root),
                () -> comm.gatherInit(b, count, MPI.INT, root, MPI.INFO_NULL));
    }

    private void scatter() {
        Ints send = rootsRoom(n * count);
        Ints receive = room(count);
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "scatter",
                send,
                seed -> concatenated(seed, count),
                receive,
                seed -> blank(count),
                seed -> data(seed, me, count),
                () -> comm.scatter(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.iScatter(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.scatterInit(s, count, MPI.INT, r, count, MPI.INT, root, MPI.INFO_NULL));
    }

    private void scatterInPlace() {
        boolean atRoot = me == root;
        Ints buf = room(atRoot ? n * count : count);
        Object b = buf.buffer();
        add(
                "scatter in place",
                Ints.none(),
                null,
                buf,
                seed -> atRoot ? concatenated(seed, count) : blank(count),
                seed -> atRoot ? concatenated(seed, count) : data(seed, me, count),
                () -> comm.scatter(b, count, MPI.INT, root),
                () -> comm.iScatter(b, count, MPI.INT, root),
                () -> comm.scatterInit(b, count, MPI.INT, root, MPI.INFO_NULL));
    }

    // ---- blocks of any length: block r has some more elements than count, or none; one gap before each ----------

    private int[] counts() {
        return IntStream.range(0, n).map(r -> r % 3 == 2 ? 0 : count + r).toArray();
    }

    private static int[] displacements(int[] counts) {
        int[] displs = new int[counts.length];
        int at = 1;
        for (int r = counts.length - 1; r >= 0; r--) {
            displs[r] = at;
            at += counts[r] + 1;
        }
        return displs;
    }

    private static int span(int[] counts) {
        return Arrays.stream(counts).sum() + counts.length + 1;
    }

    private static int[] laidOut(int seed, int[] counts, IntUnaryOperator source) {
        int[] displs = displacements(counts);
        int[] all = blank(span(counts));
        for (int r = 0; r < counts.length; r++) {
            with(all, displs[r], data(seed, source.applyAsInt(r), counts[r]));
        }
        return all;
    }

    private void unequal() {
        int[] counts = counts();
        int[] displs = displacements(counts);
        int mine = counts[me];
        int room = span(counts);
        IntFunction<int[]> whole = seed -> laidOut(seed, counts, r -> r);
        IntFunction<int[]> part = seed -> data(seed, me, mine);
        IntFunction<int[]> hollow = seed -> with(blank(room), displs[me], data(seed, me, mine));

        Ints own = room(mine);
        Ints atRoot = rootsRoom(room);
        Object s = own.buffer();
        Object r = atRoot.buffer();
        add(
                "gatherv",
                own,
                part,
                atRoot,
                seed -> blank(room),
                whole,
                () -> comm.gatherv(s, mine, MPI.INT, r, counts, displs, MPI.INT, root),
                () -> comm.iGatherv(s, mine, MPI.INT, r, counts, displs, MPI.INT, root),
                () -> comm.gathervInit(s, mine, MPI.INT, r, counts, displs, MPI.INT, root, MPI.INFO_NULL));
        Ints from = rootsRoom(room);
        Ints to = room(mine);
        Object fromRoot = from.buffer();
        Object toMe = to.buffer();
        add(
                "scatterv",
                from,
                whole,
                to,
                seed -> blank(mine),
                part,
                () -> comm.scatterv(fromRoot, counts, displs, MPI.INT, toMe, mine, MPI.INT, root),
                () -> comm.iScatterv(fromRoot, counts, displs, MPI.INT, toMe, mine, MPI.INT, root),
                () -> comm.scattervInit(fromRoot, counts, displs, MPI.INT, toMe, mine, MPI.INT, root, MPI.INFO_NULL));
        Ints g = room(me == root ? room : mine);
        Ints c = room(me == root ? room : mine);
        if (me == root) {
            add(
                    "gatherv in place",
                    Ints.none(),
                    null,
                    g,
                    hollow,
                    whole,
                    () -> comm.gatherv(g.buffer(), counts, displs, MPI.INT, root),
                    () -> comm.iGatherv(g.buffer(), counts, displs, MPI.INT, root),
                    () -> comm.gathervInit(g.buffer(), counts, displs, MPI.INT, root, MPI.INFO_NULL));
            add(
                    "scatterv in place",
                    Ints.none(),
                    null,
                    c,
                    whole,
                    whole,
                    () -> comm.scatterv(c.buffer(), counts, displs, MPI.INT, root),
                    () -> comm.iScatterv(c.buffer(), counts, displs, MPI.INT, root),
                    () -> comm.scattervInit(c.buffer(), counts, displs, MPI.INT, root, MPI.INFO_NULL));
        } else {
            add(
                    "gatherv in place, at the others",
                    g,
                    part,
                    Ints.none(),
                    null,
                    null,
                    () -> comm.gatherv(g.buffer(), mine, MPI.INT, root),
                    () -> comm.iGatherv(g.buffer(), mine, MPI.INT, root),
                    () -> comm.gathervInit(g.buffer(), mine, MPI.INT, root, MPI.INFO_NULL));
            add(
                    "scatterv in place, at the others",
                    Ints.none(),
                    null,
                    c,
                    seed -> blank(mine),
                    part,
                    () -> comm.scatterv(c.buffer(), mine, MPI.INT, root),
                    () -> comm.iScatterv(c.buffer(), mine, MPI.INT, root),
                    () -> comm.scattervInit(c.buffer(), mine, MPI.INT, root, MPI.INFO_NULL));
        }
        Ints send = room(mine);
        Ints all = room(room);
        Object sent = send.buffer();
        Object got = all.buffer();
        add(
                "allGatherv",
                send,
                part,
                all,
                seed -> blank(room),
                whole,
                () -> comm.allGatherv(sent, mine, MPI.INT, got, counts, displs, MPI.INT),
                () -> comm.iAllGatherv(sent, mine, MPI.INT, got, counts, displs, MPI.INT),
                () -> comm.allGathervInit(sent, mine, MPI.INT, got, counts, displs, MPI.INT, MPI.INFO_NULL));
        Ints in = room(room);
        Object p = in.buffer();
        add(
                "allGatherv in place",
                Ints.none(),
                null,
                in,
                hollow,
                whole,
                () -> comm.allGatherv(p, counts, displs, MPI.INT),
                () -> comm.iAllGatherv(p, counts, displs, MPI.INT),
                () -> comm.allGathervInit(p, counts, displs, MPI.INT, MPI.INFO_NULL));
    }

    private void toAll() {
        Ints send = room(n * count);
        Ints receive = room(n * count);
        Object s = send.buffer();
        Object r = receive.buffer();
        IntFunction<int[]> out = seed -> IntStream.range(0, n)
                .flatMap(b -> Arrays.stream(data(seed, 100 * me + b, count)))
                .toArray();
        IntFunction<int[]> in = seed -> IntStream.range(0, n)
                .flatMap(a -> Arrays.stream(data(seed, 100 * a + me, count)))
                .toArray();
        add(
                "allToAll",
                send,
                out,
                receive,
                seed -> blank(n * count),
                in,
                () -> comm.allToAll(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iAllToAll(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.allToAllInit(s, count, MPI.INT, r, count, MPI.INT, MPI.INFO_NULL));

        // Rank a sends (a + 2 b) % 3 times count to rank b.
        int[] to = IntStream.range(0, n).map(b -> (me + 2 * b) % 3 * count).toArray();
        int[] from = IntStream.range(0, n).map(a -> (a + 2 * me) % 3 * count).toArray();
        int[] sdispls = displacements(to);
        int[] rdispls = displacements(from);
        IntFunction<int[]> outs = seed -> laidOut(seed, to, b -> 100 * me + b);
        IntFunction<int[]> ins = seed -> laidOut(seed, from, a -> 100 * a + me);
        Ints sends = room(span(to));
        Ints receives = room(span(from));
        Object sv = sends.buffer();
        Object rv = receives.buffer();
        add(
                "allToAllv",
                sends,
                outs,
                receives,
                seed -> blank(span(from)),
                ins,
                () -> comm.allToAllv(sv, to, sdispls, MPI.INT, rv, from, rdispls, MPI.INT),
                () -> comm.iAllToAllv(sv, to, sdispls, MPI.INT, rv, from, rdispls, MPI.INT),
                () -> comm.allToAllvInit(sv, to, sdispls, MPI.INT, rv, from, rdispls, MPI.INT, MPI.INFO_NULL));
        int[] sbytes = Arrays.stream(sdispls).map(d -> 4 * d).toArray();
        int[] rbytes = Arrays.stream(rdispls).map(d -> 4 * d).toArray();
        Datatype[] ints = new Datatype[n];
        Arrays.fill(ints, MPI.INT);
        Ints sendw = room(span(to));
        Ints receivew = room(span(from));
        Object sw = sendw.buffer();
        Object rw = receivew.buffer();
        add(
                "allToAllw",
                sendw,
                outs,
                receivew,
                seed -> blank(span(from)),
                ins,
                () -> comm.allToAllw(sw, to, sbytes, ints, rw, from, rbytes, ints),
                () -> comm.iAllToAllw(sw, to, sbytes, ints, rw, from, rbytes, ints),
                () -> comm.allToAllwInit(sw, to, sbytes, ints, rw, from, rbytes, ints, MPI.INFO_NULL));
        Ints buf = room(n * count);
        Object b = buf.buffer();
        add(
                "allToAll in place",
                Ints.none(),
                null,
                buf,
                out,
                in,
                () -> comm.allToAll(b, count, MPI.INT),
                () -> comm.iAllToAll(b, count, MPI.INT),
                () -> comm.allToAllInit(b, count, MPI.INT, MPI.INFO_NULL));
        toAllUnequalInPlace(ints);
    }

    /** Ranks a and b send each other (a + b) % 3 times count. */
    private void toAllUnequalInPlace(Datatype[] ints) {
        int[] counts = IntStream.range(0, n).map(b -> (me + b) % 3 * count).toArray();
        int[] displs = displacements(counts);
        int[] bytes = Arrays.stream(displs).map(d -> 4 * d).toArray();
        IntFunction<int[]> before = seed -> laidOut(seed, counts, b -> 100 * me + b);
        IntFunction<int[]> after = seed -> laidOut(seed, counts, a -> 100 * a + me);
        Ints common = room(span(counts));
        Object v = common.buffer();
        add(
                "allToAllv in place",
                Ints.none(),
                null,
                common,
                before,
                after,
                () -> comm.allToAllv(v, counts, displs, MPI.INT),
                () -> comm.iAllToAllv(v, counts, displs, MPI.INT),
                () -> comm.allToAllvInit(v, counts, displs, MPI.INT, MPI.INFO_NULL));
        Ints typed = room(span(counts));
        Object w = typed.buffer();
        add(
                "allToAllw in place",
                Ints.none(),
                null,
                typed,
                before,
                after,
                () -> comm.allToAllw(w, counts, bytes, ints),
                () -> comm.iAllToAllw(w, counts, bytes, ints),
                () -> comm.allToAllwInit(w, counts, bytes, ints, MPI.INFO_NULL));
    }

    private void reductions() {
        boolean atRoot = me == root;
        IntFunction<int[]> mine = seed -> data(seed, me, count);
        IntFunction<int[]> sum = seed -> combined(seed, n - 1, 0, count);
        Ints a = room(count);
        Ints b = rootsRoom(count);
        add(
                "reduce",
                a,
                mine,
                b,
                seed -> blank(count),
                sum,
                () -> comm.reduce(a.buffer(), b.buffer(), count, MPI.INT, op, root),
                () -> comm.iReduce(a.buffer(), b.buffer(), count, MPI.INT, op, root),
                () -> comm.reduceInit(a.buffer(), b.buffer(), count, MPI.INT, op, root, MPI.INFO_NULL));
        Ints c = room(count);
        add(
                "reduce in place",
                Ints.none(),
                null,
                c,
                mine,
                atRoot ? sum : mine,
                () -> comm.reduce(c.buffer(), count, MPI.INT, op, root),
                () -> comm.iReduce(c.buffer(), count, MPI.INT, op, root),
                () -> comm.reduceInit(c.buffer(), count, MPI.INT, op, root, MPI.INFO_NULL));
        Ints d = room(count);
        Ints e = room(count);
        add(
                "allReduce",
                d,
                mine,
                e,
                seed -> blank(count),
                sum,
                () -> comm.allReduce(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.iAllReduce(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.allReduceInit(d.buffer(), e.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        Ints f = room(count);
        add(
                "allReduce in place",
                Ints.none(),
                null,
                f,
                mine,
                sum,
                () -> comm.allReduce(f.buffer(), count, MPI.INT, op),
                () -> comm.iAllReduce(f.buffer(), count, MPI.INT, op),
                () -> comm.allReduceInit(f.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        scattered();
    }

    private void scattered() {
        int[] counts = counts();
        int total = Arrays.stream(counts).sum();
        int first = Arrays.stream(counts, 0, me).sum();
        int mine = counts[me];
        IntFunction<int[]> whole = seed -> data(seed, me, total);
        IntFunction<int[]> part = seed -> combined(seed, n - 1, first, mine);
        Ints a = room(total);
        Ints b = room(mine);
        add(
                "reduceScatter",
                a,
                whole,
                b,
                seed -> blank(mine),
                part,
                () -> comm.reduceScatter(a.buffer(), b.buffer(), counts, MPI.INT, op),
                () -> comm.iReduceScatter(a.buffer(), b.buffer(), counts, MPI.INT, op),
                () -> comm.reduceScatterInit(a.buffer(), b.buffer(), counts, MPI.INT, op, MPI.INFO_NULL));
        Ints c = room(total);
        add(
                "reduceScatter in place",
                Ints.none(),
                null,
                c,
                whole,
                seed -> with(whole.apply(seed), 0, part.apply(seed)),
                () -> comm.reduceScatter(c.buffer(), counts, MPI.INT, op),
                () -> comm.iReduceScatter(c.buffer(), counts, MPI.INT, op),
                () -> comm.reduceScatterInit(c.buffer(), counts, MPI.INT, op, MPI.INFO_NULL));
        IntFunction<int[]> equal = seed -> data(seed, me, n * count);
        IntFunction<int[]> block = seed -> combined(seed, n - 1, me * count, count);
        Ints d = room(n * count);
        Ints e = room(count);
        add(
                "reduceScatterBlock",
                d,
                equal,
                e,
                seed -> blank(count),
                block,
                () -> comm.reduceScatterBlock(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.iReduceScatterBlock(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.reduceScatterBlockInit(d.buffer(), e.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        Ints f = room(n * count);
        add(
                "reduceScatterBlock in place",
                Ints.none(),
                null,
                f,
                equal,
                seed -> with(equal.apply(seed), 0, block.apply(seed)),
                () -> comm.reduceScatterBlock(f.buffer(), count, MPI.INT, op),
                () -> comm.iReduceScatterBlock(f.buffer(), count, MPI.INT, op),
                () -> comm.reduceScatterBlockInit(f.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
    }

    private void prefixes() {
        IntFunction<int[]> mine = seed -> data(seed, me, count);
        IntFunction<int[]> upToMe = seed -> combined(seed, me, 0, count);
        Ints a = room(count);
        Ints b = room(count);
        add(
                "scan",
                a,
                mine,
                b,
                seed -> blank(count),
                upToMe,
                () -> comm.scan(a.buffer(), b.buffer(), count, MPI.INT, op),
                () -> comm.iScan(a.buffer(), b.buffer(), count, MPI.INT, op),
                () -> comm.scanInit(a.buffer(), b.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        Ints c = room(count);
        add(
                "scan in place",
                Ints.none(),
                null,
                c,
                mine,
                upToMe,
                () -> comm.scan(c.buffer(), count, MPI.INT, op),
                () -> comm.iScan(c.buffer(), count, MPI.INT, op),
                () -> comm.scanInit(c.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        Ints d = room(count);
        Ints e = room(count);
        add(
                "exScan",
                d,
                mine,
                e,
                seed -> blank(count),
                seed -> me == 0 ? blank(count) : combined(seed, me - 1, 0, count),
                () -> comm.exScan(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.iExScan(d.buffer(), e.buffer(), count, MPI.INT, op),
                () -> comm.exScanInit(d.buffer(), e.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
        Ints f = room(count);
        add(
                "exScan in place",
                Ints.none(),
                null,
                f,
                mine,
                seed -> me == 0 ? mine.apply(seed) : combined(seed, me - 1, 0, count),
                () -> comm.exScan(f.buffer(), count, MPI.INT, op),
                () -> comm.iExScan(f.buffer(), count, MPI.INT, op),
                () -> comm.exScanInit(f.buffer(), count, MPI.INT, op, MPI.INFO_NULL));
    }
}
