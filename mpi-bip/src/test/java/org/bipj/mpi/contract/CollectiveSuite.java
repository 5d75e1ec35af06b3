package org.bipj.mpi.contract;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/** The collective operations that move data, on communicators of 1 to 8 ranks (MPI 4.1 sections 6.3 to 6.8). */
public final class CollectiveSuite extends Suite {
    private static final int[] COUNTS = {0, 1, 7, 1000, 20_000};

    /** Adds the cases. */
    public CollectiveSuite() {
        each("bcast", CollectiveSuite::bcast);
        each("bcast with different types at both ends", CollectiveSuite::bcastTypes);
        each("gather", CollectiveSuite::gather);
        each("gather in place", CollectiveSuite::gatherInPlace);
        each("gatherv", CollectiveSuite::gatherv);
        each("scatter", CollectiveSuite::scatter);
        each("scatter in place", CollectiveSuite::scatterInPlace);
        each("scatterv", CollectiveSuite::scatterv);
        each("allGather", CollectiveSuite::allGather);
        each("allGatherv", CollectiveSuite::allGatherv);
        each("allToAll", CollectiveSuite::allToAll);
        each("allToAllv", CollectiveSuite::allToAllv);
        each("allToAllw", CollectiveSuite::allToAllw);
        each("allToAll, v and w of a rank that sends nothing, from a null buffer", CollectiveSuite::sendsNothing);
        each("what matters at the root only is null elsewhere", CollectiveSuite::nullElsewhere);
        each("empty parts may lie anywhere", CollectiveSuite::emptyParts);
        each("allToAllv and allToAllw between parts of one buffer", CollectiveSuite::oneBuffer);
        each("barrier", CollectiveSuite::barrier);
        each("one after the other with all roots, mixed with messages", CollectiveSuite::mixed);
        add("direct and heap buffers", 4, CollectiveSuite::buffers);
        add("arguments", 3, CollectiveSuite::arguments);
        add("counts that do not match are an error at the receiver", 2, CollectiveSuite::mismatch);
    }

    /** Element i of the data of a rank in a communicator. */
    private static int value(int rank, int i) {
        return (rank + 1) * 0x01000193 ^ i * 0x9E3779B1;
    }

    private static int[] data(int rank, int count) {
        int[] data = new int[count];
        fill(data, 0, rank, count);
        return data;
    }

    private static int[] concatenated(int ranks, int count) {
        int[] all = new int[ranks * count];
        for (int rank = 0; rank < ranks; rank++) {
            fill(all, rank * count, rank, count);
        }
        return all;
    }

    /** A loop, because this is what most of the time of a job of eight JVMs that compile little would go to. */
    private static void fill(int[] data, int at, int rank, int count) {
        for (int i = 0; i < count; i++) {
            data[at + i] = value(rank, i);
        }
    }

    private static String what(Intracomm comm, String operation, int count, int root) {
        return operation + " of " + count + " on " + comm.getSize() + " ranks, root " + root;
    }

    private static void bcast(Intracomm comm) {
        for (int count : COUNTS) {
            for (int root = 0; root < comm.getSize(); root++) {
                int[] buf = comm.getRank() == root ? data(root, count) : new int[count];
                comm.bcast(buf, count, MPI.INT, root);
                Check.equal(data(root, count), buf, what(comm, "bcast", count, root));
            }
        }
    }

    private static void bcastTypes(Intracomm comm) {
        Datatype every2nd = Datatype.createVector(500, 1, 2, MPI.INT);
        every2nd.commit();
        for (int root = 0; root < comm.getSize(); root++) {
            boolean spread = comm.getRank() % 2 == 1;
            int[] buf = new int[spread ? 3000 : 1500];
            if (comm.getRank() == root) {
                Arrays.setAll(buf, i -> i);
            }
            // Three vectors of 500 in 999 places each, one behind the other, or 1500 ints.
            comm.bcast(buf, spread ? 3 : 1500, spread ? every2nd : MPI.INT, root);
            int[] expected = new int[1500];
            int[] found = new int[1500];
            for (int i = 0; i < 1500; i++) {
                int place = i / 500 * 999 + i % 500 * 2;
                expected[i] = root % 2 == 1 ? place : i;
                found[i] = buf[spread ? place : i];
            }
            Check.equal(expected, found, "elements from root " + root);
        }
        every2nd.free();
    }

