package org.bipj.reproduce.mpi;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.Results;

/**
 * Table 2: NAS IS, class A, on 4 processors. Most of its time is computation, which the network model does not cover.
 */
public final class NasIs implements Experiment {
    private static final int RANKS = 4;
    private static final char CLASS = 'A';
    private static final String COMPUTE = "host.compute";
    private static final String BUS = "bus.rate";

    /** The experiment. */
    public NasIs() {}

    @Override
    public String name() {
        return "nas-is";
    }

    @Override
    public String title() {
        return "NAS IS, class A, on 4 processors";
    }

    @Override
    public String section() {
        return "BIP, section 5.3, table 2";
    }

    @Override
    public String method() {
        return "The sample program, unchanged and with its official verification. For the seconds of communication,"
                + " computation is free. For the Mop/s it is charged per key, at a rate that was fitted to this very"
                + " result, which is therefore no evidence.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster free = lab.bip().with(COMPUTE, "0");
        double whole = sort(free)[0];
        double half = sort(free.with(BUS, String.valueOf(lab.bip().constant(BUS) / 2)))[0];
        double mops = sort(lab.bip())[1];
        return new Results()
                .value("communication", whole)
                .value("communication at half the PCI rate", half)
                .value("communication at half the PCI rate over that at the whole", half / whole)
                .value("Mop/s per node", mops / RANKS);
    }

    private static double[] sort(Cluster cluster) {
        double[] result = RankClasses.run(cluster, RANKS, IsProgram.class, new int[] {CLASS}, "org.bipj.samples.");
        if (result[2] != 1) {
            throw new IllegalStateException("NAS IS did not verify");
        }
        return result;
    }
}
