package org.bipj.reproduce;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;

/** The simulated cluster, for tests of experiments in their own packages. */
public final class TestClusters {
    private TestClusters() {}

    /** A platform with some constants changed, each {@code KEY=VALUE}. */
    public static Cluster of(String platform, List<String> overrides) {
        return of(platform, overrides, 1);
    }

    /** The same with another seed. */
    public static Cluster of(String platform, List<String> overrides, long seed) {
        return SimulatedCluster.of(platform, overrides, seed);
    }
}
