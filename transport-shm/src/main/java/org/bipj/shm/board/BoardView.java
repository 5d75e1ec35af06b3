package org.bipj.shm.board;

/** The launcher's view of the {@link Board} of its job. */
public interface BoardView {
    /** Number of ranks. */
    int ranks();

    /** {@link Board#ABSENT}, {@link Board#STARTED}, {@link Board#FINISHED} or {@link Board#ABORTED}. */
    int state(int rank);

    /** Process id that a rank gave when it joined the job; 0 before. */
    long pid(int rank);

    /** Exit code with which an {@link Board#ABORTED} rank wants to end the job. */
    int exitCode(int rank);

    /** Why an {@link Board#ABORTED} rank ends the job. */
    String reason(int rank);
}
