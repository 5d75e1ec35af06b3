package org.bipj.sim.report;

import org.bipj.sim.kernel.VirtualTimeText;
import org.bipj.sim.net.NetObserver;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.Worm;

/**
 * Records the first worm that does not arrive whole, for the report of the run: the software may not be able to tell.
 */
public final class FirstLoss implements NetObserver {
    private String text = "";

    public FirstLoss() {}

    @Override
    public void lost(Worm worm, Loss why, NetworkTopology.End where, long now) {
        if (text.isEmpty()) {
            // Converted to text now, because messages are used again.
            text = worm.content + ", " + why.text() + " at " + where + " at " + VirtualTimeText.text(now);
        }
    }

    /** Which worm was lost, why, where and when; empty if none was. */
    public String text() {
        return text;
    }
}
