package org.bipj.launch.mpirun.job;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.bipj.core.runtime.Client;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/**
 * The errors of ranks that end with exit code 0 and have not closed what they opened, or have not initialised the library, while
 * another rank of the job has. As long as no rank has initialised it, the program does not use the library, and this is no error.
 */
public final class OutOfStep {
    /** The exit code of a job that ends for this error. */
    public static final int EXIT_CODE = 1;

    /** How often to look whether a rank initialises the library after another has ended without doing so. */
    public static final long POLL_MS = 20;

    private OutOfStep() {}

    /**
     * The error of a rank that has ended before it has closed everything.
     *
     * @param client number of the client that has been open the longest
     */
    public static String unfinished(int client) {
        return "exited with code 0 after "
                + (isMpi(client)
                        ? "MPI.Init, without MPI.Finalize"
                        : "opening " + Client.words(client) + ", without closing it");
    }

    /** The error of a rank that has ended without initialising the library; null as long as no rank that lives has initialised it. */
    public static String reason(BoardView board) {
        return reason(board.ranks(), rank -> isInitialised(board.state(rank)), board::opened);
    }

    /** A rank that is dead may never have done so. */
    private static boolean isInitialised(int state) {
        return state != Board.ABSENT && state != Board.DEAD;
    }

    /**
     * The error of a rank that has ended without initialising the library; null as long as no rank has initialised it.
     *
     * @param hasInitialised whether a rank has initialised the library
     * @param opened number of the client by which it has done that
     */
    public static String reason(int ranks, IntPredicate hasInitialised, IntUnaryOperator opened) {
        for (int rank = 0; rank < ranks; rank++) {
            if (hasInitialised.test(rank)) {
                int client = opened.applyAsInt(rank);
                return "exited with code 0 without "
                        + (isMpi(client)
                                ? "MPI.Init, which rank " + rank + " has called"
                                : "opening " + Client.words(client) + ", which rank " + rank + " has opened");
            }
        }
        return null;
    }

    /** One-sided communication is a part of MPI that joins after it. */
    private static boolean isMpi(int client) {
        return client == Client.MPI.ordinal() || client == Client.ONE_SIDED.ordinal();
    }
}
