package org.bipj.reproduce;

import java.util.List;

/** The simulated cluster of {@code transport-sim}. */
final class SimulatedCluster {
    private SimulatedCluster() {}

    static Cluster of(String platform, List<String> overrides, long seed) {
        throw new UnsupportedOperationException("the simulated cluster is not put together yet: platform " + platform);
    }
}
