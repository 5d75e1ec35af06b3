package org.bipj.samples.nas;

import java.util.Arrays;

/** A rectangular block of the CG kernel's sparse matrix, in compressed rows; indices count from the block's corner. */
final class SparseMatrix {
    private static final double CONDITION = 0.1;

    private final int[] rowStarts;
    private final int[] columns;
    private final double[] values;

    private SparseMatrix(int[] rowStarts, int[] columns, double[] values) {
        this.rowStarts = rowStarts;
        this.columns = columns;
        this.values = values;
    }

    /** Makes y the product of the block and x. */
    void multiply(double[] x, double[] y) {
        for (int row = 0; row < rowStarts.length - 1; row++) {
            y[row] = rowTimes(values, columns, rowStarts[row], rowStarts[row + 1], x);
        }
    }

    /** A row's product: four sums, because each addition to one would wait for the one before. */
    private static double rowTimes(double[] values, int[] columns, int from, int to, double[] x) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int k = from;
        for (; k < to - 3; k += 4) {
            sum0 += values[k] * x[columns[k]];
            sum1 += values[k + 1] * x[columns[k + 1]];
            sum2 += values[k + 2] * x[columns[k + 2]];
            sum3 += values[k + 3] * x[columns[k + 3]];
        }
        for (; k < to; k++) {
            sum0 += values[k] * x[columns[k]];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }

    /**
     * Makes a block of the matrix {@code A = sum over i of w(i) v(i) v(i)^T + (rcond - shift) I} where v(i) are
     * sparse random vectors whose element i is 0.5, and w(i) falls from 1 to rcond in equal ratios (RNR-94-007,
     * section 2.2; the random numbers are drawn in the order of NPB 3.4). Every rank draws all vectors.
     */
    static SparseMatrix create(CgProblem problem, int firstRow, int rows, int firstColumn, int columnCount) {
        Vectors vectors = Vectors.draw(problem.order, problem.nonzeros);
        int[] rowUses = new int[rows + 1];
        int[] users = vectors.usersOfRows(firstRow, rowUses);
        int bound = vectors.boundOfElements(users, firstColumn, columnCount) + rows;
        int[] rowStarts = new int[rows + 1];
        int[] columns = new int[bound];
        double[] values = new double[bound];
        double[] dense = new double[columnCount];
        boolean[] marked = new boolean[columnCount];
        double[] weights = weights(problem.order);
        int end = 0;
        for (int row = 0; row < rows; row++) {
            rowStarts[row] = end;
            for (int use = rowUses[row]; use < rowUses[row + 1]; use++) {
                int user = users[use];
                double scale = weights[user] * vectors.element(user, firstRow + row);
                for (int k = vectors.start(user); k < vectors.end(user); k++) {
                    int column = vectors.positions[k] - firstColumn;
                    if (column >= 0 && column < columnCount) {
                        dense[column] += vectors.values[k] * scale;
                        if (!marked[column]) {
                            marked[column] = true;
                            columns[end++] = column;
                        }
                    }
                }
            }
            int diagonal = firstRow + row - firstColumn;
            if (diagonal >= 0 && diagonal < columnCount) {
                // vector number row has an element there, so it is marked
                dense[diagonal] += CONDITION - problem.shift;
            }
            Arrays.sort(columns, rowStarts[row], end); // neighbours in x are then neighbours in time
            for (int k = rowStarts[row]; k < end; k++) {
                values[k] = dense[columns[k]];
                dense[columns[k]] = 0;
                marked[columns[k]] = false;
            }
        }
        rowStarts[rows] = end;
        return new SparseMatrix(rowStarts, columns, values);
    }

    private static double[] weights(int order) {
        double ratio = Math.pow(CONDITION, 1.0 / order);
        double[] weights = new double[order];
        double weight = 1;
        for (int i = 0; i < order; i++) {
            weights[i] = weight;
            weight *= ratio;
        }
        return weights;
    }

    /** The sparse random vectors: vector i takes the elements start(i) to end(i) of two arrays. */
    private record Vectors(int stride, int[] lengths, int[] positions, double[] values) {

        static Vectors draw(int order, int nonzeros) {
            int stride = nonzeros + 1;
            Vectors vectors = new Vectors(
                    stride, new int[order], new int[order * stride], new double[order * stride]);
            int logSquare = 32 - Integer.numberOfLeadingZeros(order - 1); // 2^logSquare is not less than order
            long state = NasRandom.next(NasRandom.SEED); // the first number is drawn for an unused estimate
            for (int i = 0; i < order; i++) {
                state = vectors.drawOne(i, nonzeros, order, logSquare, state);
            }
            return vectors;
        }

        /** Draws vector i and sets its element i to 0.5; returns the state of the random numbers. */
        private long drawOne(int i, int nonzeros, int order, int logSquare, long state) {
            long last = state;
            int start = start(i);
            int count = 0;
            while (count < nonzeros) {
                long value = NasRandom.next(last);
                last = NasRandom.next(value);
                int position = (int) (last >>> (46 - logSquare));
                if (position < order && find(start, start + count, position) < 0) {
                    positions[start + count] = position;
                    values[start + count] = NasRandom.value(value);
                    count++;
                }
            }
            int own = find(start, start + count, i);
            if (own < 0) {
                own = start + count++;
                positions[own] = i;
            }
            values[own] = 0.5;
            lengths[i] = count;
            return last;
        }

        private int find(int from, int to, int position) {
            for (int k = from; k < to; k++) {
                if (positions[k] == position) {
                    return k;
                }
            }
            return -1;
        }

        int start(int vector) {
            return vector * stride;
        }

        int end(int vector) {
            return vector * stride + lengths[vector];
        }

        double element(int vector, int position) {
            return values[find(start(vector), end(vector), position)];
        }

        /**
         * Returns the vectors that have an element in a row, row after row, those of one row in order.
         *
         * @param rowUses set to where each row's vectors begin, and to their number in all
         */
        int[] usersOfRows(int firstRow, int[] rowUses) {
            int rows = rowUses.length - 1;
            int[] ends = new int[rows + 1];
            for (int vector = 0; vector < lengths.length; vector++) {
                for (int k = start(vector); k < end(vector); k++) {
                    int row = positions[k] - firstRow;
                    if (row >= 0 && row < rows) {
                        rowUses[row + 1]++;
                    }
                }
            }
            for (int row = 0; row < rows; row++) {
                rowUses[row + 1] += rowUses[row];
                ends[row + 1] = rowUses[row + 1];
            }
            int[] users = new int[rowUses[rows]];
            for (int vector = 0; vector < lengths.length; vector++) {
                for (int k = start(vector); k < end(vector); k++) {
                    int row = positions[k] - firstRow;
                    if (row >= 0 && row < rows) {
                        users[ends[row]++] = vector;
                    }
                }
            }
            return users;
        }

        /** Returns how many elements the rows with these users have, counting those that coincide. */
        int boundOfElements(int[] users, int firstColumn, int columnCount) {
            int bound = 0;
            for (int user : users) {
                for (int k = start(user); k < end(user); k++) {
                    int column = positions[k] - firstColumn;
                    bound += column >= 0 && column < columnCount ? 1 : 0;
                }
            }
            return bound;
        }
    }
}
