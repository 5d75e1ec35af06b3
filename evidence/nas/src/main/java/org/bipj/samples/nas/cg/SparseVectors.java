package org.bipj.samples.nas.cg;

import org.bipj.samples.nas.NasRandom;

/**
 * The sparse random vectors that the CG kernel's matrix is made of: vector i takes the elements start(i) to end(i) of
 * two arrays.
 *
 * @param stride the room for each vector
 * @param lengths the number of elements of each vector
 * @param positions where the elements are in their vectors
 * @param values the elements
 */
record SparseVectors(int stride, int[] lengths, int[] positions, double[] values) {

    /**
     * Draws as many vectors as they are long, in the order of NPB 3.4. Every rank draws all.
     *
     * @param order the number of vectors and their length
     * @param nonzeros the number of random elements of each; element i of vector i, 0.5, may come on top
     */
    static SparseVectors draw(int order, int nonzeros) {
        int stride = nonzeros + 1;
        SparseVectors vectors =
                new SparseVectors(stride, new int[order], new int[order * stride], new double[order * stride]);
        int logSquare = 32 - Integer.numberOfLeadingZeros(order - 1); // 2^logSquare is not less than order
        long state = NasRandom.next(NasRandom.SEED); // the first number is drawn for an unused estimate
        for (int i = 0; i < order; i++) {
            state = vectors.drawOne(i, nonzeros, order, logSquare, state);
        }
        return vectors;
    }

    /** Draws vector i and sets its element i; returns the state of the random numbers. */
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
