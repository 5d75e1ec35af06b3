package org.bipj.reproduce.pps;

import java.util.function.IntFunction;
import org.bipj.crl.Crl;
import org.bipj.multigame.Multigame;
import org.bipj.multigame.Solution;
import org.bipj.orca.Orca;
import org.bipj.panda.Panda;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.samples.FifteenPuzzle;
import org.bipj.samples.Leq;
import org.bipj.samples.PuzzleSolver;
import org.bipj.samples.awari.Solver;
import org.bipj.samples.crl.Barnes;
import org.bipj.samples.crl.Radix;

/** The applications of the LCI paper, with the amounts of work that experiments run. */
final class Applications {
    private static final String SAMPLES = "org.bipj.samples.";
    private static final double OPENING_ANGLE = 1;
    /** The bits of a digit of the radix sort: radix 128. */
    private static final int DIGIT_BITS = 7;

    private Applications() {}

    private static int flag(boolean on) {
        return on ? 1 : 0;
    }

    /** QR factorisation. The choice is the number of rows. */
    static Application qr(boolean checked) {
        return new Application() {
            @Override
            public String kind() {
                return "qr";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int rows) {
                int[] arguments = {rows, flag(checked)};
                return AppRun.of(RankClasses.runAll(cluster, ranks, QrProgram.class, arguments, SAMPLES));
            }
        };
    }

    /** Successive over-relaxation. The choice is the number of iterations. */
    static Application sor(int points, boolean checked) {
        return new Application() {
            @Override
            public String kind() {
                return "sor";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int iterations) {
                int[] arguments = {points, iterations, flag(checked)};
                return AppRun.of(RankClasses.runAll(cluster, ranks, SorProgram.class, arguments, SAMPLES));
            }
        };
    }

    /** The 15-puzzle. The choice is the number of an instance, one of Korf's; the solution's length is checked. */
    static Application puzzle(int jobsPerMessage, int tablePositions, IntFunction<PuzzleSolver.Instance> instances) {
        return new Application() {
            @Override
            public String kind() {
                return "puzzle";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int number) {
                PuzzleSolver.Instance instance = instances.apply(number);
                double[][] sections = new double[ranks][];
                cluster.run(
                        ranks, rank -> sections[rank.number()] = solve(rank, instance, jobsPerMessage, tablePositions));
                return AppRun.of(sections);
            }
        };
    }

    /**
     * Barnes-Hut. The choice is the number of steps, of which some are simulated: the first, before which nothing is known of the
     * bodies' work and no copies exist, and others, which stand for all but the first.
     */
    static Application barnes(int bodies, int simulated) {
        return new Application() {
            @Override
            public String kind() {
                return "barnes";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int steps) {
                int others = Math.min(simulated, steps) - 1;
                double[][] later = new double[ranks][];
                AppRun first = onCrl(cluster, ranks, Barnes.CACHE, (rank, crl) -> {
                    Barnes galaxy = new Barnes(crl, bodies, OPENING_ANGLE);
                    crl.barrier();
                    double[] section = Section.time(rank, () -> galaxy.advance(1));
                    later[rank.number()] = Section.time(rank, () -> galaxy.advance(others));
                    check(galaxy.result().right(), bodies + " bodies");
                    return section;
                });
                return others == 0 ? first : first.plus(AppRun.of(later).times((steps - 1.0) / others));
            }
        };
    }

    /** Radix sort. The choice is the number of keys. */
    static Application radix() {
        return new Application() {
            @Override
            public String kind() {
                return "radix";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int keys) {
                return onCrl(cluster, ranks, Radix.CACHE, (rank, crl) -> {
                    Radix array = new Radix(crl, keys, DIGIT_BITS, Integer.SIZE, false);
                    crl.barrier();
                    double[] section = Section.time(rank, array::sort);
                    check(array.result().right() || rank.number() > 0, keys + " keys");
                    return section;
                });
            }
        };
    }

    /** An endgame database of awari. The choice is the number of updates in a message. */
    static Application awari(int stones) {
        return new Application() {
            @Override
            public String kind() {
                return "awari";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int batch) {
                return onOrca(cluster, ranks, (rank, orca) -> {
                    Solver solver = new Solver(orca, stones, batch);
                    orca.barrier();
                    double[] section = Section.time(rank, solver::solve);
                    check(solver.wrong() == 0, stones + " stones");
                    return section;
                });
            }
        };
    }

    /** Linear equations. The choice is the number of iterations, of which some are simulated and stand for all. */
    static Application leq(int equations, int simulated) {
        return new Application() {
            @Override
            public String kind() {
                return "leq";
            }

            @Override
            public AppRun run(Cluster cluster, int ranks, int iterations) {
                AppRun part = onOrca(cluster, ranks, (rank, orca) -> {
                    Leq leq = new Leq(orca, equations);
                    orca.barrier();
                    int[] iterated = new int[1];
                    double[] section = Section.time(rank, () -> iterated[0] = leq.solve(simulated));
                    check(iterated[0] == simulated, "iterations up to convergence: " + iterated[0]);
                    check(rank.number() > 0 || leq.isRight(simulated), equations + " equations");
                    return section;
                });
                return part.times((double) iterations / simulated);
            }
        };
    }

    private interface On<S> {
        double[] run(Cluster.Rank rank, S system);
    }

    private static AppRun onCrl(Cluster cluster, int ranks, int cache, On<Crl> program) {
        double[][] sections = new double[ranks][];
        cluster.run(ranks, rank -> {
            try (Crl crl = Crl.setup().cache(cache).init()) {
                sections[rank.number()] = program.run(rank, crl);
                crl.barrier();
            }
        });
        return AppRun.of(sections);
    }

    private static AppRun onOrca(Cluster cluster, int ranks, On<Orca> program) {
        double[][] sections = new double[ranks][];
        cluster.run(ranks, rank -> {
            try (Orca orca = Orca.setup().multithreaded().init()) {
                sections[rank.number()] = program.run(rank, orca);
                orca.barrier();
            }
        });
        return AppRun.of(sections);
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException("the result for " + what + " is wrong");
        }
    }

    private static double[] solve(
            Cluster.Rank rank, PuzzleSolver.Instance instance, int jobsPerMessage, int tablePositions) {
        Solution[] solution = new Solution[1];
        try (Panda panda = Panda.init();
                Multigame multigame = Multigame.setup()
                        .jobsPerMessage(jobsPerMessage)
                        .tablePositions(tablePositions)
                        .init(new FifteenPuzzle())) {
            panda.barrier();
            double[] section = Section.time(rank, () -> solution[0] = multigame.solve(instance.start()));
            if (solution[0].length() != instance.length()) {
                throw new IllegalStateException("a solution of " + solution[0].length() + " moves, where one of "
                        + instance.length() + " is published");
            }
            return section;
        }
    }
}
