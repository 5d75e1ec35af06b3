package org.bipj.sim.report;

import org.bipj.sim.kernel.VirtualTime;
import org.bipj.sim.net.NetObserver;
import org.bipj.sim.net.Topology;
import org.bipj.sim.net.Worm;

/** The first worm that does not arrive whole: what the software may not be able to tell, for the report of the run. */
public final class FirstLoss implements NetObserver {
    private String text = "";

    /** No loss yet. */
    public FirstLoss() {}

    @Override
    public void lost(Worm worm, Loss why, Topology.End where, long now) {
        if (text.isEmpty()) {
            // Now, as what travels is used again.
            text = worm.content + ", " + why.text() + " at " + where + " at " + VirtualTime.text(now);
        }
    }

    /** Which worm, why, where and when; empty if there is none. */
    public String text() {
        return text;
    }
}
