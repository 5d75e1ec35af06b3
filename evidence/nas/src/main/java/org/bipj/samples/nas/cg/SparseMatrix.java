package org.bipj.samples.nas.cg;

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
     * section 2.2).
     */
    static SparseMatrix create(CgProblem problem, int firstRow, int rows, int firstColumn, int columnCount) {
        SparseVectors vectors = SparseVectors.draw(problem.order, problem.nonzeros);
        int[] rowUses = new int[rows + 1];
        int[] users = vectors.usersOfRows(firstRow, rowUses);
        int bound = vectors.boundOfElements(users, firstColumn, columnCount);
        SparseMatrix matrix = new SparseMatrix(new int[rows + 1], new int[bound], new double[bound]);
        RowSum sum = new RowSum(vectors, firstColumn, columnCount);
        double[] weights = weights(problem.order);
        for (int row = 0; row < rows; row++) {
            for (int use = rowUses[row]; use < rowUses[row + 1]; use++) {
                int user = users[use];
                sum.add(user, weights[user] * vectors.element(user, firstRow + row));
            }
            sum.addOnDiagonal(firstRow + row, CONDITION - problem.shift);
            matrix.rowStarts[row + 1] = sum.moveTo(matrix.columns, matrix.values, matrix.rowStarts[row]);
        }
        return matrix;
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

    /** Adds up the part of a row that lies in a range of columns. */
    private static final class RowSum {
        private final SparseVectors vectors;
        private final int firstColumn;
        private final double[] dense;
        private final boolean[] marked;
        private final int[] touched;
        private int count;

        RowSum(SparseVectors vectors, int firstColumn, int columnCount) {
            this.vectors = vectors;
            this.firstColumn = firstColumn;
            dense = new double[columnCount];
            marked = new boolean[columnCount];
            touched = new int[columnCount];
        }

        /** Adds a multiple of a sparse vector to the sum. */
        void add(int vector, double factor) {
            for (int k = vectors.start(vector); k < vectors.end(vector); k++) {
                int column = vectors.positions()[k] - firstColumn;
                if (column >= 0 && column < dense.length) {
                    dense[column] += vectors.values()[k] * factor;
                    if (!marked[column]) {
                        marked[column] = true;
                        touched[count++] = column;
                    }
                }
            }
        }

        /** Adds a value to the element on the diagonal, which has been touched: v(i) has an element i. */
        void addOnDiagonal(int row, double value) {
            int column = row - firstColumn;
            if (column >= 0 && column < dense.length) {
                dense[column] += value;
            }
        }

        /**
         * Moves the sum to a place in compressed rows and starts again.
         *
         * @return the place after it
         */
        int moveTo(int[] columns, double[] values, int start) {
            Arrays.sort(touched, 0, count); // a product then walks upwards through its vector
            for (int k = 0; k < count; k++) {
                int column = touched[k];
                columns[start + k] = column;
                values[start + k] = dense[column];
                dense[column] = 0;
                marked[column] = false;
            }
            int end = start + count;
            count = 0;
            return end;
        }
    }
}
