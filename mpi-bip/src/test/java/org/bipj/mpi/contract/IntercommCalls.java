package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;

/** The collective operations of an intercommunicator on one rank, each as a {@link CollectiveCall}. */
final class IntercommCalls {
    /** The left operand: it does not commute. */
    private static final Op FIRST = new Op(
            (Object in, Object inOut, int count, Datatype type) -> System.arraycopy(in, 0, inOut, 0, count), false);

    private final Intercomm comm;
    /** 0 or 1: this rank's group. */
    private final int group;

    private final int me;
    private final int mine;
    private final int theirs;
    private final int count;
    private final int kinds;
    private final boolean inRootGroup;
    private final boolean isRoot;
    /** As this rank has to give it. */
    private final int root;

    private final int rootRank;
    private final Op op;
    private final List<CollectiveCall> all = new ArrayList<>();

    private IntercommCalls(Intercomm comm, int group, int rootGroup, int count, int kinds) {
        this.comm = comm;
        this.group = group;
        me = comm.getRank();
        mine = comm.getSize();
        theirs = comm.getRemoteSize();
        this.count = count;
        this.kinds = kinds;
        inRootGroup = group == rootGroup;
        rootRank = count % (inRootGroup ? mine : theirs);
        isRoot = inRootGroup && me == rootRank;
        root = isRoot ? MPI.ROOT : inRootGroup ? MPI.PROC_NULL : rootRank;
        op = count % 2 == 0 ? MPI.SUM : FIRST;
        add("barrier", none(), none(), null, comm::barrier, comm::iBarrier, comm::barrierInit);
        broadcast();
        gathers();
        scatters();
        toAll();
        reductions();
        reduceScatters();
    }

    /** All of them, with a root in one of the groups, which all ranks count alike. */
    static List<CollectiveCall> all(Intercomm comm, int group, int rootGroup, int count, int kinds) {
        return new IntercommCalls(comm, group, rootGroup, count, kinds).all;
    }

    private static int[] data(int seed, int group, int rank, int first, int length) {
        return IntStream.range(first, first + length)
                .map(i -> seed * 1_000_003 + group * 500_009 + rank * 10_007 + i)
                .toArray();
    }

    /** The data of all ranks of the other group from an element on, one behind the other. */
    private int[] remote(int seed, int first, int length) {
        return IntStream.range(0, theirs)
                .flatMap(rank -> Arrays.stream(data(seed, 1 - group, rank, first, length)))
                .toArray();
    }

    /** What the other group's vectors combine to. */
    private int[] combined(int seed, int first, int length) {
        int[] result = data(seed, 1 - group, 0, first, length);
        for (int rank = 1; op == MPI.SUM && rank < theirs; rank++) {
            int[] more = data(seed, 1 - group, rank, first, length);
            Arrays.setAll(result, i -> result[i] + more[i]);
        }
        return result;
    }

    private static Ints none() {
        return Ints.none();
    }

    private Ints room(int length) {
        return Ints.of(kinds + all.size(), length);
    }

    private void add(
            String name,
            Ints send,
            Ints receive,
            IntFunction<int[]> after,
            Runnable blocking,
            Supplier<Request> nonBlocking,
            Supplier<Prequest> persistent) {
        all.add(new CollectiveCall(
                name + " of " + count + " between groups of " + mine + " and " + theirs + ", root " + root,
                send,
                seed -> data(seed, group, me, 0, send.length()),
                receive,
                seed -> new int[receive.length()],
                after,
                blocking,
                nonBlocking,
                persistent));
    }

    private void broadcast() {
        Ints send = isRoot ? room(count) : none();
        Ints receive = inRootGroup ? none() : room(count);
        Object b = isRoot ? send.buffer() : receive.buffer();
        add(
                "bcast",
                send,
                receive,
                seed -> data(seed, 1 - group, rootRank, 0, count),
                () -> comm.bcast(b, count, MPI.INT, root),
                () -> comm.iBcast(b, count, MPI.INT, root),
                () -> comm.bcastInit(b, count, MPI.INT, root));
    }

    /** Displacements of blocks of equal lengths with gaps between them, the last one first. */
    private static int[] displs(int n, int length) {
        return IntStream.range(0, n).map(i -> (n - 1 - i) * (length + 1)).toArray();
    }

    private static int[] counts(int n, int length) {
        int[] counts = new int[n];
        Arrays.fill(counts, length);
        return counts;
    }

    /** The other group's data where the displacements say. */
    private int[] spread(int seed, int first, int length, int[] displs) {
        int[] spread = new int[theirs * (length + 1)];
        for (int rank = 0; rank < theirs; rank++) {
            System.arraycopy(data(seed, 1 - group, rank, first, length), 0, spread, displs[rank], length);
        }
        return spread;
    }

