package org.bipj.reproduce.mpi;

import java.util.List;
import java.util.Locale;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;
import org.bipj.reproduce.lab.Results;

/**
 * Table 2: a NAS kernel, class A, on 4 processors. Most of its time is computation, which the network model does not
 * cover: it is charged at a rate that was fitted to the kernel's own result. What is predicted is the rest of the time,
 * and how it changes with the I/O bus.
 */
public final class NasKernel implements Experiment {
    private static final int RANKS = 4;
    private static final int PERCENT = 100;

    /** Steps are alike: with 1, 3 and 6 of them the Mop/s of LU are the same within 0.001 %, those of SP within 0.04 %. */
    private static final int STEPS = 3;

    private static final String BUS = "bus.rate";
    private static final String DMA_READ = "bus.dma.read.rate";
    private static final String DMA_WRITE = "bus.dma.write.rate";

    private final String kernel;
    private final String method;
    private final Class<? extends RankProgram> program;
    private final int[] arguments;

    private NasKernel(String kernel, String method, Class<? extends RankProgram> program, int... arguments) {
        this.kernel = kernel;
        this.method = method;
        this.program = program;
        this.arguments = arguments;
    }

    /** The kernel IS: integer sort. */
    public static NasKernel is() {
        return new NasKernel(
                "IS", "The sample program, unchanged and with its official verification.", IsProgram.class, 'A');
    }

    /** The flow of a gas, by scalar pentadiagonal systems. */
    public static NasKernel sp() {
        return new NasKernel("SP", steps(400), StepsProgram.class, StepsProgram.SP, 'A', STEPS);
    }

    /** The flow of a gas, by symmetric over-relaxation. */
    public static NasKernel lu() {
        return new NasKernel("LU", steps(250), StepsProgram.class, StepsProgram.LU, 'A', STEPS);
    }

    private static String steps(int all) {
        return STEPS + " of the sample program's " + all + " time steps, after one untimed. All steps send the same"
                + " messages and charge the same, so that a step of these takes the virtual time of one of a whole"
                + " run. Whole runs are verified by tests.";
    }

    @Override
    public Head head() {
        return new Head(
                "nas-" + kernel.toLowerCase(Locale.ROOT),
                "NAS " + kernel + ", class A, on 4 processors",
                "BIP, section 5.3, table 2",
                List.of(Lab.BIP),
                method + " Computation is charged at a rate that was fitted to this very result, which is therefore no"
                        + " evidence. Communication is all time in which a rank does not compute, mean over the ranks: it"
                        + " includes waiting for ranks that still compute.");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        Run run = run(cluster);
        Cluster twice = scaled(cluster, BUS, 2);
        Results results = new Results()
                .value("Mop/s per node", run.mops)
                .value("share of communication", PERCENT * run.communication);
        compare(results, "half the PCI rate", run, scaled(cluster, BUS, 0.5));
        compare(results, "twice the PCI rate", run, twice);
        compare(results, "twice, and the board's DMA with it", run, scaled(scaled(twice, DMA_READ, 2), DMA_WRITE, 2));
        return results;
    }

    private void compare(Results results, String change, Run before, Cluster cluster) {
        Run after = run(cluster);
        results.value(change + ": Mop/s per node", after.mops)
                .value(change + ": communication over that before", after.perComputation() / before.perComputation());
    }

    /** The Mop/s of a node, and which part of the time is communication. */
    private record Run(double mops, double communication) {
        /** Communication over computation, which takes the same time on every bus. */
        double perComputation() {
            return communication / (1 - communication);
        }
    }

    private Run run(Cluster cluster) {
        double[] result = RankClasses.run(cluster, RANKS, program, arguments, "org.bipj.samples.");
        return new Run(result[0] / RANKS, 1 - result[1]);
    }

    private static Cluster scaled(Cluster cluster, String key, double factor) {
        return cluster.with(key, String.valueOf(factor * cluster.constant(key)));
    }
}
