package org.bipj.reproduce.mpi;

import java.util.List;
import org.bipj.reproduce.bip.BipMeasurements;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Table 1: the two rows that are simulated. */
public final class TableOne implements Experiment {
    public TableOne() {}

    @Override
    public Head head() {
        return new Head(
                "table-1",
                "Table 1: BIP and MPI-BIP among the machines of 1998",
                "BIP, section 5, table 1",
                List.of(Lab.BIP),
                """
                The numbers of the experiments above, measured again with 5 round trips per size. The values of the \
                other machines are the paper's; the round trips are from tables 5 and 6 of the SSAM paper.""");
    }

    @Override
    public boolean isComparison() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        double bip = BipMeasurements.peak(cluster);
        double mpi = MpiBip.peak(cluster);
        return new Results()
                .value("BIP latency", BipMeasurements.latency(cluster))
                .value("BIP bandwidth", bip)
                .value("BIP N1/2", BipMeasurements.half(cluster, bip))
                .value("MPI-BIP latency", MpiBip.latency(cluster))
                .value("MPI-BIP bandwidth", mpi)
                .value("MPI-BIP N1/2", MpiBip.half(cluster, mpi));
    }
}
