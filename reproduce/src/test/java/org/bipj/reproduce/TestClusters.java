package org.bipj.reproduce;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;

/** The simulated cluster, for tests of experiments in their own packages. */
public final class TestClusters {
    private TestClusters() {}

    /** A platform with some constants changed, each {@code KEY=VALUE}. */
    public static Cluster of(String platform, List<String> overrides) {
        return SimulatedCluster.of(platform, overrides, 1);
    }
}
