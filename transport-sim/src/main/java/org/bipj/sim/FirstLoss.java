package org.bipj.sim;

import org.bipj.sim.kernel.VirtualTime;
import org.bipj.sim.net.NetObserver;
import org.bipj.sim.net.Topology;
import org.bipj.sim.net.Worm;

/** The first worm that does not arrive whole: what the software may not be able to tell, for the report of the run. */
final class FirstLoss implements NetObserver {
    private String text = "";

    @Override
    public void lost(Worm worm, Loss why, Topology.End where, long now) {
        if (text.isEmpty()) {
            // Now, as what travels is used again.
            text = worm.content + ", " + why.text() + " at " + where + " at " + VirtualTime.text(now);
        }
    }

    /** Which worm, why, where and when; empty if there is none. */
    String text() {
        return text;
    }
}
