package org.bipj.am2;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;

/** The patterns over a fabric with small packets and tiny windows. A deadlock is found by counting turns. */
class AmPatternsTest extends AmPatterns {
    @Override
    protected Fabric fabric(int ranks) {
        return new LoopFabric(
                new LoopOptions().ranks(ranks).packets(200, 2).eager(128, 768).delay(ranks > 10 ? 0 : 300));
    }
}
