package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.panda.Panda;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/** Random games on ranks whose turns and messages follow from a seed: the result does not depend on the order of jobs. */
class MultigameProps {
    private static final int FAR = 1000;

    /** A random graph, whose estimates are any numbers up to the true distances. */
    private static final class RandomGame implements Puzzle {
        private final int[][] moves;
        private final int[] estimates;
        private final boolean[] goals;

        RandomGame(int positions, int branches, Random random) {
            moves = new int[positions][];
            goals = new boolean[positions];
            for (int i = 0; i < positions; i++) {
                moves[i] =
                        random.ints(random.nextInt(branches + 1), 0, positions).toArray();
                goals[i] = random.nextInt(positions) < 2;
            }
            estimates = distances();
            for (int i = 0; i < positions; i++) {
                estimates[i] = random.nextInt(Math.min(estimates[i], 8) + 1);
            }
        }

        /** Number of moves from each position to the nearest goal. */
        private int[] distances() {
            int[] distances = new int[moves.length];
            Arrays.fill(distances, FAR);
            ArrayDeque<Integer> queue = new ArrayDeque<>();
            for (int i = 0; i < moves.length; i++) {
                if (goals[i]) {
                    distances[i] = 0;
                    queue.add(i);
                }
            }
            while (!queue.isEmpty()) {
                int to = queue.remove();
                for (int from = 0; from < moves.length; from++) {
                    int at = to;
                    if (distances[from] == FAR && Arrays.stream(moves[from]).anyMatch(next -> next == at)) {
                        distances[from] = distances[to] + 1;
                        queue.add(from);
                    }
                }
            }
            return distances;
        }

        @Override
        public int estimate(long high, long low) {
            return estimates[(int) low];
        }

        @Override
        public boolean isGoal(long high, long low) {
            return goals[(int) low];
        }

        @Override
        public void moves(long high, long low, Moves to) {
            for (int next : moves[(int) low]) {
                to.add(0, next, estimates[next]);
            }
        }
    }

    @Property(tries = 60)
    void theLineIsTheSameInAnyOrder(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 5) int ranks,
            @ForAll @IntRange(min = 2, max = 60) int positions,
            @ForAll @IntRange(min = 1, max = 5) int jobsPerMessage) {
        RandomGame game = new RandomGame(positions, 4, new Random(seed));
        Position start = Position.of(0);
        List<Position> expected = Reference.line(game, start);
        LoopOptions options = new LoopOptions()
                .ranks(ranks)
                .seed(seed)
                .packets(200, 4)
                .eager(128, 1024)
                .delay(400);
        try (Fabric fabric = new LoopFabric(options)) {
            Ranks.run(fabric, job -> {
                try (Panda panda = Panda.init();
                        Multigame multigame =
                                Multigame.setup().jobsPerMessage(jobsPerMessage).init(game)) {
                    assertEquals(expected, multigame.solve(start).line());
                    panda.barrier();
                }
            });
        }
    }
}
