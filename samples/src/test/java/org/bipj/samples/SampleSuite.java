package org.bipj.samples;

import java.util.Arrays;
import java.util.Map;
import mpi.MPI;

/**
 * A program that runs several samples in one job, which starts once for all of them. Its arguments are words like
 * {@code life:20,5,FILE}; for each, rank 0 prints the name and "correct", or what is wrong.
 */
public final class SampleSuite {
    private static final Map<String, Verdict.Program> PROGRAMS = Map.of(
            "cannon", Cannon::run,
            "samplesort", SampleSort::run,
            "life", Life::run,
            "nbody", NBody::run,
            "montecarlo", MonteCarlo::run,
            "qr", Qr::run,
            "sor", Sor::run,
            "workers", Workers::run);

    private SampleSuite() {}

    /** Runs the samples. */
    public static void main(String[] args) {
        MPI.Init(args);
        for (String word : args) {
            String[] parts = word.split("[:,]");
            String outcome;
            try {
                String[] arguments = Arrays.copyOfRange(parts, 1, parts.length);
                Verdict verdict = PROGRAMS.get(parts[0]).run(MPI.COMM_WORLD, arguments);
                outcome = verdict.right() ? "correct" : "wrong: " + verdict.found();
            } catch (Usage.WrongUsage e) {
                outcome = e.getMessage();
            }
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.out.println(parts[0] + ": " + outcome);
            }
        }
        MPI.Finalize();
    }
}
