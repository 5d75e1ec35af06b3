package org.bipj.reproduce.lab;

import java.util.List;

/**
 * The environment of an experiment.
 *
 * @param factory creates clusters
 * @param overrides constants that the user has changed, each {@code KEY=VALUE}
 * @param seed of all random choices
 */
public record Lab(Cluster.Factory factory, List<String> overrides, long seed) {
    /** The two-node platform of the BIP paper: Pentium Pro 200 MHz, PCI, one switch. */
    private static final String BIP_PLATFORM = "bip-ppro200";

    /** The BIP paper's machines. */
    public Cluster bip() {
        return cluster(BIP_PLATFORM);
    }

    /** Machines of a platform. */
    public Cluster cluster(String platform) {
        return factory.of(platform, overrides, seed);
    }
}
