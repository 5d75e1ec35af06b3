package org.bipj.samples.awari;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;
import org.bipj.samples.Usage;

/**
 * An endgame database of awari by retrograde analysis: the values of all boards with few stones; shows Orca: objects on ranks,
 * replicated objects, and updates that are collected before they are sent.
 *
 * <pre>{@code ./bipj sample awari -n 4 [STONES [BATCH [interrupts]]]}</pre>
 *
 * <p>BATCH is the largest number of updates in a message. With {@code interrupts} Orca is multi-threaded: a rank that computes
 * serves the others. Prints how many boards are won, drawn and lost by the player who moves, for each number of stones. Every
 * value is compared with that of the board's best move, and the numbers with those of an independent analysis.
 */
public final class Awari {
    private static final String USAGE =
            "awari -n RANKS [STONES [BATCH [interrupts]]]     boards of up to 9 stones by default;"
                    + " updates in a message, 240 by default";
    private static final int STONES = 9;
    private static final int MAX_BATCH = 100_000;

    /** Up to so many stones the sample makes the independent analysis; beyond, it knows its results. */
    private static final int ALONE = 6;

    /** By stones: boards that are won, drawn, lost; found by {@link Alone}. */
    static final int[][] OUTCOMES = {
        {0, 1, 0},
        {5, 0, 7},
        {25, 13, 40},
        {123, 63, 178},
        {580, 143, 642},
        {2165, 0, 2203},
        {5698, 1548, 5130},
        {14921, 4487, 12416},
        {37767, 8351, 29464},
        {85285, 20308, 62367},
        {157721, 93743, 101252},
        {371960, 92787, 240685},
        {714486, 197894, 439698},
        {1364947, 312251, 818946},
        {2270977, 905779, 1280644},
        {4465169, 591903, 2669088},
        {7298334, 1445158, 4294403}
    };

    private static final Update<long[], long[], Void> ADD = Update.of("add", Codec.LONGS, (sum, more) -> {
        for (int i = 0; i < more.length; i++) {
            sum[i] += more[i];
        }
    });
    private static final Read<long[], Void, long[]> GET = Read.of("get", Codec.NONE, Codec.LONGS, (sum, none) -> sum);

    private Awari() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        boolean interrupts = args.length > 2 && args[2].equals("interrupts");
        try (Orca orca = interrupts ? Orca.setup().multithreaded().init() : Orca.init()) {
            try {
                Usage.atMost(args, interrupts ? 3 : 2);
                int stones = Usage.positive(args, 0, "STONES", STONES, Boards.MOST_STONES);
                int batch = Usage.positive(args, 1, "BATCH", Solver.BATCH, MAX_BATCH);
                run(orca, stones, batch);
            } catch (Usage.WrongUsage e) {
                if (orca.rank() == 0) {
                    System.err.println(e.getMessage() + System.lineSeparator() + "usage: ./bipj sample " + USAGE);
                    System.exit(Usage.EXIT_CODE);
                }
            }
            orca.barrier();
        }
    }

    private static void run(Orca orca, int stones, int batch) {
        Solver solver = new Solver(orca, stones, batch);
        SharedObject<long[]> totals = orca.onRank(0, "totals", () -> new long[2], ADD, GET);
        orca.barrier();
        double start = orca.time();
        solver.solve();
        double seconds = orca.time() - start;
        totals.update(ADD, new long[] {solver.wrong(), solver.sent()});
        orca.barrier();
        if (orca.rank() == 0) {
            long[] total = totals.read(GET);
            boolean right = total[0] == 0 & print(solver, stones);
            System.out.printf(
                    Locale.ROOT,
                    "%d stones in %.3f s, %d messages with updates, %d rank%s: %s%n",
                    stones,
                    seconds,
                    total[1],
                    orca.size(),
                    orca.size() == 1 ? "" : "s",
                    right ? "correct" : "WRONG");
            if (!right) {
                System.exit(1);
            }
        }
    }

    /** Prints the outcomes. Returns false if one is known to be another. */
    private static boolean print(Solver solver, int stones) {
        boolean right = true;
        int[][] known = known(Math.min(stones, ALONE));
        System.out.println("stones    boards       won     drawn      lost");
        for (int n = 0; n <= stones; n++) {
            int[] outcomes = solver.outcomes(n);
            System.out.printf("%6d%10d%10d%10d%10d%n", n, Boards.count(n), outcomes[0], outcomes[1], outcomes[2]);
            right &= n >= known.length || Arrays.equals(outcomes, known[n]);
            right &= n >= OUTCOMES.length || Arrays.equals(outcomes, OUTCOMES[n]);
        }
        return right;
    }

    /** The outcomes by the independent analysis. */
    static int[][] known(int stones) {
        return Alone.solve(stones).stream()
                .map(values -> {
                    int[] outcomes = new int[3];
                    for (byte value : values) {
                        outcomes[1 - Integer.signum(value)]++;
                    }
                    return outcomes;
                })
                .toArray(int[][]::new);
    }
}
