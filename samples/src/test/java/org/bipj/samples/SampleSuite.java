package org.bipj.samples;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

/**
 * A program that runs several samples in one job, which starts once for all of them. Its arguments are words like
 * {@code life:20,5,FILE}; for each, rank 0 prints the name and "correct", or what is wrong.
 */
public final class SampleSuite {
    private SampleSuite() {}

    /** The method {@code run} of the sample of a name. */
    private static MethodHandle program(String name) throws ReflectiveOperationException {
        Class<?> main = Class.forName(Samples.find(name).className());
        MethodType type = MethodType.methodType(Verdict.class, Intracomm.class, String[].class);
        return MethodHandles.lookup().findStatic(main, "run", type);
    }

    /** Runs the samples. */
    public static void main(String[] args) throws Throwable {
        MPI.Init(args);
        for (String word : args) {
            String[] parts = word.split("[:,]");
            String outcome;
            try {
                String[] arguments = Arrays.copyOfRange(parts, 1, parts.length);
                Verdict verdict = (Verdict) program(parts[0]).invokeExact(MPI.COMM_WORLD, arguments);
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
