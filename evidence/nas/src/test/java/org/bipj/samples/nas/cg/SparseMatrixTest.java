package org.bipj.samples.nas.cg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.bipj.samples.nas.Blocks;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {
    private static final CgProblem PROBLEM = CgProblem.S;
    private static final int ORDER = PROBLEM.order;

    private static double[] random(long seed) {
        return new Random(seed).doubles(ORDER, -1, 1).toArray();
    }

    private static double[] times(SparseMatrix matrix, int rows, double[] x) {
        double[] y = new double[rows];
        matrix.multiply(x, y);
        return y;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @Test
    void theMatrixIsSymmetric() {
        SparseMatrix matrix = SparseMatrix.create(PROBLEM, 0, ORDER, 0, ORDER);
        double[] x = random(1);
        double[] y = random(2);
        double expected = dot(times(matrix, ORDER, x), y);
        assertEquals(expected, dot(x, times(matrix, ORDER, y)), 1e-10 * Math.abs(expected));
    }

    @Test
    void theBlocksMakeUpTheMatrix() {
        double[] x = random(3);
        double[] expected = times(SparseMatrix.create(PROBLEM, 0, ORDER, 0, ORDER), ORDER, x);
        double[] found = new double[ORDER];
        Blocks rowBlocks = new Blocks(ORDER, 3);
        Blocks columnBlocks = new Blocks(ORDER, 4);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++) {
                int firstRow = (int) rowBlocks.first(row);
                int firstColumn = (int) columnBlocks.first(column);
                int columns = columnBlocks.size(column);
                double[] part = new double[columns];
                System.arraycopy(x, firstColumn, part, 0, columns);
                SparseMatrix block = SparseMatrix.create(PROBLEM, firstRow, rowBlocks.size(row), firstColumn, columns);
                double[] product = times(block, rowBlocks.size(row), part);
                for (int i = 0; i < product.length; i++) {
                    found[firstRow + i] += product[i];
                }
            }
        }
        assertArrayEquals(expected, found, 1e-11);
    }
}
