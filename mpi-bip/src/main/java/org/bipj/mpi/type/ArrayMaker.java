package org.bipj.mpi.type;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Builds the shapes of parts of arrays (MPI 4.1 sections 5.1.3 and 5.1.4): dimension by dimension, the one that varies fastest
 * first. Along each, the elements of the part are chosen from a row of the elements before, and the result is as long as the row.
 */
public final class ArrayMaker {
    private static final int ORDER_C = 0;
    private static final int ORDER_FORTRAN = 1;
    private static final int BLOCK = 0;
    private static final int CYCLIC = 1;
    private static final int NONE = 2;
    private static final int DEFAULT_DARG = -1;

    private ArrayMaker() {}

    /**
     * How an array is dealt out to a grid of processes.
     *
     * @param size number of processes
     * @param rank one of them
     * @param distribs by dimension, whether in blocks
     * @param dargs by dimension the length of blocks
     * @param psizes by dimension the processes
     */
    public record Deal(int size, int rank, int[] distribs, int[] dargs, int[] psizes) {}

    /** A part that is an array itself (MPI_Type_create_subarray). */
    public static TypeShape subarray(long[] sizes, long[] subSizes, long[] starts, int order, TypeShape old) {
        checkOrder(order);
        checkSizes("sizes", sizes);
        checkLength("subSizes", subSizes, sizes.length);
        checkLength("starts", starts, sizes.length);
        for (int i = 0; i < sizes.length; i++) {
            checkRange("subSizes", i, subSizes[i], 1, sizes[i]);
            checkRange("starts", i, starts[i], 0, sizes[i] - subSizes[i]);
        }
        TypeShape shape = old;
        for (int i = 0; i < sizes.length; i++) {
            int d = dimension(i, sizes.length, order);
            shape = TypeMaker.part(starts[d], subSizes[d], 0, subSizes[d], sizes[d], shape);
        }
        return shape;
    }

    /** The part of one process of a grid (MPI_Type_create_darray). */
    public static TypeShape darray(Deal deal, long[] gsizes, int order, TypeShape old) {
        int[] distribs = deal.distribs;
        int[] dargs = deal.dargs;
        int[] psizes = deal.psizes;
        checkOrder(order);
        checkSizes("gsizes", gsizes);
        checkLength("distribs", distribs, gsizes.length);
        checkLength("dargs", dargs, gsizes.length);
        checkSizes(
                "psizes",
                psizes == null ? null : Arrays.stream(psizes).asLongStream().toArray());
        checkLength("psizes", psizes, gsizes.length);
        int[] place = place(deal.size, deal.rank, psizes);
        TypeShape shape = old;
        for (int i = 0; i < gsizes.length; i++) {
            int d = dimension(i, gsizes.length, order);
            long block = blockLength(d, gsizes[d], distribs[d], dargs[d], psizes[d]);
            shape = share(gsizes[d], block, psizes[d], place[d], shape);
        }
        return shape;
    }

    /** A process's share of a row that is dealt out in blocks. */
    private static TypeShape share(long row, long block, int processes, int process, TypeShape old) {
        if (processes == 1) {
            return TypeMaker.part(0, row, 0, row, row, old);
        }
        long first = Math.multiplyExact(process, block);
        long step = Math.multiplyExact(processes, block);
        long whole = row / step * block;
        long rest = Math.clamp(row % step - first, 0, block);
        return TypeMaker.part(first, block, step, whole + rest, row, old);
    }

    /** Elements of a block along a dimension. */
    private static long blockLength(int d, long row, int distrib, int darg, int processes) {
        switch (distrib) {
            case BLOCK, CYCLIC -> {
                if (darg != DEFAULT_DARG && darg < 1) {
                    throw wrong("dargs", d, darg, "1 or more, or DISTRIBUTE_DFLT_DARG");
                }
                if (distrib == BLOCK && darg != DEFAULT_DARG && (long) darg * processes < row) {
                    throw wrong(
                            "dargs",
                            d,
                            darg,
                            "blocks that hold all " + row + " elements on " + processes + " processes");
                }
                if (darg != DEFAULT_DARG) {
                    return darg;
                }
                return distrib == CYCLIC ? 1 : Math.ceilDiv(row, processes);
            }
            case NONE -> {
                if (processes != 1) {
                    throw wrong("psizes", d, processes, "1 for a dimension that is not distributed");
                }
                return row;
            }
            default -> throw wrong("distribs", d, distrib, "DISTRIBUTE_BLOCK, DISTRIBUTE_CYCLIC or DISTRIBUTE_NONE");
        }
    }

    /** The process's place in the grid, which is in row-major order. */
    private static int[] place(int size, int rank, int[] psizes) {
        long processes = 1;
        for (int along : psizes) {
            processes = Math.min(processes * along, 1L << Integer.SIZE);
        }
        if (processes != size) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "size is " + size + ", and psizes are " + Arrays.toString(psizes)
                            + "; expected psizes that multiply to size");
        }
        if (rank < 0 || rank >= size) {
            throw new EngineException(ErrorClass.ARG, "rank is " + rank + "; expected 0 to " + (size - 1));
        }
        int[] place = new int[psizes.length];
        int rest = rank;
        for (int d = psizes.length - 1; d >= 0; d--) {
            place[d] = rest % psizes[d];
            rest /= psizes[d];
        }
        return place;
    }

    /** The dimension that varies fastest but for {@code i} others. */
    private static int dimension(int i, int dimensions, int order) {
        return order == ORDER_C ? dimensions - 1 - i : i;
    }

    private static void checkOrder(int order) {
        if (order != ORDER_C && order != ORDER_FORTRAN) {
            throw new EngineException(ErrorClass.ARG, "order is " + order + "; expected ORDER_C or ORDER_FORTRAN");
        }
    }

    private static void checkSizes(String argument, long @Nullable [] sizes) {
        if (sizes == null || sizes.length == 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (sizes == null ? " is null" : " is empty") + "; expected one for each dimension");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] < 1) {
                throw wrong(argument, i, sizes[i], "1 or more");
            }
        }
    }

    private static void checkLength(String argument, @Nullable Object values, int dimensions) {
        if (values == null || Array.getLength(values) != dimensions) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + " has " + (values == null ? "no" : Array.getLength(values)) + " elements; expected "
                            + dimensions + ", one for each dimension");
        }
    }

    private static void checkRange(String argument, int i, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrong(argument, i, value, least + " to " + most);
        }
    }

    private static EngineException wrong(String argument, int i, long value, String expected) {
        return new EngineException(ErrorClass.ARG, argument + "[" + i + "] is " + value + "; expected " + expected);
    }
}