    private static void gather(Intracomm comm) {
        int n = comm.getSize();
        for (int count : COUNTS) {
            for (int root = 0; root < n; root++) {
                int[] all = comm.getRank() == root ? new int[n * count] : null;
                comm.gather(data(comm.getRank(), count), count, MPI.INT, all, count, MPI.INT, root);
                if (all != null) {
                    Check.equal(concatenated(n, count), all, what(comm, "gather", count, root));
                }
            }
        }
    }

    private static void gatherInPlace(Intracomm comm) {
        int n = comm.getSize();
        for (int count : COUNTS) {
            for (int root = 0; root < n; root++) {
                int[] buf = data(comm.getRank(), count);
                if (comm.getRank() == root) {
                    buf = new int[n * count];
                    System.arraycopy(data(root, count), 0, buf, root * count, count);
                }
                comm.gather(buf, count, MPI.INT, root);
                if (comm.getRank() == root) {
                    Check.equal(concatenated(n, count), buf, what(comm, "gather", count, root));
                }
            }
        }
    }

    /** Part r has r + 1 times the unit, parts lie in the opposite order with a gap of 2 before each. */
    private static int[] counts(int n, int unit) {
        return IntStream.range(0, n).map(r -> r % 3 == 2 ? 0 : (r + 1) * unit).toArray();
    }

    private static int[] displacements(int[] counts) {
        int[] displs = new int[counts.length];
        int at = 2;
        for (int r = counts.length - 1; r >= 0; r--) {
            displs[r] = at;
            at += counts[r] + 2;
        }
        return displs;
    }

    private static int room(int[] counts) {
        return Arrays.stream(counts).sum() + 2 * counts.length + 2;
    }

    /** All parts in their places, and -1 in the gaps. */
    private static int[] laidOut(int[] counts, int[] displs) {
        int[] all = new int[room(counts)];
        Arrays.fill(all, -1);
        for (int r = 0; r < counts.length; r++) {
            System.arraycopy(data(r, counts[r]), 0, all, displs[r], counts[r]);
        }
        return all;
    }

    private static int[] blank(int[] counts) {
        int[] all = new int[room(counts)];
        Arrays.fill(all, -1);
        return all;
    }

    private static void gatherv(Intracomm comm) {
        int me = comm.getRank();
        for (int unit : new int[] {0, 1, 2500}) {
            int[] counts = counts(comm.getSize(), unit);
            int[] displs = displacements(counts);
            for (int root = 0; root < comm.getSize(); root++) {
                int[] all = blank(counts);
                int[] mine = data(me, counts[me]);
                if (unit == 1) {
                    comm.gatherv(mine, counts[me], MPI.INT, all, counts, displs, MPI.INT, root);
                } else if (me == root) {
                    System.arraycopy(mine, 0, all, displs[me], counts[me]);
                    comm.gatherv(all, counts, displs, MPI.INT, root);
                } else {
                    comm.gatherv(mine, counts[me], MPI.INT, root);
                }
                if (me == root) {
                    Check.equal(laidOut(counts, displs), all, what(comm, "gatherv", unit, root));
                }
            }
        }
    }

    private static void scatter(Intracomm comm) {
        int n = comm.getSize();
        for (int count : COUNTS) {
            for (int root = 0; root < n; root++) {
                int[] all = comm.getRank() == root ? concatenated(n, count) : null;
                int[] mine = new int[count];
                comm.scatter(all, count, MPI.INT, mine, count, MPI.INT, root);
                Check.equal(data(comm.getRank(), count), mine, what(comm, "scatter", count, root));
            }
        }
    }

    private static void scatterInPlace(Intracomm comm) {
        int n = comm.getSize();
        for (int count : COUNTS) {
            for (int root = 0; root < n; root++) {
                int[] buf = comm.getRank() == root ? concatenated(n, count) : new int[count];
                comm.scatter(buf, count, MPI.INT, root);
                int[] expected = comm.getRank() == root ? concatenated(n, count) : data(comm.getRank(), count);
                Check.equal(expected, buf, what(comm, "scatter", count, root));
            }
        }
    }

