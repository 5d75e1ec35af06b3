package org.bipj.multigame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rank 0's part beside its share of the jobs: it orders the searches, and finds the line to the goal. */
final class Leader {
    private final Member member;
    private final Puzzle puzzle;
    private final Worker worker;
    private final Termination termination;
    private final Control control;

    /** Number and limit of the last search. */
    private int search;

    private int limit;
    private int epoch;
    private Position start;
    private int estimate;
    /** Jobs that were expanded in the game that is being solved. */
    private long jobs;

    private int iterations;
    /** Messages with jobs, by all ranks, since the beginning. */
    private long messages;

    Leader(Member member) {
        this.member = member;
        puzzle = member.puzzle();
        worker = member.worker();
        termination = member.termination();
        control = member.control();
    }

    Solution solve(Position from, int mostMoves) {
        start = from;
        estimate = puzzle.estimate(from.high(), from.low());
        jobs = 0;
        iterations = 0;
        long before = messages;
        beginEpoch();
        Tally tally = Tally.NONE;
        for (long most = estimate; most <= mostMoves && !tally.hasGoal(); most = tally.over()) {
            tally = search(from, (int) most);
        }
        List<Position> line = tally.hasGoal() ? line(from, tally) : List.of();
        Solution solution = new Solution(line, jobs, iterations, messages - before);
        control.order(Control.DONE, solution.toWords());
        return solution;
    }

    private void beginEpoch() {
        epoch = epoch == Job.MOST ? 1 : epoch + 1;
    }

    /** A search on all ranks: what they have done and found. */
    private Tally search(Position root, int longest) {
        limit = longest;
        search = search == Job.MOST ? 1 : search + 1;
        iterations++;
        SearchOrder order = new SearchOrder(search, epoch, limit, root, start, estimate);
        control.order(Control.SEARCH, order.toWords());
        worker.start(root, order.state());
        Tally all = Tally.NONE;
        boolean ended = false;
        while (!ended) {
            if (member.workedOn()) {
                continue;
            }
            if (!termination.isOpen()) {
                control.wave();
            } else if (termination.isDue()) {
                all = termination.close(worker.tally(search));
                ended = termination.hasEnded(all);
            } else {
                member.await(() -> worker.hasJobs() || termination.isDue());
            }
        }
        jobs += all.jobs();
        messages = all.sent();
        return all;
    }

    // ---- the line ----------------------------------------------------------------------------------------------

    /**
     * The line to the goal that the last search has found. If tables have lost a position of it, further searches find the
     * first move, and the rest of the line is shorter.
     */
    private List<Position> line(Position from, Tally found) {
        List<Position> line = new ArrayList<>();
        Position at = from;
        Tally tally = found;
        int left = (int) found.depth();
        List<Position> rest = trace(at, tally);
        while (rest == null) {
            line.add(at);
            left--;
            Tally next = Tally.NONE;
            List<Position> moves = moves(at, left);
            for (int i = 0; i < moves.size() && !next.hasGoal(); i++) {
                beginEpoch();
                at = moves.get(i);
                next = search(at, left);
            }
            if (!next.hasGoal()) {
                throw new MultigameException(
                        member.rank(),
                        "no move of " + line.getLast() + " leads to the goal that was found before;"
                                + " expected rules without memory");
            }
            tally = next;
            rest = trace(at, tally);
        }
        line.addAll(rest);
        return line;
    }

    private List<Position> moves(Position at, int left) {
        List<Position> moves = new ArrayList<>();
        puzzle.moves(at.high(), at.low(), (high, low, bound) -> {
            if (bound <= left) {
                moves.add(new Position(high, low));
            }
        });
        return moves;
    }

    /** The line from a position to the goal of the last search, from the tables; null if they have lost a part of it. */
    private List<Position> trace(Position from, Tally found) {
        List<Position> line = new ArrayList<>();
        long hash = puzzle.hash(found.high(), found.low());
        for (int depth = (int) found.depth(); depth >= 0; depth--) {
            long[] known = control.ask(worker.owner(hash), hash, Job.state(search, epoch, limit, depth));
            if (known == null) {
                return null;
            }
            line.add(new Position(known[0], known[1]));
            hash = known[2];
        }
        Collections.reverse(line);
        return line.getFirst().equals(from) ? line : null;
    }
}
