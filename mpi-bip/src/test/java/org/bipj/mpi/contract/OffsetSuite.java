package org.bipj.mpi.contract;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Data from some element of an array on, in the methods of mpiJava 1.2. */
public final class OffsetSuite extends Suite {
    private static final int TAG = 4;

    /** Adds the cases. */
    public OffsetSuite() {
        add("arrays of every type", 2, OffsetSuite::everyType);
        add("parts of one array at the same time", 2, OffsetSuite::parts);
        add("buffers have offsets in elements, too", 2, OffsetSuite::buffers);
        add("what is sent may overlap what is received in its place", 2, OffsetSuite::overlap);
        add("bounds", 2, OffsetSuite::bounds);
        add("bounds of collective operations", 2, OffsetSuite::collectiveBounds);
        each("collective operations between parts of one array", OffsetSuite::collectives);
    }

    private static void everyType(Rank rank) {
        Intracomm comm = rank.comm();
        Object[] arrays = {
            new byte[] {1, 2, 3, 4},
            new char[] {'a', 'b', '\uffff', 'd'},
            new short[] {-1, 2, -3, 4},
            new boolean[] {false, true, true, false},
            new int[] {1, -2, 3, -4},
            new long[] {1L << 40, -2, 3, -4},
            new float[] {1, 2.5f, Float.NaN, 4},
            new double[] {1, 2.5, -0.0, 4}
        };
        Datatype[] types = {
            MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE,
        };
        for (int i = 0; i < arrays.length; i++) {
            if (rank.rank() == 0) {
                comm.Send(arrays[i], 1, 2, types[i], 1, TAG);
            } else {
                Object got = Array.newInstance(arrays[i].getClass().getComponentType(), 5);
                Status status = comm.Recv(got, 2, 3, types[i], 0, TAG);
                Check.equal(2, status.Get_count(types[i]), types[i] + ": count");
                for (int k = 0; k < 5; k++) {
                    Object expected = k == 2 || k == 3 ? Array.get(arrays[i], k - 1) : Array.get(got, 4);
                    Check.equal(expected, Array.get(got, k), types[i] + ": element " + k);
                }
            }
        }
    }

    private static void parts(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        int size = rank.sizes().large() / 4;
        int n = 5;
        int[] all = new int[2 * n * size];
        Arrays.setAll(all, i -> i + rank.rank());
        Request[] requests = new Request[2 * n];
        for (int i = 0; i < n; i++) {
            requests[i] = comm.Irecv(all, (n + i) * size, size, MPI.INT, other, TAG + i);
        }
        for (int i = 0; i < n; i++) {
            requests[n + i] = comm.Isend(all, i * size, size, MPI.INT, other, TAG + i);
        }
        Request.Waitall(requests);
        for (int i = 0; i < n * size; i++) {
            Check.equal(i + rank.rank(), all[i], "sent element " + i);
            Check.equal(i + other, all[n * size + i], "received element " + i);
        }
    }

