package org.bipj.launch.job;

import java.util.function.IntPredicate;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/**
 * The error of a rank that ends with exit code 0 and has not called MPI.Init, while another rank of the job has called
 * it. As long as no rank has called it, the program does not use the library, and this is no error.
 */
public final class OutOfStep {
    /** Exit code of such a job. */
    public static final int EXIT_CODE = 1;

    /** How often to look whether a rank initialises the library after another has ended without doing so. */
    public static final long POLL_MS = 20;

    private OutOfStep() {}

    /** The error of a rank that has ended without MPI.Init; null as long as no rank has called it. */
    public static String reason(BoardView board) {
        return reason(board.ranks(), rank -> board.state(rank) != Board.ABSENT);
    }

    /**
     * What is wrong with a rank that has ended without MPI.Init; null as long as no rank has called it.
     *
     * @param hasInitialised whether a rank has called MPI.Init
     */
    public static String reason(int ranks, IntPredicate hasInitialised) {
        for (int rank = 0; rank < ranks; rank++) {
            if (hasInitialised.test(rank)) {
                return "exited with code 0 without MPI.Init, which rank " + rank + " has called";
            }
        }
        return null;
    }
}