    private static void scatterv(Intracomm comm) {
        int me = comm.getRank();
        for (int unit : new int[] {0, 1, 2500}) {
            int[] counts = counts(comm.getSize(), unit);
            int[] displs = displacements(counts);
            for (int root = 0; root < comm.getSize(); root++) {
                int[] all = me == root ? laidOut(counts, displs) : null;
                int[] mine = new int[counts[me]];
                if (unit == 1) {
                    comm.scatterv(all, counts, displs, MPI.INT, mine, mine.length, MPI.INT, root);
                } else if (me == root) {
                    comm.scatterv(all, counts, displs, MPI.INT, root);
                    mine = Arrays.copyOfRange(all, displs[me], displs[me] + counts[me]);
                } else {
                    comm.scatterv(mine, mine.length, MPI.INT, root);
                }
                Check.equal(data(me, counts[me]), mine, what(comm, "scatterv", unit, root));
            }
        }
    }

    private static void allGather(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        for (int count : COUNTS) {
            int[] all = new int[n * count];
            comm.allGather(data(me, count), count, MPI.INT, all, count, MPI.INT);
            Check.equal(concatenated(n, count), all, what(comm, "allGather", count, -1));
            int[] inPlace = new int[n * count];
            System.arraycopy(data(me, count), 0, inPlace, me * count, count);
            comm.allGather(inPlace, count, MPI.INT);
            Check.equal(all, inPlace, what(comm, "allGather in place", count, -1));
        }
    }

    private static void allGatherv(Intracomm comm) {
        int me = comm.getRank();
        for (int unit : new int[] {0, 1, 2500}) {
            int[] counts = counts(comm.getSize(), unit);
            int[] displs = displacements(counts);
            int[] all = blank(counts);
            int[] mine = data(me, counts[me]);
            comm.allGatherv(mine, mine.length, MPI.INT, all, counts, displs, MPI.INT);
            Check.equal(laidOut(counts, displs), all, what(comm, "allGatherv", unit, -1));
            int[] inPlace = blank(counts);
            System.arraycopy(mine, 0, inPlace, displs[me], mine.length);
            comm.allGatherv(inPlace, counts, displs, MPI.INT);
            Check.equal(all, inPlace, what(comm, "allGatherv in place", unit, -1));
        }
    }

    private static void allToAll(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        for (int count : new int[] {0, 1, 7, 1000, 9000}) {
            int[] out = new int[n * count];
            int[] expected = new int[n * count];
            for (int r = 0; r < n; r++) {
                System.arraycopy(data(100 * me + r, count), 0, out, r * count, count);
                System.arraycopy(data(100 * r + me, count), 0, expected, r * count, count);
            }
            int[] in = new int[n * count];
            comm.allToAll(out, count, MPI.INT, in, count, MPI.INT);
            Check.equal(expected, in, what(comm, "allToAll", count, -1));
        }
    }

    /** Rank a sends (a + 2 b) % 5 units to rank b. */
    private static int[] countsTo(int a, int n, int unit) {
        return IntStream.range(0, n).map(b -> (a + 2 * b) % 5 * unit).toArray();
    }

    private static int[] countsFrom(int b, int n, int unit) {
        return IntStream.range(0, n).map(a -> (a + 2 * b) % 5 * unit).toArray();
    }

    /** What a rank sends to each rank, and receives from each, in an exchange of different lengths. */
    private static final class Exchange {
        final int[] to;
        final int[] from;
        final int[] sdispls;
        final int[] rdispls;
        final int[] out;
        final int[] expected;
        final int[] in;

        Exchange(int me, int n, int unit) {
            to = countsTo(me, n, unit);
            from = countsFrom(me, n, unit);
            sdispls = displacements(to);
            rdispls = displacements(from);
            out = blank(to);
            expected = blank(from);
            in = blank(from);
            for (int r = 0; r < n; r++) {
                System.arraycopy(data(100 * me + r, to[r]), 0, out, sdispls[r], to[r]);
                System.arraycopy(data(100 * r + me, from[r]), 0, expected, rdispls[r], from[r]);
            }
        }
    }

