package org.bipj.samples;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.core.job.Compute;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;

/**
 * Linear equations by Jacobi's iteration; shows Orca: a replicated object that all ranks write parts of, guards that wait for
 * the others, and a decision that all make alike, since updates come in one order.
 *
 * <pre>{@code ./bipj sample leq -n 4 [EQUATIONS [ITERATIONS [interrupts]]]}</pre>
 *
 * <p>Each rank owns some equations, and computes their unknowns from all unknowns of the iteration before. It puts its part (128
 * bytes of 1,000 equations on 64 ranks: LCI paper, section 6.3) into the replicated vector, with the largest change of an unknown.
 * When all parts are there, each rank knows whether the iteration has converged. Iterations end when no unknown has changed by
 * more than {@value #TOLERANCE}, or after ITERATIONS. With {@code interrupts} Orca is multi-threaded.
 *
 * <p>The result is the same, bit by bit, on any number of ranks; rank 0 computes it alone for the check, and the residual.
 */
public final class Leq {
    private static final String USAGE =
            "leq -n RANKS [EQUATIONS [ITERATIONS [interrupts]]]     1000 equations by default;"
                    + " at most so many iterations, 1000 by default";
    private static final int EQUATIONS = 1000;
    private static final int MAX_EQUATIONS = 20_000;
    private static final int ITERATIONS = 1000;
    private static final int MAX_ITERATIONS = 1_000_000;
    private static final double TOLERANCE = 1e-10;

    /** By how much an element of the diagonal is larger than the sum of its row. */
    private static final double DOMINANCE = 1.25;

    /** Kind of the operations that are charged in virtual time: floating-point operations. */
    static final String KIND = "leq";

    /** Unknowns of two iterations, of which the newer one may be incomplete. */
    private static final class Unknowns {
        private final double[][] values;
        private final double[] changes = new double[2];
        private final int[] parts = new int[2];
        private final int ranks;

        Unknowns(int equations, int ranks) {
            values = new double[2][equations];
            this.ranks = ranks;
        }

        private void put(Part part) {
            int turn = turn(part.iteration);
            if (parts[turn] == ranks) {
                // All ranks have read the iteration before the last one.
                parts[turn] = 0;
                changes[turn] = 0;
            }
            parts[turn]++;
            changes[turn] = Math.max(changes[turn], part.change);
            System.arraycopy(part.values, 0, values[turn], part.first, part.values.length);
        }

        /** True for a rank that has put its own part of an iteration if all others have. */
        private boolean isComplete(long iteration) {
            return parts[turn(iteration)] == ranks;
        }

        private static int turn(long iteration) {
            return (int) (iteration & 1);
        }
    }

    /** A rank's unknowns after an iteration, from the first one on, and the largest change of one. */
    private record Part(long iteration, double change, int first, double[] values) {
        private static final Codec<Part> CODEC = Codec.of(
                "Part",
                (part, to) -> to.putLong(part.iteration)
                        .putDouble(part.change)
                        .putInt(part.first)
                        .putInt(part.values.length)
                        .add(part.values, 0, part.values.length),
                from -> {
                    long iteration = from.getLong();
                    double change = from.getDouble();
                    int first = from.getInt();
                    double[] values = new double[from.getInt()];
                    from.get(values, 0, values.length);
                    return new Part(iteration, change, first, values);
                });
    }

    private static final Update<Unknowns, Part, Void> PUT = Update.of("put", Part.CODEC, Unknowns::put);

    /** The unknowns after an iteration, once all ranks have put theirs. */
    private static final Read<Unknowns, Long, double[]> AFTER = Read.<Unknowns, Long, double[]>of(
                    "after",
                    Codec.LONG,
                    Codec.DOUBLES,
                    (unknowns, iteration) -> unknowns.values[Unknowns.turn(iteration)])
            .when(Unknowns::isComplete);

    /** By how much an unknown has changed in an iteration that is complete. */
    private static final Read<Unknowns, Long, Double> CHANGE = Read.of(
            "change", Codec.LONG, Codec.DOUBLE, (unknowns, iteration) -> unknowns.changes[Unknowns.turn(iteration)]);

    private final int equations;
    /** First own equation, and that behind the last one. */
    private final int first;

    private final double[][] rows;
    private final double[] right;
    private double[] unknowns;
    private SharedObject<Unknowns> vector;

    /** A rank's share of equations, and the objects of all ranks. */
    public Leq(Orca orca, int equations) {
        this(equations, orca.rank(), orca.size());
        int ranks = orca.size();
        vector = orca.replicated("unknowns", () -> new Unknowns(equations, ranks), PUT, AFTER, CHANGE);
    }

