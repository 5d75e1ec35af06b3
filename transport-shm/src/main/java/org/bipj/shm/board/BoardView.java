package org.bipj.shm.board;

/** The launcher's view of the {@link Board} of its job. */
public interface BoardView {
    /** The number of ranks that the board has records of. */
    int ranks();

    /** {@link Board#ABSENT}, {@link Board#STARTED}, {@link Board#FINISHED}, {@link Board#ABORTED} or {@link Board#DEAD}. */
    int state(int rank);

    /** Number of the client of a rank that has been open the longest, or was closed last; of a rank that is not {@link Board#ABSENT}. */
    int opened(int rank);

    /**
     * True if a rank has finalised the library for good: its program is over, or it keeps no port with which it could initialise the
     * library again. A rank that has died is over, too.
     */
    default boolean isOver(int rank) {
        int state = state(rank);
        return state == Board.DEAD || state == Board.FINISHED && (!isDormant(rank) || isGone(pid(rank)));
    }

    /** True if a rank that has finalised the library keeps its port, as far as it could say that. */
    boolean isDormant(int rank);

    private static boolean isGone(long pid) {
        return pid != 0 && !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Process id that a rank gave when it joined the job; 0 before. */
    long pid(int rank);

    /** How many requests ranks have left for the launcher. */
    int asked();

    /** Exit code with which an {@link Board#ABORTED} rank wants to end the job. */
    int exitCode(int rank);

    /** Why an {@link Board#ABORTED} rank ends the job, or how a {@link Board#DEAD} one has died. */
    String reason(int rank);
}
