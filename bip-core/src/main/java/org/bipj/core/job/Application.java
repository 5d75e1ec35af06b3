package org.bipj.core.job;

/**
 * The program that a rank runs, among those of its job: {@code mpirun -n 1 java A : -n 3 java B} starts two (MPI 4.1,
 * sections 11.5 and 11.10.3).
 *
 * @param number from 0, in the order of the command line: the value of MPI_APPNUM
 * @param ranks how many ranks run it
 * @param command the name of the program that was started, as it was given
 */
public record Application(int number, int ranks, String command) {
    /** The program of a job that has only one. */
    public static Application only(int ranks) {
        return new Application(0, ranks, "java");
    }
}
