package org.bipj.samples;

import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.CartComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;

/**
 * The product of two matrices by Cannon's algorithm (1969), a block of each matrix on each rank of a square grid; shows
 * a Cartesian communicator that closes to a torus, its shifts, sendRecvReplace, and allReduce.
 *
 * <pre>{@code ./bipj sample cannon -n 4 [SIZE]}</pre>
 *
 * <p>Each rank multiplies the two blocks that it holds, then the blocks of A move one rank to the left and those of B one
 * rank up; after as many rounds as the grid has columns each rank holds its block of C. A rank holds three
 * blocks, and after the first move talks to its four neighbours only.
 */
public final class Cannon {
    private static final String USAGE =
            "cannon -n RANKS [SIZE]     a square number of ranks; rows of a matrix, about 600 by default";
    private static final int SIZE = 600;

    /** Up to here all numbers of the check are whole numbers below 2^53, which a double holds exactly. */
    private static final int MAX_SIZE = 6000;

    private static final int TAG = 1;
    private static final int A = 1;
    private static final int B = 2;

    private final CartComm grid;
    private final int side;
    private final int size;

    /** Rows and columns of a block. */
    private final int edge;

    private final int firstRow;
    private final int firstColumn;

    /** One rank's part of a problem on a square torus of ranks; {@code size} is a multiple of the torus's side. */
    Cannon(CartComm torus, int size) {
        grid = torus;
        side = torus.getTopo().getDim(0);
        this.size = size;
        edge = size / side;
        int[] place = torus.getCoords(torus.getRank());
        firstRow = place[0] * edge;
        firstColumn = place[1] * edge;
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, Cannon::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        int side = (int) Math.round(Math.sqrt(comm.getSize()));
        if (side * side != comm.getSize()) {
            throw new Usage.WrongUsage(
                    "needs a square number of ranks (1, 4, 9, 16, 25, ...) but has " + comm.getSize());
        }
        Usage.atMost(args, 1);
        int size = Usage.positive(args, 0, "SIZE", SIZE / side * side, MAX_SIZE);
        if (size % side != 0) {
            throw new Usage.WrongUsage("SIZE must be a multiple of " + side + ", the ranks in a row, but is: " + size);
        }
        // The grid may number its ranks in another order, such that neighbours lie close together.
        try (CartComm torus = comm.createCart(new int[] {side, side}, new boolean[] {true, true}, true)) {
            Cannon cannon = new Cannon(torus, size);
            double[] product = cannon.multiply();
            return new Verdict(cannon.isProduct(product), "product of two " + size + " x " + size + " matrices");
        }
    }

    /** Returns this rank's block of the product. */
    double[] multiply() {
        double[] a = block(A);
        double[] b = block(B);
        double[] c = new double[edge * edge];
        // Row i of A moves i ranks to the left and column j of B j ranks up: now the two blocks of each rank fit
        // together.
        shift(a, 1, -firstRow / edge);
        shift(b, 0, -firstColumn / edge);
        addProduct(a, b, c);
        for (int round = 1; round < side; round++) {
            shift(a, 1, -1);
            shift(b, 0, -1);
            addProduct(a, b, c);
        }
        return c;
    }

    /** Sends a block along a dimension of the torus, and receives the one that arrives in its place. */
    private void shift(double[] block, int dimension, int distance) {
        ShiftParms partners = grid.shift(dimension, distance);
        grid.sendRecvReplace(
                block, block.length, MPI.DOUBLE, partners.getRankDest(), TAG, partners.getRankSource(), TAG);
    }

    private void addProduct(double[] a, double[] b, double[] c) {
        for (int i = 0; i < edge; i++) {
            for (int k = 0; k < edge; k++) {
                double factor = a[i * edge + k];
                for (int j = 0; j < edge; j++) {
                    c[i * edge + j] += factor * b[k * edge + j];
                }
            }
        }
    }

    /** Returns this rank's block of A or B: digits that depend on their place only, so that no rank has to send them. */
    private double[] block(int matrix) {
        double[] block = new double[edge * edge];
        for (int i = 0; i < edge; i++) {
            for (int j = 0; j < edge; j++) {
                long place = ((long) matrix * size + firstRow + i) * size + firstColumn + j;
                block[i * edge + j] = new SplittableRandom(place).nextInt(10);
            }
        }
        return block;
    }

    /**
     * Whether the ranks' blocks form A times B: compares A (B x) with C x for a vector x of random whole numbers below
     * 2^16 (Freivalds 1977). A wrong product passes once in 2^16 times, and the check takes n^2 operations, not n^3.
     */
    boolean isProduct(double[] c) {
        double[] x =
                new SplittableRandom(7).ints(size, 0, 1 << 16).asDoubleStream().toArray();
        double[] expected = times(block(A), times(block(B), x));
        return Arrays.equals(expected, times(c, x));
    }

    /** Multiplies a matrix by a vector: each rank its block, allReduce adds up. Returns the whole vector on every rank. */
    private double[] times(double[] block, double[] vector) {
        double[] product = new double[size];
        for (int i = 0; i < edge; i++) {
            for (int j = 0; j < edge; j++) {
                product[firstRow + i] += block[i * edge + j] * vector[firstColumn + j];
            }
        }
        grid.allReduce(product, size, MPI.DOUBLE, MPI.SUM);
        return product;
    }
}
