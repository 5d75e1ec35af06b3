package org.bipj.samples.nas.ft;

import mpi.Intracomm;
import org.bipj.samples.Usage;

/**
 * How FT lays its points over a grid of columns x rows of ranks. Before the transform along x a rank has all points
 * along x, and its part along y (of as many parts as there are columns) and along z (of as many as there are rows). A
 * transpose in the ranks of a grid row gives it all points along y for a part along x; one in the ranks of a grid
 * column then gives it all points along z for a part along y. With one column it has slabs, and nothing is transposed
 * between x and y.
 *
 * <p>All arrays hold rows of points along x, or of the rank's part of them: first the real parts, then the imaginary
 * parts. The order of the rows is such that what a rank sends to another in a transpose lies in one piece.
 */
final class Pencils {
    /** The numbers of ranks in a grid row and in a grid column. */
    final int columns;

    final int rows;

    /** The ranks of this rank's grid row, and of its grid column. */
    final Intracomm rowComm;

    final Intracomm columnComm;

    /** The rank's place in its grid row and in its grid column. */
    final int column;

    final int row;

    /** The points of a rank: along x where x is cut; along y where the columns, and where the rows cut it; along z. */
    final int partX;

    final int partY;
    final int thinY;
    final int partZ;

    final FtProblem problem;

    /**
     * Lays the points over the ranks; called by every rank.
     *
     * @param columns the number of columns; 0 for NPB's choice
     * @throws Usage.WrongUsage if that does not work with this number of ranks
     */
    Pencils(Intracomm comm, FtProblem problem, int columns) {
        this.problem = problem;
        int ranks = comm.getSize();
        if (Integer.bitCount(ranks) != 1) {
            throw new Usage.WrongUsage("FT needs a power of two of ranks (1, 2, 4, 8, ...) but has " + ranks);
        }
        this.columns = columns > 0 ? columns : usualColumns(ranks, problem.nz);
        rows = ranks / this.columns;
        if (Math.max(this.columns, rows) > Math.min(problem.ny, Math.min(problem.nx, problem.nz))) {
            throw new Usage.WrongUsage("class " + problem + " of FT has " + problem.nx + " x " + problem.ny + " x "
                    + problem.nz + " points: too few for a grid of " + this.columns + " x " + rows + " ranks");
        }
        column = comm.getRank() % this.columns;
        row = comm.getRank() / this.columns;
        rowComm = comm.split(row, column);
        columnComm = comm.split(column, row);
        partX = problem.nx / this.columns;
        partY = problem.ny / this.columns;
        thinY = problem.ny / rows;
        partZ = problem.nz / rows;
    }

    /** Slabs as long as each rank has a plane, then pencils. */
    private static int usualColumns(int ranks, int nz) {
        return ranks <= nz ? 1 : 1 << Integer.numberOfTrailingZeros(ranks) / 2;
    }

    /** Returns the length of the arrays. */
    int length() {
        return Math.toIntExact(2L * problem.nx * partY * partZ);
    }

    /**
     * Returns where a piece of a row begins in the order in which all points along x, or the same points in pieces by
     * the rank that they go to, lie.
     *
     * @param piece the number of the piece; 0 where x is not cut
     */
    int atX(int piece, int y, int z) {
        return 2 * partX * ((piece * partZ + z) * partY + y);
    }

    /** Returns where a row begins in the order in which all points along y lie; y counts all points. */
    int atY(int y, int z) {
        return 2 * partX * ((y / partY * partZ + z) * partY + y % partY);
    }

    /** Returns where a row begins in the order that is transposed between y and z; y counts all points. */
    int atThinY(int y, int z) {
        return 2 * partX * ((y / thinY * partZ + z) * thinY + y % thinY);
    }

    /**
     * Returns where a row begins in the order in which all points along z lie; z counts all points, y those of the
     * rank.
     */
    int atZ(int y, int z) {
        return 2 * partX * (z * thinY + y);
    }

    /** Frees the communicators; called by every rank. */
    void free() {
        rowComm.free();
        columnComm.free();
    }
}
