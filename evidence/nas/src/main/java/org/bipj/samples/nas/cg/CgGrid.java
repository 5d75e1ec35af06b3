package org.bipj.samples.nas.cg;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;
import org.bipj.samples.nas.Blocks;

/**
 * How CG lays its matrix over the ranks, and the two communication steps of a product.
 *
 * <p>The ranks form a grid of 2^k rows and as many columns, or twice as many where their number is no square. A rank
 * holds the block of the matrix where its grid row's range of rows meets its grid column's range of columns. Vectors
 * are cut by columns: all ranks of a grid column hold the same part.
 */
final class CgGrid {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final int columns;
    private final Blocks rowBlocks;
    private final int row;
    private final int column;
    private final boolean square;

    /** The communicator of the ranks of one grid row. */
    private final Intracomm rowComm;

    /** The ranks of a grid row that keep the same part of a product. */
    private final Intracomm keepComm;

    private final int transposed;
    private double[] incoming = {};

    /** Lays a matrix of this order over the ranks; called by every rank. */
    CgGrid(Intracomm comm, int order) {
        int ranks = comm.getSize();
        if (Integer.bitCount(ranks) != 1) {
            throw new Usage.WrongUsage("CG needs a power of two of ranks (1, 2, 4, 8, ...) but has " + ranks);
        }
        this.comm = comm;
        int log = Integer.numberOfTrailingZeros(ranks);
        int rows = 1 << log / 2;
        columns = ranks / rows;
        square = rows == columns;
        row = comm.getRank() / columns;
        column = comm.getRank() % columns;
        rowBlocks = new Blocks(order, rows);
        rowComm = comm.split(row, column);
        keepComm = square ? rowComm : rowComm.split(column % 2, column);
        transposed = square ? column * columns + row : column / 2 * columns + 2 * row + column % 2;
    }

    int firstRow() {
        return (int) rowBlocks.first(row);
    }

    int rows() {
        return rowBlocks.size(row);
    }

    int firstColumn() {
        int block = square ? column : column / 2;
        return (int) rowBlocks.first(block) + (upperHalf() ? lowerSize(rowBlocks.size(block)) : 0);
    }

    int columns() {
        return keptOf(rowBlocks.size(square ? column : column / 2));
    }

    /** Whether the rank keeps the upper half of a row block, where there are twice as many columns as rows. */
    private boolean upperHalf() {
        return !square && column % 2 == 1;
    }

    private static int lowerSize(int size) {
        return (size + 1) / 2;
    }

    private int keptOf(int size) {
        if (square) {
            return size;
        }
        return upperHalf() ? size - lowerSize(size) : lowerSize(size);
    }

    /** Adds up a value over the columns of the grid, and so over a whole vector. */
    double sum(double part) {
        double[] sum = {part};
        rowComm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0];
    }

    /**
     * Adds up the partial products of a grid row and gives each rank the part that belongs to its columns.
     *
     * @param partial the product of the rank's block, one element per row; destroyed
     * @param result the rank's part of the whole product, one element per column
     */
    void assemble(double[] partial, double[] result) {
        if (comm.getSize() == 1) {
            System.arraycopy(partial, 0, result, 0, rows());
            return;
        }
        int start = upperHalf() ? lowerSize(rows()) : 0;
        int length = keptOf(rows());
        if (!square) {
            exchangeHalves(partial, start, length);
        }
        if (keepComm.getSize() > 1) {
            keepComm.allReduce(MPI.slice(partial, start), length, MPI.DOUBLE, MPI.SUM);
        }
        if (transposed == comm.getRank()) {
            System.arraycopy(partial, start, result, 0, length);
        } else {
            comm.sendRecv(
                    MPI.slice(partial, start),
                    length,
                    MPI.DOUBLE,
                    transposed,
                    TAG,
                    result,
                    columns(),
                    MPI.DOUBLE,
                    transposed,
                    TAG);
        }
    }

    /** Sends the half that the neighbour keeps and adds its values to the half that this rank keeps. */
    private void exchangeHalves(double[] partial, int start, int length) {
        if (incoming.length < length) {
            incoming = new double[length];
        }
        int otherStart = start == 0 ? length : 0;
        int neighbour = column ^ 1;
        rowComm.sendRecv(
                MPI.slice(partial, otherStart),
                rows() - length,
                MPI.DOUBLE,
                neighbour,
                TAG,
                incoming,
                length,
                MPI.DOUBLE,
                neighbour,
                TAG);
        for (int i = 0; i < length; i++) {
            partial[start + i] += incoming[i];
        }
    }

    /** Frees the communicators; called by every rank. */
    void free() {
        if (!square) {
            keepComm.free();
        }
        rowComm.free();
    }
}
