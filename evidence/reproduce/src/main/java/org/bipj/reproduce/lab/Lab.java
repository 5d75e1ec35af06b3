package org.bipj.reproduce.lab;

import java.util.List;
import java.util.function.Consumer;

/**
 * The environment of an experiment.
 *
 * @param factory creates clusters
 * @param overrides constants that the user has changed, each {@code KEY=VALUE}
 * @param seed of all random choices
 * @param progress is told what begins, by experiments that take minutes
 */
public record Lab(Cluster.Factory factory, List<String> overrides, long seed, Consumer<String> progress) {
    /** The platform of the BIP paper: Pentium Pro 200 MHz, PCI, one switch. */
    public static final String BIP = "bip-ppro200";

    /** The platform of the Active Messages II papers. */
    public static final String NOW = "now100";

    /** The platform of the LCI paper. */
    public static final String DAS = "das64";

    /** The platform of the SSAM paper's SPARCstation-20s. */
    public static final String SS20 = "ss20-atm";

    /** The platform of the SSAM paper's SPARCstation-1+s. */
    public static final String SS1 = "ss1plus-atm";

    /** An environment in which nobody is told of progress. */
    public Lab(Cluster.Factory factory, List<String> overrides, long seed) {
        this(factory, overrides, seed, begins -> {});
    }

    /** A cluster of the BIP paper's machines. */
    public Cluster bip() {
        return cluster(BIP);
    }

    /** A cluster of a platform, with the user's changes. */
    public Cluster cluster(String platform) {
        return factory.of(platform, overrides, seed);
    }
}
