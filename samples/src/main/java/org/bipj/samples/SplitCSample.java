package org.bipj.samples;

import org.bipj.splitc.SplitC;
import org.bipj.splitc.SpreadInts;

/** What the samples with Split-C share: arguments that cannot be used, and the verdict of all ranks. */
final class SplitCSample {
    private SplitCSample() {}

    /** The part of a sample that runs with Split-C. */
    interface Program {
        /** Runs on every rank; returns the number of values of this rank that are wrong. */
        int run(SplitC sc);
    }

    /** The sentence that rank 0 prints about the result. */
    interface Found {
        /** The result in a few words. */
        String words();
    }

    /**
     * Runs a sample on all ranks. Rank 0 prints one line, and ends the job if a value of any rank is wrong.
     *
     * @param memory bytes of global memory that each rank needs
     */
    static void run(long memory, Program program, Found found) {
        boolean right;
        try (SplitC sc = SplitC.setup().memory(memory + SplitC.DEFAULT_MEMORY).init()) {
            int wrong = program.run(sc);
            SpreadInts all = sc.allSpreadInts(sc.size());
            all.write(sc.rank(), wrong);
            sc.barrier();
            int sum = 0;
            for (int from = 0; from < sc.size() && sc.rank() == 0; from++) {
                sum += all.read(from);
            }
            right = sum == 0;
            if (sc.rank() == 0) {
                int ranks = sc.size();
                System.out.println(found.words() + ", " + ranks + (ranks == 1 ? " rank: " : " ranks: ")
                        + (right ? "correct" : "WRONG"));
            }
        }
        if (!right) {
            System.exit(1);
        }
    }

    /** Ends a job whose arguments cannot be used: rank 0 prints the problem and the usage. */
    static void refuse(String usage, Usage.WrongUsage problem) {
        int rank;
        try (SplitC sc = SplitC.init()) {
            rank = sc.rank();
        }
        if (rank == 0) {
            System.err.println(problem.getMessage() + System.lineSeparator() + "usage: ./bipj sample " + usage);
            System.err.flush();
            System.exit(Usage.EXIT_CODE);
        }
    }
}
