package org.bipj.samples;

import mpi.MPI;

/** The reaction of a sample to arguments that it cannot use. */
public final class Usage {
    /** The exit code of a program that was called wrongly. */
    public static final int EXIT_CODE = 2;

    private Usage() {}

    /** Says that the program was called wrongly. Thrown by every rank alike, before they exchange a message. */
    public static final class WrongUsage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * A refusal.
         *
         * @param problem what is wrong and what was expected
         */
        public WrongUsage(String problem) {
            super(problem);
        }
    }

    /**
     * Ends a job whose arguments cannot be used: rank 0 prints the problem and the usage and aborts the job with
     * {@link #EXIT_CODE}. Called by every rank, between Init and Finalize; the caller returns from main after it.
     *
     * @param usage the sample's name and its arguments
     * @param problem what is wrong
     */
    public static void refuse(String usage, String problem) {
        abort(usage, problem);
        MPI.Finalize();
    }

    /** As {@link #refuse}, but without Finalize: rank 0 ends the job, and the other ranks return. */
    static void abort(String usage, String problem) {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.err.println(problem + System.lineSeparator() + "usage: ./bipj sample " + usage);
            System.err.flush();
            MPI.COMM_WORLD.abort(EXIT_CODE);
        }
    }

    /**
     * Returns an argument as a whole number.
     *
     * @param args the program's arguments
     * @param index which of them
     * @param name its meaning, for the error
     * @param otherwise the value if there are fewer arguments
     * @param max the largest value allowed; the smallest is 1
     * @throws WrongUsage if it is no whole number or out of range
     */
    public static int positive(String[] args, int index, String name, int otherwise, int max) {
        if (index >= args.length) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(args[index]);
            if (value >= 1 && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, as a number out of range is
        }
        throw new WrongUsage(name + " must be a whole number from 1 to " + max + " but is: " + args[index]);
    }

    /**
     * Checks that there is something for each rank.
     *
     * @param name the meaning of the value, for the error
     * @throws WrongUsage if the value is less than the number of ranks
     */
    static void atLeastRanks(String name, int value, int ranks) {
        if (value < ranks) {
            throw new WrongUsage(name + " must be at least the number of ranks, " + ranks + ", but is: " + value);
        }
    }

    /**
     * Checks that there are not too many arguments.
     *
     * @throws WrongUsage if there are more than {@code max}
     */
    public static void atMost(String[] args, int max) {
        if (args.length > max) {
            throw new WrongUsage("expected at most " + max + " arguments but got: " + String.join(" ", args));
        }
    }
}
