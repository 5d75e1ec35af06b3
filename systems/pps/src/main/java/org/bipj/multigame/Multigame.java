package org.bipj.multigame;

import java.util.Objects;
import org.bipj.panda.Panda;

/**
 * Multigame of one rank: solves puzzles by iterative deepening (IDA*, Korf 1985) on all ranks together.
 *
 * <pre>{@code
 * try (Multigame multigame = Multigame.setup().jobsPerMessage(64).init(new FifteenPuzzle())) {
 *     Solution solution = multigame.solve(start);              all ranks, with the same start
 *     System.out.println(solution.length() + " moves");
 * }
 * }</pre>
 *
 * <p>Positions are cached in a hash table that is distributed over the ranks. A rank that reaches a position sends it as a job
 * of 32 bytes to the rank that owns its place in the table, and goes on with another job. The owner drops the job if the
 * position has been searched as deeply, else does it (transposition-driven scheduling). So nobody waits for an answer, and jobs to
 * the same rank share messages (LCI paper, section 5.4).
 *
 * <p>It uses Panda, single-threaded: messages are received inside {@link #solve}. One object of a rank is open at a time.
 */
public final class Multigame implements AutoCloseable {
    /** Jobs of a message unless {@link Setup#jobsPerMessage} sets another number. */
    public static final int DEFAULT_JOBS = 64;

    /** Positions of the table unless {@link Setup#tablePositions} sets another number. */
    public static final int DEFAULT_POSITIONS = 1 << 20;

    /** Longest line that a search may look at. */
    public static final int MAX_MOVES = Job.MOST;

    private static final int MAX_JOBS = 1024;
    private final Member member;
    private final int mostMoves;
    /** Conducts the search on rank 0; null on other ranks. */
    private final Leader leader;

    private boolean closed;

    /** Settings that have to be known before the game is opened. */
    public static final class Setup {
        private int jobs = DEFAULT_JOBS;
        private int positions = DEFAULT_POSITIONS;
        private int moves = MAX_MOVES;

        private Setup() {}

        /** Sets the maximum number of jobs in a message, 1 to 1024. */
        public Setup jobsPerMessage(int jobsPerMessage) {
            jobs = checked("jobsPerMessage", jobsPerMessage, MAX_JOBS);
            return this;
        }

        /** Sets the number of positions in the tables of all ranks together, each of which takes 32 bytes. */
        public Setup tablePositions(int tablePositions) {
            positions = checked("tablePositions", tablePositions, Integer.MAX_VALUE);
            return this;
        }

        /** Sets the length of the longest line that is looked at, up to {@link #MAX_MOVES}: beyond it a puzzle counts as unsolvable. */
        public Setup mostMoves(int mostMoves) {
            moves = checked("mostMoves", mostMoves, MAX_MOVES);
            return this;
        }

        private static int checked(String name, int value, int most) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(name + " " + value + "; expected 1 to " + most);
            }
            return value;
        }

        /** Joins the job. All ranks do, with the same settings, and rules of the same game. */
        public Multigame init(Puzzle puzzle) {
            Objects.requireNonNull(puzzle, "puzzle");
            return new Multigame(new Member(Panda.init(), puzzle, jobs, positions), moves);
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    private Multigame(Member member, int mostMoves) {
        this.member = member;
        this.mostMoves = mostMoves;
        leader = member.rank() == 0 ? new Leader(member) : null;
    }

    /** This rank's number, from 0. */
    public int rank() {
        return member.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return member.size();
    }

    /**
     * Searches for the shortest line from a position to a goal. All ranks call this with the same position.
     *
     * @return the result, the same on all ranks; without a line if there is no goal within the limit
     * @throws MultigameException if a rank's position or rules are not those of rank 0
     */
    public Solution solve(Position start) {
        Objects.requireNonNull(start, "start");
        if (closed) {
            throw new MultigameException(rank(), "solve() after close()");
        }
        return leader != null ? leader.solve(start, mostMoves) : member.follow(start);
    }

    /** Leaves Multigame, and Panda if nothing else uses it. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            member.close();
        }
    }
}