    /** A rank's share of equations. */
    private Leq(int equations, int rank, int ranks) {
        this.equations = equations;
        first = (int) ((long) equations * rank / ranks);
        int end = (int) ((long) equations * (rank + 1) / ranks);
        rows = new double[end - first][];
        right = new double[end - first];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(first + i);
            right[i] = element(first + i, equations);
        }
        unknowns = new double[equations];
    }

    /** A row of the matrix: elements between 0 and 1, and one on the diagonal that is larger than their sum. */
    private double[] row(int number) {
        double[] row = new double[equations];
        double sum = 0;
        for (int i = 0; i < equations; i++) {
            row[i] = element(number, i);
            sum += i == number ? 0 : row[i];
        }
        row[number] = Math.max(1, sum * DOMINANCE);
        return row;
    }

    /** A number between 0 and 1 that depends on nothing but its place (the mixing steps of SplitMix64). */
    private static double element(int row, int column) {
        long z = ((long) row << 32 | column) * 0x9e3779b97f4a7c15L + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return ((z ^ z >>> 31) >>> 11) * 0x1p-53;
    }

    /** The own unknowns after the next iteration. */
    private double[] next() {
        double[] next = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            double[] row = rows[i];
            double sum = right[i];
            for (int j = 0; j < equations; j++) {
                sum -= row[j] * unknowns[j];
            }
            int own = first + i;
            // The loop has subtracted the diagonal's term as well.
            next[i] = unknowns[own] + sum / row[own];
        }
        Compute.operations(KIND, 2L * equations * rows.length);
        return next;
    }

    private double change(double[] next) {
        double change = 0;
        for (int i = 0; i < next.length; i++) {
            change = Math.max(change, Math.abs(next[i] - unknowns[first + i]));
        }
        return change;
    }

    /** Iterates with all ranks, once. Returns the number of iterations. */
    public int solve(int most) {
        int iteration = 0;
        boolean converged = false;
        while (iteration < most && !converged) {
            iteration++;
            double[] next = next();
            vector.update(PUT, new Part(iteration, change(next), first, next));
            unknowns = vector.read(AFTER, (long) iteration);
            converged = vector.read(CHANGE, (long) iteration) <= TOLERANCE;
        }
        return iteration;
    }

    /** The same unknowns by one rank alone. */
    static double[] alone(int equations, int iterations) {
        Leq all = new Leq(equations, 0, 1);
        for (int i = 0; i < iterations; i++) {
            all.unknowns = all.next();
        }
        return all.unknowns;
    }

    /** The largest residual of an equation. */
    static double residual(int equations, double[] unknowns) {
        Leq all = new Leq(equations, 0, 1);
        double largest = 0;
        for (int i = 0; i < equations; i++) {
            double sum = -all.right[i];
            for (int j = 0; j < equations; j++) {
                sum += all.rows[i][j] * unknowns[j];
            }
            largest = Math.max(largest, Math.abs(sum));
        }
        return largest;
    }

    /** True if the unknowns are those of one rank after some iterations. */
    public boolean isRight(int iterations) {
        return Arrays.equals(unknowns, alone(equations, iterations));
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        boolean interrupts = args.length > 2 && args[2].equals("interrupts");
        try (Orca orca = interrupts ? Orca.setup().multithreaded().init() : Orca.init()) {
            try {
                Usage.atMost(args, interrupts ? 3 : 2);
                int equations = Usage.positive(args, 0, "EQUATIONS", EQUATIONS, MAX_EQUATIONS);
                int most = Usage.positive(args, 1, "ITERATIONS", ITERATIONS, MAX_ITERATIONS);
                Usage.atLeastRanks("EQUATIONS", equations, orca.size());
                run(orca, equations, most);
            } catch (Usage.WrongUsage e) {
                if (orca.rank() == 0) {
                    System.err.println(e.getMessage() + System.lineSeparator() + "usage: ./bipj sample " + USAGE);
                    System.exit(Usage.EXIT_CODE);
                }
            }
            orca.barrier();
        }
    }

    private static void run(Orca orca, int equations, int most) {
        Leq leq = new Leq(orca, equations);
        orca.barrier();
        double start = orca.time();
        int iterations = leq.solve(most);
        double seconds = orca.time() - start;
        orca.barrier();
        if (orca.rank() == 0) {
            boolean right = leq.isRight(iterations);
            System.out.printf(
                    Locale.ROOT,
                    "%d equations, %d iterations in %.3f s, residual %.1e, %d rank%s: %s%n",
                    equations,
                    iterations,
                    seconds,
                    residual(equations, leq.unknowns),
                    orca.size(),
                    orca.size() == 1 ? "" : "s",
                    right ? "correct" : "WRONG");
            if (!right) {
                System.exit(1);
            }
        }
    }
}
