package org.bipj.reproduce.ssam;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Tables 4 to 6: SSAM beside Thekkath's remote memory, the usual layers, and parallel machines. */
public final class SsamComparison implements Experiment {
    public SsamComparison() {}

    @Override
    public Head head() {
        return new Head(
                "ssam-comparison",
                "SSAM beside remote memory, the usual layers over ATM, and parallel machines",
                "SSAM, sections 4 and 5, tables 4 to 6",
                List.of(Lab.SS20),
                """
                The numbers of ssam-remote, measured again, and Thekkath's remote memory on the same hosts: segments \
                that the kernel serves in an interrupt. The values of the others are the paper's, on their own \
                hardware.""");
    }

    @Override
    public boolean isComparison() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.cluster(Lab.SS20);
        KernelMemory kernel = KernelMemory.of(cluster);
        return new Results()
                .value("SSAM: read, round trip", SsamRemote.read(cluster))
                .value("SSAM: write, with its acknowledgement", SsamRemote.store(cluster)[1])
                .value("SSAM: bandwidth", SsamRemote.cells(cluster))
                .value("SSAM: block write", SsamRemote.bulk(cluster))
                .value("remote memory on the SS-20: read", kernel.read())
                .value("remote memory on the SS-20: write", kernel.write())
                .value("remote memory on the SS-20: control transfer, in addition", kernel.control())
                .valueIf(
                        !Double.isNaN(kernel.rate()),
                        "remote memory on the SS-20: block write",
                        kernel.rate(),
                        "cells of the block were lost: the fibre is faster than the owner's kernel takes them (ssam.interrupt),"
                                + " its input FIFO (atm.input) overflows, and remote memory repeats nothing");
    }
}
