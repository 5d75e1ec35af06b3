package org.bipj.samples.crl;

import java.util.Locale;
import org.bipj.crl.Crl;
import org.bipj.samples.Usage;

/** What the samples with CRL share: arguments that cannot be used, and the verdict. */
final class CrlSample {
    private CrlSample() {}

    /** The end of a sample that checks its own result; rank 0's counts. */
    record Outcome(boolean right, String found) {}

    /** A sample. */
    interface Program {
        /**
         * Runs on every rank.
         *
         * @throws Usage.WrongUsage on every rank, if the arguments or the number of ranks cannot be used
         */
        Outcome run(Crl crl, String[] args);
    }

    /**
     * Runs a sample on all ranks. Rank 0 prints its outcome, and ends the job if the result is wrong or the arguments cannot be
     * used.
     *
     * @param usage the sample's name and its arguments
     * @param cache regions whose copies a rank keeps after it has unmapped them
     */
    static void run(String usage, int cache, Program program, String[] args) {
        int exitCode = 0;
        try (Crl crl = Crl.setup().cache(cache).init()) {
            try {
                Outcome outcome = program.run(crl, args);
                if (crl.rank() == 0) {
                    int ranks = crl.size();
                    System.out.println(outcome.found + ", " + ranks + (ranks == 1 ? " rank: " : " ranks: ")
                            + (outcome.right ? "correct" : "WRONG"));
                    exitCode = outcome.right ? 0 : 1;
                }
                crl.barrier();
            } catch (Usage.WrongUsage e) {
                if (crl.rank() == 0) {
                    System.err.println(e.getMessage() + System.lineSeparator() + "usage: ./bipj sample " + usage);
                    System.err.flush();
                    exitCode = Usage.EXIT_CODE;
                }
            }
        }
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** A line with the operations that were counted. */
    static String operations(double counted) {
        return String.format(Locale.ROOT, "operations %.0f%n", counted);
    }

    /**
     * Returns an argument as a number.
     *
     * @throws Usage.WrongUsage if it is none, or out of range
     */
    static double number(String[] args, int index, String name, double otherwise, double least, double most) {
        if (index >= args.length) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(args[index]);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, as a number out of range is
        }
        throw new Usage.WrongUsage(
                name + " must be a number from " + least + " to " + most + " but is: " + args[index]);
    }

    /**
     * Returns whether an argument is there, which can only be one word.
     *
     * @throws Usage.WrongUsage if it is another one
     */
    static boolean word(String[] args, int index, String word) {
        if (index < args.length && !args[index].equals(word)) {
            throw new Usage.WrongUsage("expected " + word + " but got: " + args[index]);
        }
        return index < args.length;
    }
}
