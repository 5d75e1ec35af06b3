package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Solves puzzles by looking at all positions in the order of their distance, and checks lines. */
final class Reference {
    private record Reached(int depth, Position parent) {}

    private Reference() {}

    /**
     * The line that Multigame promises: a shortest one, to the smallest goal, from there back by the parents with the smallest
     * hashes. Empty if there is no goal.
     */
    static List<Position> line(Puzzle puzzle, Position start) {
        Map<Position, Reached> known = new HashMap<>();
        ArrayDeque<Position> queue = new ArrayDeque<>();
        known.put(start, new Reached(0, null));
        queue.add(start);
        Position goal = null;
        while (!queue.isEmpty()) {
            Position at = queue.remove();
            int depth = known.get(at).depth;
            if (goal != null && depth > known.get(goal).depth) {
                break;
            }
            if (puzzle.isGoal(at.high(), at.low()) && (goal == null || isSmaller(at, goal))) {
                goal = at;
            }
            puzzle.moves(at.high(), at.low(), (high, low, estimate) -> {
                Position next = new Position(high, low);
                Reached before = known.get(next);
                if (before == null) {
                    queue.add(next);
                }
                if (before == null
                        || before.depth == depth + 1
                                && Long.compareUnsigned(hash(puzzle, at), hash(puzzle, before.parent)) < 0) {
                    known.put(next, new Reached(depth + 1, at));
                }
            });
        }
        List<Position> line = new ArrayList<>();
        for (Position at = goal; at != null; at = known.get(at).parent) {
            line.add(at);
        }
        Collections.reverse(line);
        return line;
    }

    private static boolean isSmaller(Position one, Position other) {
        int order = Long.compareUnsigned(one.high(), other.high());
        return order != 0 ? order < 0 : Long.compareUnsigned(one.low(), other.low()) < 0;
    }

    private static long hash(Puzzle puzzle, Position at) {
        return puzzle.hash(at.high(), at.low());
    }

    /** Checks that each position of a line is a move away from the one before, and the last one a goal. */
    static void check(Puzzle puzzle, Position start, List<Position> line) {
        assertEquals(start, line.getFirst());
        for (int i = 1; i < line.size(); i++) {
            List<Position> moves = new ArrayList<>();
            Position before = line.get(i - 1);
            puzzle.moves(before.high(), before.low(), (high, low, estimate) -> moves.add(new Position(high, low)));
            assertTrue(moves.contains(line.get(i)), "move " + i + " of " + line);
        }
        Position last = line.getLast();
        assertTrue(puzzle.isGoal(last.high(), last.low()), "the last of " + line);
    }
}
