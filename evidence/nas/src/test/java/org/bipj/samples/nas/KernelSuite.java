package org.bipj.samples.nas;

import java.util.LinkedHashMap;
import java.util.Map;
import mpi.MPI;
import org.bipj.samples.Usage;
import org.bipj.samples.nas.bt.BlockTridiagonal;
import org.bipj.samples.nas.cg.ConjugateGradient;
import org.bipj.samples.nas.ep.EmbarrassinglyParallel;
import org.bipj.samples.nas.ft.FourierTransform;
import org.bipj.samples.nas.is.IntegerSort;
import org.bipj.samples.nas.lu.LowerUpper;
import org.bipj.samples.nas.mg.MultiGrid;
import org.bipj.samples.nas.sp.ScalarPentadiagonal;

/**
 * A program that runs several kernels in one job, which starts once for all of them. Its arguments are words like
 * {@code lu:S}; for each, rank 0 prints whether the kernel verified.
 */
public final class KernelSuite {
    private static final Map<String, NasProgram.Kernel> KERNELS = new LinkedHashMap<>();

    static {
        KERNELS.put("is", IntegerSort::run);
        KERNELS.put("ep", EmbarrassinglyParallel::run);
        KERNELS.put("cg", ConjugateGradient::run);
        KERNELS.put("mg", MultiGrid::run);
        KERNELS.put("ft", FourierTransform::run);
        KERNELS.put("ft2x2", (comm, problemClass) -> FourierTransform.run(comm, problemClass, 2));
        KERNELS.put("lu", LowerUpper::run);
        KERNELS.put("sp", ScalarPentadiagonal::run);
        KERNELS.put("bt", BlockTridiagonal::run);
    }

    private KernelSuite() {}

    /** Runs the kernels. */
    public static void main(String[] args) {
        MPI.Init(args);
        for (String word : args) {
            String[] parts = word.split(":");
            String outcome;
            try {
                NasReport report = KERNELS.get(parts[0]).run(MPI.COMM_WORLD, parts[1].charAt(0));
                outcome = report.verified() ? "verified" : "wrong: " + report;
            } catch (Usage.WrongUsage e) {
                outcome = e.getMessage();
            }
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.out.println(word + " " + outcome);
            }
        }
        MPI.Finalize();
    }
}
