package org.bipj.bench;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import mpi.MPI;
import mpi.MPIException;

/** The frame of every benchmark: initialise, read the command line, run, finalise. */
final class Program {
    static final String CSV = "--csv";
    /** Every cache line that a rank sends is written before the call. */
    static final String TOUCH = "--touch";
    /** Calls of further kinds are warmed up together with those that are measured. */
    static final String MIX = "--mix";
    /** A column tells the distance of ranks 0 and 1 during each row. */
    static final String PING = "--ping";

    private static final String HELP = "--help";
    private static final int BAD_USAGE = 2;

    private Program() {}

    /**
     * Runs a benchmark on this rank. With a bad command line, rank 0 prints what is wrong and the usage, and every rank
     * exits with 2.
     *
     * @param flags names of the options without a value; {@code --csv} and {@code --help} are always there
     * @param valued names of the options with a value
     * @param parse makes the benchmark from its arguments; throws IllegalArgumentException where they make no sense
     */
    static void run(
            String[] args, String usage, Set<String> flags, Set<String> valued, Function<CommandLine, Runnable> parse)
            throws MPIException {
        String[] rest = MPI.Init(args);
        boolean first = MPI.COMM_WORLD.getRank() == 0;
        CommandLine arguments;
        Runnable benchmark;
        try {
            Set<String> allFlags = new HashSet<>(flags);
            allFlags.addAll(Set.of(CSV, HELP, "-h"));
            arguments = new CommandLine(rest, allFlags, valued);
            boolean help = arguments.has(HELP) || arguments.has("-h");
            benchmark = help ? () -> print(first, usage) : parse.apply(arguments);
        } catch (IllegalArgumentException wrong) {
            if (first) {
                System.err.println(wrong.getMessage() + System.lineSeparator() + usage);
            }
            MPI.Finalize();
            System.exit(BAD_USAGE);
            return;
        }
        benchmark.run();
        MPI.Finalize();
    }

    /**
     * A number of repetitions: fewer in virtual time, where they serve no more than to pass over the first, which meets
     * cold caches.
     */
    static int repetitions(int real) {
        return BenchVariables.isSimulated() ? Math.min(real, 3) : real;
    }

    /** What the title of a table adds for {@link #TOUCH} and {@link #MIX}. */
    static String conditions(boolean touching, boolean mixing) {
        return (touching ? ", touched" : "") + (mixing ? ", mixed" : "");
    }

    /** Fails as a bad command line does where there are too few ranks. */
    static void requireRanks(int least) {
        int ranks = MPI.COMM_WORLD.getSize();
        if (ranks < least) {
            throw new IllegalArgumentException("needs " + least + " ranks or more, was started with " + ranks);
        }
    }

    private static void print(boolean first, String text) {
        if (first) {
            System.out.println(text);
        }
    }
}