    private void gathers() {
        Ints send = inRootGroup ? none() : room(count);
        Ints receive = isRoot ? room(theirs * count) : none();
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "gather",
                send,
                receive,
                seed -> remote(seed, 0, count),
                () -> comm.gather(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.iGather(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.gatherInit(s, count, MPI.INT, r, count, MPI.INT, root));
        Object one = isRoot ? r : s;
        add(
                "gather with one buffer",
                send,
                receive,
                seed -> remote(seed, 0, count),
                () -> comm.gather(one, count, MPI.INT, root),
                () -> comm.iGather(one, count, MPI.INT, root),
                () -> comm.gatherInit(one, count, MPI.INT, root));
        Ints wide = isRoot ? room(theirs * (count + 1)) : none();
        Object w = wide.buffer();
        int[] counts = counts(theirs, count);
        int[] displs = displs(theirs, count);
        add(
                "gatherv",
                send,
                wide,
                seed -> spread(seed, 0, count, displs),
                () -> comm.gatherv(s, count, MPI.INT, w, counts, displs, MPI.INT, root),
                () -> comm.iGatherv(s, count, MPI.INT, w, counts, displs, MPI.INT, root),
                () -> comm.gathervInit(s, count, MPI.INT, w, counts, displs, MPI.INT, root));
        add(
                "gatherv in the forms for the root and for others",
                send,
                wide,
                seed -> spread(seed, 0, count, displs),
                () -> {
                    if (isRoot) {
                        comm.gatherv(w, counts, displs, MPI.INT, root);
                    } else {
                        comm.gatherv(s, count, MPI.INT, root);
                    }
                },
                () -> isRoot ? comm.iGatherv(w, counts, displs, MPI.INT, root) : comm.iGatherv(s, count, MPI.INT, root),
                () -> isRoot
                        ? comm.gathervInit(w, counts, displs, MPI.INT, root)
                        : comm.gathervInit(s, count, MPI.INT, root));
    }

    private void scatters() {
        Ints send = isRoot ? room(theirs * count) : none();
        Ints receive = inRootGroup ? none() : room(count);
        Object s = send.buffer();
        Object r = receive.buffer();
        IntFunction<int[]> after = seed -> data(seed, 1 - group, rootRank, me * count, count);
        add(
                "scatter",
                send,
                receive,
                after,
                () -> comm.scatter(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.iScatter(s, count, MPI.INT, r, count, MPI.INT, root),
                () -> comm.scatterInit(s, count, MPI.INT, r, count, MPI.INT, root));
        Object one = isRoot ? s : r;
        add(
                "scatter with one buffer",
                send,
                receive,
                after,
                () -> comm.scatter(one, count, MPI.INT, root),
                () -> comm.iScatter(one, count, MPI.INT, root),
                () -> comm.scatterInit(one, count, MPI.INT, root));
        int[] counts = counts(theirs, count);
        int[] displs = IntStream.range(0, theirs).map(i -> i * count).toArray();
        add(
                "scatterv",
                send,
                receive,
                after,
                () -> comm.scatterv(s, counts, displs, MPI.INT, r, count, MPI.INT, root),
                () -> comm.iScatterv(s, counts, displs, MPI.INT, r, count, MPI.INT, root),
                () -> comm.scattervInit(s, counts, displs, MPI.INT, r, count, MPI.INT, root));
        add(
                "scatterv in the forms for the root and for others",
                send,
                receive,
                after,
                () -> {
                    if (isRoot) {
                        comm.scatterv(s, counts, displs, MPI.INT, root);
                    } else {
                        comm.scatterv(r, count, MPI.INT, root);
                    }
                },
                () -> isRoot
                        ? comm.iScatterv(s, counts, displs, MPI.INT, root)
                        : comm.iScatterv(r, count, MPI.INT, root),
                () -> isRoot
                        ? comm.scattervInit(s, counts, displs, MPI.INT, root)
                        : comm.scattervInit(r, count, MPI.INT, root));
    }

    private void toAll() {
        Ints send = room(count);
        Ints receive = room(theirs * count);
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "allGather",
                send,
                receive,
                seed -> remote(seed, 0, count),
                () -> comm.allGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iAllGather(s, count, MPI.INT, r, count, MPI.INT),
                () -> comm.allGatherInit(s, count, MPI.INT, r, count, MPI.INT));
        Ints wide = room(theirs * (count + 1));
        Object w = wide.buffer();
        int[] counts = counts(theirs, count);
        int[] displs = displs(theirs, count);
        add(
                "allGatherv",
                send,
                wide,
                seed -> spread(seed, 0, count, displs),
                () -> comm.allGatherv(s, count, MPI.INT, w, counts, displs, MPI.INT),
                () -> comm.iAllGatherv(s, count, MPI.INT, w, counts, displs, MPI.INT),
                () -> comm.allGathervInit(s, count, MPI.INT, w, counts, displs, MPI.INT));
        Ints parts = room(theirs * count);
        Object p = parts.buffer();
        add(
                "allToAll",
                parts,
                receive,
                seed -> remote(seed, me * count, count),
                () -> comm.allToAll(p, count, MPI.INT, r, count, MPI.INT),
                () -> comm.iAllToAll(p, count, MPI.INT, r, count, MPI.INT),
                () -> comm.allToAllInit(p, count, MPI.INT, r, count, MPI.INT));
        int[] starts = IntStream.range(0, theirs).map(i -> i * count).toArray();
        add(
                "allToAllv",
                parts,
                wide,
                seed -> spread(seed, me * count, count, displs),
                () -> comm.allToAllv(p, counts, starts, MPI.INT, w, counts, displs, MPI.INT),
                () -> comm.iAllToAllv(p, counts, starts, MPI.INT, w, counts, displs, MPI.INT),
                () -> comm.allToAllvInit(p, counts, starts, MPI.INT, w, counts, displs, MPI.INT));
        int[] startBytes = Arrays.stream(starts).map(i -> 4 * i).toArray();
        int[] displBytes = Arrays.stream(displs).map(i -> 4 * i).toArray();
        Datatype[] types = new Datatype[theirs];
        Arrays.fill(types, MPI.INT);
        add(
                "allToAllw",
                parts,
                wide,
                seed -> spread(seed, me * count, count, displs),
                () -> comm.allToAllw(p, counts, startBytes, types, w, counts, displBytes, types),
                () -> comm.iAllToAllw(p, counts, startBytes, types, w, counts, displBytes, types),
                () -> comm.allToAllwInit(p, counts, startBytes, types, w, counts, displBytes, types));
    }

    private void reductions() {
        Ints send = inRootGroup ? none() : room(count);
        Ints receive = isRoot ? room(count) : none();
        Object s = send.buffer();
        Object r = receive.buffer();
        Object one = isRoot ? r : s;
        add(
                "reduce",
                send,
                receive,
                seed -> combined(seed, 0, count),
                () -> comm.reduce(s, r, count, MPI.INT, op, root),
                () -> comm.iReduce(s, r, count, MPI.INT, op, root),
                () -> comm.reduceInit(s, r, count, MPI.INT, op, root));
        add(
                "reduce with one buffer",
                send,
                receive,
                seed -> combined(seed, 0, count),
                () -> comm.reduce(one, count, MPI.INT, op, root),
                () -> comm.iReduce(one, count, MPI.INT, op, root),
                () -> comm.reduceInit(one, count, MPI.INT, op, root));
        Ints from = room(count);
        Ints to = room(count);
        Object f = from.buffer();
        Object t = to.buffer();
        add(
                "allReduce",
                from,
                to,
                seed -> combined(seed, 0, count),
                () -> comm.allReduce(f, t, count, MPI.INT, op),
                () -> comm.iAllReduce(f, t, count, MPI.INT, op),
                () -> comm.allReduceInit(f, t, count, MPI.INT, op));
    }

    private void reduceScatters() {
        int total = 5 * count;
        int[] counts = IntStream.range(0, mine)
                .map(i -> total / mine + (i < total % mine ? 1 : 0))
                .toArray();
        int first = Arrays.stream(counts, 0, me).sum();
        Ints send = room(total);
        Ints receive = room(counts[me]);
        Object s = send.buffer();
        Object r = receive.buffer();
        add(
                "reduceScatter",
                send,
                receive,
                seed -> combined(seed, first, counts[me]),
                () -> comm.reduceScatter(s, r, counts, MPI.INT, op),
                () -> comm.iReduceScatter(s, r, counts, MPI.INT, op),
                () -> comm.reduceScatterInit(s, r, counts, MPI.INT, op));
        int block = theirs * count;
        Ints all = room(mine * block);
        Ints part = room(block);
        Object a = all.buffer();
        Object p = part.buffer();
        add(
                "reduceScatterBlock",
                all,
                part,
                seed -> combined(seed, me * block, block),
                () -> comm.reduceScatterBlock(a, p, block, MPI.INT, op),
                () -> comm.iReduceScatterBlock(a, p, block, MPI.INT, op),
                () -> comm.reduceScatterBlockInit(a, p, block, MPI.INT, op));
    }
}