    private static void allToAllv(Intracomm comm) {
        for (int unit : new int[] {0, 1, 1500}) {
            Exchange own = new Exchange(comm.getRank(), comm.getSize(), unit);
            comm.allToAllv(own.out, own.to, own.sdispls, MPI.INT, own.in, own.from, own.rdispls, MPI.INT);
            Check.equal(own.expected, own.in, what(comm, "allToAllv", unit, -1));
        }
    }

    /** As allToAllv; ranks of even number get their ints as bytes. */
    private static void allToAllw(Intracomm comm) {
        int n = comm.getSize();
        int unit = 300;
        Exchange own = new Exchange(comm.getRank(), n, unit);
        Datatype[] types = new Datatype[n];
        Arrays.setAll(types, r -> r % 2 == 0 ? MPI.INT : MPI.BYTE);
        int[] inBytes = new int[n];
        int[] counts = new int[n];
        for (int r = 0; r < n; r++) {
            counts[r] = r % 2 == 0 ? own.to[r] : 4 * own.to[r];
            inBytes[r] = 4 * own.sdispls[r];
        }
        int[] rdisplsInBytes = Arrays.stream(own.rdispls).map(d -> 4 * d).toArray();
        Datatype[] ints = new Datatype[n];
        Arrays.fill(ints, MPI.INT);
        comm.allToAllw(own.out, counts, inBytes, types, own.in, own.from, rdisplsInBytes, ints);
        Check.equal(own.expected, own.in, what(comm, "allToAllw", unit, -1));
    }

    /** Nobody leaves a barrier before all have come. The clock is the machine's, which all ranks share. */
    private static void barrier(Intracomm comm) {
        int n = comm.getSize();
        long[] come = new long[n];
        long[] gone = new long[n];
        for (int round = 0; round < 50; round++) {
            long[] mine = {System.nanoTime(), 0};
            comm.barrier();
            mine[1] = System.nanoTime();
            comm.allGather(mine, 1, MPI.LONG, come, 1, MPI.LONG);
            comm.allGather(MPI.slice(mine, 1), 1, MPI.LONG, gone, 1, MPI.LONG);
            long last = Arrays.stream(come).max().orElseThrow();
            long first = Arrays.stream(gone).min().orElseThrow();
            Check.that(last <= first, () -> "a rank left the barrier " + (last - first) + " ns before the last came");
        }
    }