    private static void buffers(Rank rank) {
        Intracomm comm = rank.comm();
        ByteBuffer direct = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder());
        if (rank.rank() == 0) {
            direct.putInt(12, 77);
            comm.Send(direct, 12, 1, MPI.INT, 1, TAG);
            comm.Send(direct.asIntBuffer(), 3, 1, MPI.INT, 1, TAG);
        } else {
            comm.Recv(direct, 8, 1, MPI.INT, 0, TAG);
            Check.equal(77, direct.getInt(8), "an element of a direct buffer");
            int[] array = new int[3];
            comm.Recv(array, 2, 1, MPI.INT, 0, TAG);
            Check.equal(77, array[2], "an element of an array");
        }
    }

    private static void overlap(Rank rank) {
        Intracomm comm = rank.comm();
        int me = rank.rank();
        int other = 1 - me;
        int size = rank.sizes().large() / 4;
        int[] all = new int[size + 1];
        Arrays.setAll(all, i -> 10 * i + me);
        comm.Sendrecv(all, 0, size, MPI.INT, other, TAG, all, 1, size, MPI.INT, other, TAG);
        Check.equal(me, all[0], "before what was received");
        for (int i = 0; i < size; i++) {
            Check.equal(10 * i + other, all[i + 1], "element " + i);
        }
        int[] three = {0, 1 + me, 0};
        comm.Sendrecv_replace(three, 1, 1, MPI.INT, other, TAG, other, TAG);
        Check.equal(new int[] {0, 1 + other, 0}, three, "replaced in the middle");
    }

    private static void bounds(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] four = new int[4];
        Check.error(
                MPI.ERR_BUFFER,
                () -> comm.Send(four, 2, 3, MPI.INT, 0, TAG),
                "Send",
                "of 16 bytes",
                "20 or more",
                "byte 8 on");
        Check.error(MPI.ERR_ARG, () -> comm.Send(four, -1, 1, MPI.INT, 0, TAG), "Send", "offset is -1");
        Check.error(MPI.ERR_BUFFER, () -> comm.Recv(four, 4, 1, MPI.INT, 0, TAG), "Recv");
        Check.error(MPI.ERR_BUFFER, () -> comm.Recv(four, Integer.MAX_VALUE, 2, MPI.INT, 0, TAG), "Recv");
        Check.error(MPI.ERR_ARG, () -> comm.Irecv(four, Integer.MIN_VALUE, 1, MPI.INT, 0, TAG), "Irecv", "offset");
        Check.error(MPI.ERR_BUFFER, () -> comm.Send_init(four, 3, 2, MPI.INT, 0, TAG), "Send_init");
        Check.error(MPI.ERR_TYPE, () -> comm.Send(four, 0, 2, MPI.DOUBLE, 0, TAG), "int[]", "DOUBLE");
        // Data before the first of its elements lie behind an offset.
        Datatype back = Datatype.Hindexed(new int[] {1}, new int[] {-1}, MPI.INT);
        if (rank.rank() == 0) {
            comm.Send(new int[] {5, 6, 7}, 2, 1, back, 1, TAG);
            Check.error(MPI.ERR_BUFFER, () -> comm.Send(four, 0, 1, back, 1, TAG), "Send", "4 bytes before the buffer");
            comm.Send(four, 4, 0, MPI.INT, 1, TAG);
            comm.Send(four, 99, 1, MPI.INT, MPI.PROC_NULL, TAG);
        } else {
            comm.Recv(four, 1, 1, MPI.INT, 0, TAG);
            Check.equal(new int[] {0, 6, 0, 0}, four, "the element before");
            Check.equal(0, comm.Recv(four, 4, 0, MPI.INT, 0, TAG).Get_count(MPI.INT), "nothing, behind the last");
        }
    }

    private static void collectiveBounds(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] four = new int[4];
        int[] two = {1, 1};
        int[] places = {0, 3};
        for (Check.Action call : new Check.Action[] {
            () -> comm.Bcast(four, 3, 2, MPI.INT, 0),
            () -> comm.Allgather(four, 4, 1, MPI.INT, four, 0, 1, MPI.INT),
            () -> comm.Allgather(four, 0, 1, MPI.INT, new int[4], 3, 1, MPI.INT),
            () -> comm.Allgatherv(four, 0, 1, MPI.INT, new int[4], 1, two, places, MPI.INT),
            () -> comm.Alltoall(four, 3, 1, MPI.INT, new int[4], 0, 1, MPI.INT),
            () -> comm.Alltoallv(four, 1, two, places, MPI.INT, new int[4], 0, two, places, MPI.INT),
            () -> comm.Allreduce(four, 0, new int[4], 4, 1, MPI.INT, MPI.SUM),
            () -> comm.Reduce_scatter(four, 3, new int[4], 0, two, MPI.INT, MPI.SUM),
            () -> comm.Scan(four, 2, new int[4], 0, 3, MPI.INT, MPI.SUM)
        }) {
            Check.error(MPI.ERR_BUFFER, call, "of 16 bytes", "on");
        }
        Check.error(MPI.ERR_ARG, () -> comm.Scan(four, -1, new int[4], 0, 1, MPI.INT, MPI.SUM), "offset is -1");
        // No rank has begun anything: the next operation is in step.
        four[2] = rank.rank() + 1;
        comm.Allreduce(four, 2, four, 0, 1, MPI.INT, MPI.SUM);
        Check.equal(3, four[0], "the sum after all errors");
    }

    private static void collectives(Intracomm comm) {
        int n = comm.Size();
        int me = comm.Rank();
        int[] all = new int[1 + 2 * n];
        Arrays.setAll(all, i -> i == 0 ? -1 : i <= n ? 100 * me + i - 1 : 0);
        int[] before = all.clone();
        comm.Alltoall(all, 1, 1, MPI.INT, all, 1 + n, 1, MPI.INT);
        check(comm, before, all, IntStream.range(0, n).map(r -> 100 * r + me).toArray(), "Alltoall");
        comm.Allreduce(all, 1, all, 1 + n, n, MPI.INT, MPI.MAX);
        check(
                comm,
                before,
                all,
                IntStream.range(0, n).map(i -> 100 * (n - 1) + i).toArray(),
                "Allreduce");
        comm.Scan(all, 1, all, 1 + n, n, MPI.INT, MPI.MIN);
        check(comm, before, all, IntStream.range(0, n).toArray(), "Scan");
        comm.Allgather(all, 1 + me, 1, MPI.INT, all, 1 + n, 1, MPI.INT);
        check(comm, before, all, IntStream.range(0, n).map(r -> 101 * r).toArray(), "Allgather");
        for (int k = 0; k < n; k++) {
            int root = k;
            int top = 100 * root;
            comm.Scatter(all, 1, 1, MPI.INT, all, 1 + n, 1, MPI.INT, root);
            Check.equal(top + me, all[1 + n], "Scatter");
            Check.equal(-1, all[0], "Scatter: before it");
            all[2 * n] = -2;
            comm.Gather(all, 1 + root, 1, MPI.INT, all, 1 + n, 1, MPI.INT, root);
            Check.equal(me == root ? 100 * (n - 1) + root : n > 1 ? -2 : top, all[2 * n], "Gather");
            comm.Bcast(all, 1 + n, n, MPI.INT, root);
            check(
                    comm,
                    before,
                    all,
                    IntStream.range(0, n).map(r -> 100 * r + root).toArray(),
                    "Bcast");
            comm.Reduce(all, 1, all, 1 + n, n, MPI.INT, MPI.SUM, root);
            int sum = 100 * (n * (n - 1) / 2);
            Check.equal(me == root ? sum + n * (n - 1) : 100 * (n - 1) + root, all[2 * n], "Reduce");
        }
    }

    /** The part that was received, and that all other elements are as they were. */
    private static void check(Intracomm comm, int[] before, int[] all, int[] received, String call) {
        int n = comm.Size();
        Check.equal(Arrays.copyOf(before, 1 + n), Arrays.copyOf(all, 1 + n), call + ": what was sent");
        Check.equal(received, Arrays.copyOfRange(all, 1 + n, 1 + 2 * n), call + ": what was received");
    }
}
