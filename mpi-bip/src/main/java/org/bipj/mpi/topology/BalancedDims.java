package org.bipj.mpi.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/**
 * The dimensions of a grid (MPI_Dims_create, MPI 4.1 section 8.5.2): in falling order, and as close to each other as possible,
 * which here means that the largest exceeds the smallest by as little as possible. Of several such grids the one with the
 * smallest largest dimension is chosen, then that with the smallest second one, and so on.
 *
 * <p>The search tries all factors in falling order. It leaves a branch as soon as the factors that remain cannot come closer
 * than the best grid found, so that the numbers below 2^31 with the most divisors take milliseconds.
 */
public final class BalancedDims {
    private final int[] divisors;
    private final int[] factors;
    private int[] best = {};
    private int bestSpread = Integer.MAX_VALUE;

    private BalancedDims(int n, int count) {
        divisors = divisors(n);
        factors = new int[count];
    }

    /** Fills the dimensions that are 0, so that all multiply to {@code nodes}. */
    public static void fill(int nodes, int[] dims) {
        if (nodes < 1) {
            throw new EngineException(ErrorClass.ARG, "nnodes is " + nodes + "; expected 1 or more");
        }
        long given = 1;
        int free = 0;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] < 0) {
                throw new EngineException(ErrorClass.DIMS, "dims[" + i + "] is " + dims[i] + "; expected 0 or more");
            }
            if (dims[i] == 0) {
                free++;
            } else {
                // More than any number of nodes is enough to know.
                given = Math.min(given * dims[i], 1L << Integer.SIZE);
            }
        }
        if (nodes % given != 0 || (free == 0 && given != nodes)) {
            throw new EngineException(
                    ErrorClass.DIMS,
                    "nnodes is " + nodes + "; expected a multiple of the given dims, which multiply to "
                            + (given > Integer.MAX_VALUE ? "more than " + Integer.MAX_VALUE : given));
        }
        int[] factors = of((int) (nodes / given), free);
        int next = 0;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] == 0) {
                dims[i] = factors[next++];
            }
        }
    }

    /** {@code n} as a product of {@code count} factors. */
    private static int[] of(int n, int count) {
        if (count == 0) {
            return new int[0];
        }
        BalancedDims search = new BalancedDims(n, count);
        search.choose(0, n, search.divisors.length - 1);
        return search.best;
    }

    private static int[] divisors(int n) {
        int root = (int) Math.sqrt(n);
        IntStream small = IntStream.rangeClosed(1, root).filter(d -> n % d == 0);
        IntStream large = IntStream.rangeClosed(1, root)
                .filter(d -> n % d == 0 && d != n / d)
                .map(d -> n / d);
        return IntStream.concat(small, large).sorted().toArray();
    }

    /**
     * Chooses the factors from a place on.
     *
     * @param rest what they multiply to
     * @param limit index of the largest divisor that they may be
     */
    private void choose(int place, int rest, int limit) {
        int left = factors.length - place;
        if (left == 1) {
            factors[place] = rest;
            int spread = factors[0] - rest;
            // The factors come in lexicographic order: a later grid with the same spread is not better.
            if (rest <= divisors[limit] && spread < bestSpread) {
                best = factors.clone();
                bestSpread = spread;
            }
            return;
        }
        for (int i = leastLeading(rest, left); i <= limit; i++) {
            int factor = divisors[i];
            int largest = place == 0 ? factor : factors[0];
            // The smallest of the others is at most their geometric mean.
            int smallest = (int) root(rest / (double) factor, left - 1);
            if (largest - smallest >= bestSpread) {
                return;
            }
            if (rest % factor == 0) {
                factors[place] = factor;
                choose(place + 1, rest / factor, i);
            }
        }
    }

    /** Index of the smallest divisor that can be the largest of some factors of a number: at least their geometric mean. */
    private int leastLeading(int n, int count) {
        int least = (int) Math.ceil(root(n, count));
        int at = Arrays.binarySearch(divisors, least);
        return at >= 0 ? at : -at - 1;
    }

    /** A root, less what rounding may have added. */
    private static double root(double n, int degree) {
        double root = Math.pow(n, 1.0 / degree);
        double nearest = Math.rint(root);
        return Math.abs(root - nearest) < 1e-9 * root ? nearest : root;
    }
}
