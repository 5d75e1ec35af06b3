package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * The constants of a platform's computers. Those of hosts, buses and board memories are read once for all nodes of a
 * cluster: a copy in each of a thousand nodes would fill the cache of the simulating machine. A board reads the few
 * others itself.
 */
public final class HardwareSettings {
    final Constants constants;
    final Host.Costs hostCosts;
    final IoBus.Rates busRates;
    final Sram.Rates sramRates;
    /** Seed of the hosts' random delays; null: there are none. */
    private Long jitterSeed;

    /**
     * Reads the constants of hosts, buses and board memories.
     *
     * @throws IllegalArgumentException if one is missing, or of another kind
     */
    public HardwareSettings(Constants constants) {
        this.constants = constants;
        hostCosts = new Host.Costs(constants);
        busRates = new IoBus.Rates(constants);
        sramRates = new Sram.Rates(constants);
    }

    /** Delays the work of hosts, and what arrives there, at random ({@link Host}). To be called before nodes are made. */
    public void jitter(long seed) {
        jitterSeed = seed;
    }

    /** The random delays of a host, which differ between hosts and depend on the seed. */
    Jitter jitterOf(int host) {
        return jitterSeed == null ? Jitter.NONE : Jitter.of(jitterSeed, host);
    }
}
