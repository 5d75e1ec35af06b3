package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * What a platform's constants say of its computers. Those of hosts, buses and board memories are read once, for all
 * nodes of a cluster: copies in each would fill the cache of the machine that simulates a thousand of them. A board
 * reads the few that it keeps.
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
