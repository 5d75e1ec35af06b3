package org.bipj.samples.nas.lu;

import org.bipj.samples.Usage;
import org.bipj.samples.nas.Blocks;
import org.bipj.samples.nas.cfd.Box;

/**
 * How LU lays the cube over the ranks: columns of the rank grid divide the first direction, rows the second one; each
 * rank has all of the third.
 *
 * @param columns the ranks along x
 * @param rows the ranks along y
 * @param column the rank's place along x
 * @param row its place along y
 */
record RankGrid(int columns, int rows, int column, int row) {
    private static final int FEWEST_POINTS = 3;

    /**
     * Lays a cube over the ranks.
     *
     * @throws Usage.WrongUsage if that does not work with this number of ranks
     */
    static RankGrid of(int ranks, int rank, LuProblem problem) {
        int columns = (int) Math.ceil(Math.sqrt(ranks));
        while (ranks % columns != 0) {
            columns++;
        }
        int rows = ranks / columns;
        if (rows < columns / 2.0) {
            throw new Usage.WrongUsage(
                    "LU needs a number of ranks that is a product X x Y with X/2 <= Y <= X (1, 2, 4, 6,"
                            + " 8, 9, 12, 15, 16, 18, 20, 24, 25, ...) but has " + ranks);
        }
        if (problem.grid.side() / columns < FEWEST_POINTS) {
            throw new Usage.WrongUsage("class " + problem + " of LU has " + problem.grid.side()
                    + " points along each direction: too few to give each of " + columns + " columns of ranks "
                    + FEWEST_POINTS);
        }
        return new RankGrid(columns, rows, rank % columns, rank / columns);
    }

    /** Returns the rank's part of a cube. */
    Box box(int side) {
        Blocks alongX = new Blocks(side, columns);
        Blocks alongY = new Blocks(side, rows);
        return new Box(side, new int[] {(int) alongX.first(column), (int) alongY.first(row), 0}, new int[] {
            alongX.size(column), alongY.size(row), side
        });
    }

    /** Returns the rank some places further along x, or {@code none} where there is none. */
    int alongX(int places, int none) {
        int other = column + places;
        return other < 0 || other >= columns ? none : row * columns + other;
    }

    /** Returns the rank some places further along y, or {@code none} where there is none. */
    int alongY(int places, int none) {
        int other = row + places;
        return other < 0 || other >= rows ? none : other * columns + column;
    }
}
