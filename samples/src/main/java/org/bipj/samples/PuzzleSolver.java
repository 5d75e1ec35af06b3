package org.bipj.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bipj.multigame.Multigame;
import org.bipj.multigame.Position;
import org.bipj.multigame.Solution;
import org.bipj.panda.Panda;

/**
 * The shortest solution of a 15-puzzle by iterative deepening (IDA*); shows Multigame: the rules of a game are all that a
 * program writes, and all ranks search.
 *
 * <pre>{@code ./bipj sample puzzle -n 4 [INSTANCE [JOBS [POSITIONS]]]}</pre>
 *
 * <p>INSTANCE is the number of one of Korf's hundred instances (1985), whose shortest solutions are published. JOBS is the
 * largest number of jobs in a message: 4 and 64 in the LCI paper (section 6.4). POSITIONS is the size of the table of all ranks.
 * The solution is checked move by move, and its length against the published one.
 */
public final class PuzzleSolver {
    private static final String USAGE =
            "puzzle -n RANKS [INSTANCE [JOBS [POSITIONS]]]     one of Korf's instances, 1 to 100, 79 by default; jobs in a"
                    + " message, 64 by default; positions of the table, 4194304 by default";

    /** The one that Korf's program solved with the fewest positions. */
    private static final int INSTANCE = 79;

    private static final int INSTANCES = 100;
    private static final int MAX_JOBS = 1024;
    private static final int POSITIONS = 1 << 22;
    private static final int MAX_POSITIONS = 1 << 30;

    private PuzzleSolver() {}

    /**
     * A published instance.
     *
     * @param start its tiles
     * @param length number of moves of a shortest solution
     */
    public record Instance(Position start, int length) {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        try (Panda panda = Panda.init()) {
            boolean isFirst = panda.rank() == 0;
            try {
                Usage.atMost(args, 3);
                int number = Usage.positive(args, 0, "INSTANCE", INSTANCE, INSTANCES);
                int jobs = Usage.positive(args, 1, "JOBS", Multigame.DEFAULT_JOBS, MAX_JOBS);
                int positions = Usage.positive(args, 2, "POSITIONS", POSITIONS, MAX_POSITIONS);
                solve(panda, number, jobs, positions);
            } catch (Usage.WrongUsage e) {
                if (isFirst) {
                    System.err.println(e.getMessage() + System.lineSeparator() + "usage: ./bipj sample " + USAGE);
                }
                System.exit(Usage.EXIT_CODE);
            }
        }
    }

    private static void solve(Panda panda, int number, int jobs, int positions) {
        Instance instance = instance(number);
        try (Multigame multigame =
                Multigame.setup().jobsPerMessage(jobs).tablePositions(positions).init(new FifteenPuzzle())) {
            panda.barrier();
            double start = panda.time();
            Solution solution = multigame.solve(instance.start());
            double seconds = panda.time() - start;
            if (panda.rank() == 0) {
                boolean right = solution.length() == instance.length()
                        && isLine(solution.line(), instance.start(), FifteenPuzzle.GOAL);
                System.out.printf(
                        Locale.ROOT,
                        "instance %d: %d moves in %.3f s; %d searches, %d positions, %d messages, %d rank%s: %s%n",
                        number,
                        solution.length(),
                        seconds,
                        solution.iterations(),
                        solution.jobs(),
                        solution.messages(),
                        panda.size(),
                        panda.size() == 1 ? "" : "s",
                        right ? "correct" : "WRONG, " + instance.length() + " moves are published");
                if (!right) {
                    System.exit(1);
                }
            }
        }
    }

    /** True if each position of a line is a move away from the one before. */
    static boolean isLine(List<Position> line, Position start, Position goal) {
        FifteenPuzzle rules = new FifteenPuzzle();
        boolean right = line.getFirst().equals(start) && line.getLast().equals(goal);
        for (int i = 1; i < line.size(); i++) {
            Position next = line.get(i);
            boolean[] isMove = new boolean[1];
            rules.moves(0, line.get(i - 1).low(), (high, low, estimate) -> isMove[0] |= low == next.low());
            right &= isMove[0];
        }
        return right;
    }

    /** Returns one of Korf's instances, by its number from 1. */
    public static Instance instance(int number) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(PuzzleSolver.class.getResourceAsStream("korf.txt"), StandardCharsets.UTF_8))) {
            int[] values = lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(number - 1)
                    .findFirst()
                    .map(line -> Arrays.stream(line.strip().split(" +"))
                            .mapToInt(Integer::parseInt)
                            .toArray())
                    .orElseThrow();
            return new Instance(FifteenPuzzle.of(Arrays.copyOfRange(values, 2, values.length)), values[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
