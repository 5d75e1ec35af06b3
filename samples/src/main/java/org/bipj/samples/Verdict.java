package org.bipj.samples;

import mpi.Intracomm;
import mpi.MPI;

/**
 * The end of a sample that checks its own result.
 *
 * @param right whether the result is right; rank 0's counts
 * @param found the result in a few words
 */
record Verdict(boolean right, String found) {

    /** A sample, between Init and Finalize. */
    interface Program {
        /**
         * Runs the sample; called by every rank.
         *
         * @param args the sample's arguments
         * @return the verdict; only rank 0's is used
         * @throws Usage.WrongUsage on every rank, if the arguments or the number of ranks cannot be used
         */
        Verdict run(Intracomm comm, String[] args);
    }

    /**
     * Runs a sample on all ranks. Rank 0 prints its verdict in one line, and aborts the job if the result is wrong or
     * the arguments cannot be used.
     *
     * @param usage the sample's name and its arguments
     */
    static void print(String usage, Program program, String[] args) {
        Verdict verdict;
        try {
            verdict = program.run(MPI.COMM_WORLD, args);
        } catch (Usage.WrongUsage e) {
            Usage.abort(usage, e.getMessage());
            return;
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            int ranks = MPI.COMM_WORLD.getSize();
            System.out.println(verdict.found + ", " + ranks + (ranks == 1 ? " rank: " : " ranks: ") + verdict.word());
            if (!verdict.right) {
                MPI.COMM_WORLD.abort(1);
            }
        }
    }

    private String word() {
        return right ? "correct" : "WRONG";
    }
}
