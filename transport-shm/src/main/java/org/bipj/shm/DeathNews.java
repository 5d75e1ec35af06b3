package org.bipj.shm;

import java.util.function.IntPredicate;
import org.bipj.shm.board.Board;

/** The ranks of a job that have died, and of which a port has not told its client. */
final class DeathNews {
    private final Board board;
    private final int first;
    /** By rank. */
    private final boolean[] told;
    /** How many deaths the board had counted when all of them had been told. */
    private int seen;

    /**
     * Of a job.
     *
     * @param first the number of its rank 0 on the port
     */
    DeathNews(Board board, int first) {
        this.board = board;
        this.first = first;
        told = new boolean[board.ranks()];
    }

    /** The number of the job's rank 0 on the port. */
    int first() {
        return first;
    }

    /** True if ranks have died that have not been told of. */
    boolean areThere() {
        return board.deaths() != seen;
    }

    /**
     * Tells of each rank once.
     *
     * @param teller gets the rank's number on the port, and returns false if it is to be told of later
     * @return how many have been told of
     */
    int tell(IntPredicate teller) {
        int deaths = board.deaths();
        int count = 0;
        boolean all = true;
        for (int rank = 0; rank < told.length; rank++) {
            if (!told[rank] && board.state(rank) == Board.DEAD) {
                // First: the teller may throw what its client throws.
                told[rank] = true;
                if (teller.test(first + rank)) {
                    count++;
                } else {
                    told[rank] = false;
                    all = false;
                }
            }
        }
        if (all) {
            seen = deaths;
        }
        return count;
    }

    /** What has become of a rank, in a sentence without its full stop. */
    String why(int number) {
        int rank = number - first;
        String name = board.job() == 0 ? Integer.toString(rank) : board.job() + "." + rank;
        return "rank " + name + " " + board.reason(rank);
    }
}