    private static void mixed(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] ball = new int[4000];
        Request in = comm.iRecv(ball, ball.length, MPI.INT, (me + n - 1) % n, MPI.ANY_TAG);
        Request out = comm.iSend(data(me, ball.length), ball.length, MPI.INT, (me + 1) % n, 0);
        for (int round = 0; round < 3 * n; round++) {
            int root = round * 5 % n;
            int[] one = {me == root ? round : -1};
            comm.bcast(one, 1, MPI.INT, root);
            Check.equal(round, one[0], "bcast number " + round);
            int[] all = new int[n];
            comm.gather(new int[] {me + round}, 1, MPI.INT, all, 1, MPI.INT, root);
            Check.that(me != root || all[n - 1] == n - 1 + round, "gather number " + round);
            int[] sum = new int[1];
            comm.reduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM, root);
            Check.that(me != root || sum[0] == n * (n - 1) / 2, "reduce number " + round);
        }
        Request.waitAll(new Request[] {in, out});
        Check.equal(data((me + n - 1) % n, ball.length), ball, "the message that was under way meanwhile");
    }

    private static void buffers(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        for (int count : new int[] {5, 30_000}) {
            IntBuffer direct = rank.newByteBuffer(4 * count).asIntBuffer();
            direct.put(0, data(comm.getRank(), count));
            IntBuffer heap = MPI.slice(new int[n * count + 3], 3);
            comm.allGather(direct, count, MPI.INT, heap, count, MPI.INT);
            int[] found = new int[n * count];
            heap.get(0, found);
            Check.equal(concatenated(n, count), found, "heap buffer");
            comm.bcast(direct, count, MPI.INT, 1);
            int[] fromRoot = new int[count];
            direct.get(0, fromRoot);
            Check.equal(data(1, count), fromRoot, "direct buffer");
        }
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] buf = new int[8];
        int[] other = new int[8];
        Check.error(MPI.ERR_ROOT, () -> comm.bcast(buf, 1, MPI.INT, 3), "root is 3", "0 to 2");
        Check.error(MPI.ERR_COUNT, () -> comm.bcast(buf, -1, MPI.INT, 0), "count is -1");
        Check.error(MPI.ERR_TYPE, () -> comm.bcast(buf, 1, null, 0), "datatype");
        Check.error(MPI.ERR_BUFFER, () -> comm.allGather(buf, 3, MPI.INT, other, 3, MPI.INT), "9 elements");
        Check.error(MPI.ERR_BUFFER, () -> comm.allGather(buf, 1, MPI.INT, buf, 1, MPI.INT), "one object");
        Check.error(
                MPI.ERR_ARG, () -> comm.allGatherv(buf, 1, MPI.INT, other, new int[2], new int[3], MPI.INT), "counts");
        Check.error(MPI.ERR_ARG, () -> comm.allGatherv(buf, 1, MPI.INT, other, new int[3], null, MPI.INT), "displs");
        Check.error(MPI.ERR_BUFFER, () -> comm.allToAll(buf, 3, MPI.INT, other, 3, MPI.INT));
        Check.error(MPI.ERR_OP, () -> comm.allReduce(buf, other, 1, MPI.INT, null), "operation");
        Check.error(MPI.ERR_OP, () -> comm.reduce(buf, other, 1, MPI.INT, MPI.REPLACE, 0), "REPLACE", "one-sided");
        Check.error(MPI.ERR_OP, () -> comm.allReduce(new double[1], new double[1], 1, MPI.DOUBLE, MPI.BAND));
        int root = comm.getRank() == 0 ? 1 : 0;
        Check.error(MPI.ERR_ROOT, () -> comm.gatherv(buf, new int[3], new int[3], MPI.INT, root), "by the root only");
        Check.error(MPI.ERR_ROOT, () -> comm.gatherv(buf, 1, MPI.INT, comm.getRank()), "other than the root");
    }

    private static void mismatch(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int unit : new int[] {1, rank.sizes().large()}) {
            byte[] buf = new byte[2 * unit];
            if (comm.getRank() == 0) {
                comm.bcast(buf, 2 * unit, MPI.BYTE, 0);
            } else {
                Check.error(MPI.ERR_TRUNCATE, () -> comm.bcast(buf, unit, MPI.BYTE, 0), "bcast");
            }
            comm.barrier();
        }
    }

    /** Rank 0 sends nothing and gets an int of each other rank. */
    private static void sendsNothing(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] none = new int[n];
        int[] received = data(9, n);
        int[] expected = received.clone();
        int[] to = new int[n];
        int[] from = new int[n];
        int[] displs = new int[n];
        int[] bytes = new int[n];
        for (int r = 1; r < n; r++) {
            to[0] = me == 0 ? 0 : 1;
            from[r] = me == 0 ? 1 : 0;
            displs[r] = r;
            bytes[r] = 4 * r;
            expected[r] = me == 0 ? 100 + r : expected[r];
        }
        int[] mine = me == 0 ? null : new int[] {100 + me};
        comm.allToAllv(mine, to, none, MPI.INT, received, from, displs, MPI.INT);
        Check.equal(expected, received, "allToAllv on " + n);
        Datatype[] types = new Datatype[n];
        Arrays.fill(types, MPI.INT);
        int[] again = data(9, n);
        comm.allToAllw(mine, to, none, types, again, from, bytes, types);
        Check.equal(expected, again, "allToAllw on " + n);
        comm.allToAll(null, 0, MPI.INT, null, 0, MPI.INT);
    }

    private static void nullElsewhere(Intracomm comm) {
        int n = comm.getSize();
        int root = n - 1;
        boolean isRoot = comm.getRank() == root;
        int[] mine = data(comm.getRank(), 1);
        int[] all = isRoot ? new int[n] : null;
        int[] counts = isRoot ? filled(n, 1) : null;
        int[] displs = isRoot ? IntStream.range(0, n).toArray() : null;
        Datatype type = isRoot ? MPI.INT : null;
        int[] part = new int[1];

        comm.gather(mine, 1, MPI.INT, all, 1, type, root);
        comm.scatter(all, 1, type, part, 1, MPI.INT, root);
        Check.equal(mine, part, "gather and scatter");
        comm.gatherv(mine, 1, MPI.INT, all, counts, displs, type, root);
        comm.scatterv(all, counts, displs, type, part, 1, MPI.INT, root);
        Check.equal(mine, part, "gatherv and scatterv");
        comm.iGatherv(mine, 1, MPI.INT, all, counts, displs, type, root).waitFor();
        try (Prequest again = comm.scattervInit(all, counts, displs, type, part, 1, MPI.INT, root)) {
            again.start();
            again.waitFor();
        }
        Check.equal(mine, part, "iGatherv and scattervInit");
        comm.Gather(mine, 0, 1, MPI.INT, all, 0, 1, type, root);
        comm.Scatterv(all, 0, counts, displs, type, part, 0, 1, MPI.INT, root);
        Check.equal(mine, part, "Gather and Scatterv");
        if (isRoot) {
            Check.equal(concatenated(n, 1), all, "at the root");
        }
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    private static void emptyParts(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] counts = new int[n];
        int[] displs = new int[n];
        for (int r = 0; r < n; r++) {
            counts[r] = r % 2;
            displs[r] = r % 2 == 0 ? (r % 4 == 0 ? 1000 : -1000) : r;
        }
        int[] odd = IntStream.range(0, n).map(r -> r % 2 * (50 + r)).toArray();
        int[] mine = {50 + me};
        int[] all = new int[n];
        comm.allGatherv(mine, counts[me], MPI.INT, all, counts, displs, MPI.INT);
        Check.equal(odd, all, "allGatherv");
        for (int root = 0; root < n; root++) {
            int[] gathered = new int[n];
            comm.gatherv(mine, counts[me], MPI.INT, gathered, counts, displs, MPI.INT, root);
            Check.equal(me == root ? odd : new int[n], gathered, "gatherv");
            int[] part = new int[1];
            comm.scatterv(odd, counts, displs, MPI.INT, part, counts[me], MPI.INT, root);
            Check.equal(odd[me], part[0], "scatterv");
        }
        // Nothing at all, out of and into each kind of memory.
        int[] none = new int[n];
        int[] far = new int[n];
        Arrays.fill(far, 3);
        Datatype[] types = new Datatype[n];
        Arrays.fill(types, MPI.FLOAT);
        for (Object buf : new Object[] {new float[2], MPI.slice(new float[4], 2), MPI.newFloatBuffer(2), null}) {
            comm.allToAllv(buf, none, far, MPI.FLOAT, buf, none, far, MPI.FLOAT);
            comm.allToAllw(buf, none, far, types, buf, none, far, types);
        }
    }

    /** Each rank has n ints to send at even places and room for n at odd ones. */
    private static void oneBuffer(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] even = IntStream.range(0, n).map(r -> 2 * r).toArray();
        int[] odd = IntStream.range(0, n).map(r -> 2 * r + 1).toArray();
        int[] inBytes = Arrays.stream(even).map(d -> 4 * d).toArray();
        int[] oddInBytes = Arrays.stream(odd).map(d -> 4 * d).toArray();
        Datatype[] types = new Datatype[n];
        Arrays.fill(types, MPI.INT);
        int[] expected = new int[2 * n];
        int[] buf = new int[2 * n];
        for (int r = 0; r < n; r++) {
            buf[2 * r] = 100 * me + r;
            expected[2 * r] = 100 * me + r;
            expected[2 * r + 1] = 100 * r + me;
        }
        int[] again = buf.clone();
        comm.allToAllv(buf, ones, even, MPI.INT, buf, ones, odd, MPI.INT);
        Check.equal(expected, buf, "allToAllv on " + n);
        comm.allToAllw(again, ones, inBytes, types, again, ones, oddInBytes, types);
        Check.equal(expected, again, "allToAllw on " + n);
        odd[n - 1] = 0;
        try {
            Check.error(
                    MPI.ERR_BUFFER, () -> comm.allToAllv(buf, ones, even, MPI.INT, buf, ones, odd, MPI.INT), "overlap");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
