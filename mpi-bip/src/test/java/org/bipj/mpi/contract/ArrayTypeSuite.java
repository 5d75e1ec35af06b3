package org.bipj.mpi.contract;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Datatypes of parts of arrays, and of equal blocks (MPI 4.1 sections 5.1.2 to 5.1.4), in messages. */
public final class ArrayTypeSuite extends Suite {
    private static final int TAG = 6;

    /** Adds the cases. */
    public ArrayTypeSuite() {
        add("equal blocks anywhere", 2, ArrayTypeSuite::blocks);
        add("borders of a matrix in both orders", 2, ArrayTypeSuite::borders);
        add("a part of a long array of three dimensions", 2, ArrayTypeSuite::part);
        add("an array is dealt out to a grid and collected again", 6, ArrayTypeSuite::distributed);
        add("arguments", 1, ArrayTypeSuite::arguments);
    }

    private static Datatype committed(Datatype type) {
        type.commit();
        return type;
    }

    private static int[] counting(int n) {
        int[] numbers = new int[n];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    private static void blocks(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype inUnits = committed(Datatype.createIndexedBlock(2, new int[] {5, 0, 8}, MPI.INT));
        Datatype inBytes = committed(Datatype.createHIndexedBlock(3, new int[] {24, 0}, MPI.INT));
        Check.equal(6, inUnits.getSize(), "size");
        Check.equal(10, inUnits.getExtent(), "extent");
        int[] found = new int[9];
        if (comm.getRank() == 0) {
            comm.send(counting(10), 1, inUnits, 1, TAG);
        } else {
            comm.recv(found, 1, inBytes, 0, TAG);
            Check.equal(new int[] {1, 8, 9, 0, 0, 0, 5, 6, 0}, found, "blocks in their order");
        }
        inUnits.free();
        inBytes.free();
    }

    /** A column of a row-major matrix is a row of a column-major one. */
    private static void borders(Rank rank) {
        Intracomm comm = rank.comm();
        int rows = 4;
        int columns = 5;
        int[] sizes = {rows, columns};
        Datatype lastColumn =
                committed(Datatype.createSubarray(sizes, new int[] {2, 1}, new int[] {1, 4}, MPI.ORDER_C, MPI.INT));
        Datatype firstRow = committed(
                Datatype.createSubarray(sizes, new int[] {1, 2}, new int[] {0, 3}, MPI.ORDER_FORTRAN, MPI.INT));
        Check.equal(20, lastColumn.getExtent(), "the extent is the array's");
        Check.equal(9, lastColumn.getTrueLb(), "where the data begin");
        Check.equal(2, lastColumn.getSize(), "size");
        if (comm.getRank() == 0) {
            // Two matrices one after the other.
            comm.send(counting(40), 2, lastColumn, 1, TAG);
        } else {
            int[] found = new int[40];
            comm.recv(found, 2, firstRow, 0, TAG);
            int[] expected = new int[40];
            expected[12] = 9;
            expected[16] = 14;
            expected[32] = 29;
            expected[36] = 34;
            Check.equal(expected, found, "found");
        }
        lastColumn.free();
        firstRow.free();
    }

    private static void part(Rank rank) {
        Intracomm comm = rank.comm();
        int n = 2 + (int) Math.cbrt(rank.sizes().large());
        int[] sizes = {n, n, n};
        int[] inner = {n - 2, n - 2, n - 2};
        Datatype type = committed(Datatype.createSubarray(sizes, inner, new int[] {1, 1, 1}, MPI.ORDER_C, MPI.DOUBLE));
        double[] array = new double[n * n * n];
        int other = 1 - comm.getRank();
        int me = comm.getRank();
        Arrays.setAll(array, i -> me * 1e6 + i);
        Request request = comm.iSendRecvReplace(array, 1, type, other, TAG, other, TAG);
        request.waitFor();
        for (int i = 0; i < array.length; i++) {
            int x = i % n;
            int y = i / n % n;
            int z = i / n / n;
            boolean isInner = x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1;
            if (array[i] != (isInner ? other : me) * 1e6 + i) {
                throw new AssertionError("element " + x + ", " + y + ", " + z + " is " + array[i]);
            }
        }
        type.free();
    }

    /** Rank 0 sends each rank its part, packed, and receives it back as elements of a type of the same part. */
    private static void distributed(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int size = 6;
        int[] gsizes = {7, 5, 4};
        int[] psizes = {3, 1, 2};
        int all = 7 * 5 * 4;
        int[][] distribs = {
            {MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_NONE, MPI.DISTRIBUTE_CYCLIC},
            {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_BLOCK}
        };
        int[][] dargs = {
            {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG}, {2, 5, 3},
        };
        for (int order : new int[] {MPI.ORDER_C, MPI.ORDER_FORTRAN}) {
            for (int i = 0; i < distribs.length; i++) {
                Datatype[] parts = new Datatype[size];
                for (int r = 0; r < size; r++) {
                    parts[r] = committed(
                            Datatype.createDarray(size, r, gsizes, distribs[i], dargs[i], psizes, order, MPI.INT));
                }
                int n = parts[me].getSize();
                int[] mine = new int[n];
                Request receive = comm.iRecv(mine, n, MPI.INT, 0, TAG);
                if (me == 0) {
                    for (int r = 0; r < size; r++) {
                        comm.send(counting(all), 1, parts[r], r, TAG);
                    }
                }
                receive.waitFor();
                int[] sum = {n};
                comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
                Check.equal(all, sum[0], "elements of all ranks");
                Request back = comm.iSend(mine, n, MPI.INT, 0, TAG);
                if (me == 0) {
                    int[] found = new int[all];
                    for (int r = 0; r < size; r++) {
                        comm.recv(found, 1, parts[r], r, TAG);
                    }
                    Check.equal(counting(all), found, "each element at its place");
                }
                back.waitFor();
                for (Datatype part : parts) {
                    part.free();
                }
            }
        }
    }

    private static void arguments(Rank rank) throws Exception {
        int[] two = {4, 4};
        int[] one = {1, 1};
        int[] zero = {0, 0};
        int c = MPI.ORDER_C;
        Check.error(MPI.ERR_ARG, () -> Datatype.createIndexedBlock(-1, two, MPI.INT), "createIndexedBlock", "-1");
        Check.error(MPI.ERR_ARG, () -> Datatype.createHIndexedBlock(1, null, MPI.INT), "displacements", "null");
        Check.error(MPI.ERR_TYPE, () -> Datatype.createIndexedBlock(1, two, null), "old type");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createSubarray(two, new int[] {1, 5}, zero, c, MPI.INT),
                "Datatype.createSubarray: subSizes[1] is 5; expected 1 to 4");
        Check.error(MPI.ERR_ARG, () -> Datatype.createSubarray(two, zero, zero, c, MPI.INT), "subSizes[0] is 0");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createSubarray(two, new int[] {2, 2}, new int[] {2, 3}, c, MPI.INT),
                "starts[1] is 3; expected 0 to 2");
        Check.error(MPI.ERR_ARG, () -> Datatype.createSubarray(two, one, new int[1], c, MPI.INT), "starts has 1");
        Check.error(MPI.ERR_ARG, () -> Datatype.createSubarray(null, one, zero, c, MPI.INT), "sizes is null");
        Check.error(MPI.ERR_ARG, () -> Datatype.createSubarray(two, one, zero, 7, MPI.INT), "order is 7");
        Check.error(MPI.ERR_ARG, () -> Datatype.createSubarray(zero, one, zero, c, MPI.INT), "sizes[0] is 0");
        int[] blocks = {MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_BLOCK};
        int[] dflt = {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG};
        int[] grid = {2, 2};
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createDarray(5, 0, two, blocks, dflt, grid, c, MPI.INT),
                "size is 5, and psizes are [2, 2]");
        Check.error(MPI.ERR_ARG, () -> Datatype.createDarray(4, 4, two, blocks, dflt, grid, c, MPI.INT), "rank is 4");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createDarray(4, 0, two, blocks, new int[] {1, 2}, grid, c, MPI.INT),
                "dargs[0] is 1; expected blocks that hold all 4 elements on 2 processes");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createDarray(4, 0, two, new int[] {0, 2}, dflt, grid, c, MPI.INT),
                "psizes[1] is 2; expected 1");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createDarray(4, 0, two, new int[] {0, 9}, dflt, grid, c, MPI.INT),
                "distribs[1] is 9");
        Check.error(
                MPI.ERR_ARG,
                () -> Datatype.createDarray(4, 0, two, blocks, new int[] {-2, 2}, grid, c, MPI.INT),
                "dargs[0] is -2");
        Check.error(MPI.ERR_ARG, () -> Datatype.createDarray(4, 0, two, blocks, dflt, null, c, MPI.INT), "psizes");
    }
}
