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
}
