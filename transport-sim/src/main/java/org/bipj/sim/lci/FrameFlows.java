package org.bipj.sim.lci;

import java.util.function.IntFunction;
import org.bipj.core.protocol.Flows;
import org.bipj.core.protocol.MulticastTree;

/**
 * The flow of each frame.
 *
 * @param flows between a rank and all others
 * @param trees of the groups, by number
 */
record FrameFlows(Flows flows, IntFunction<MulticastTree> trees) {
    /** The flow to the receiver of a frame. */
    int of(LciFrame frame) {
        if (frame.kind != LciFrame.Kind.MULTICAST || flows.depths() == 1) {
            return flows.unicast(frame.to);
        }
        return flows.multicast(frame.to, trees.apply(frame.group).depth(frame.root, frame.to));
    }
}
