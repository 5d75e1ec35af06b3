package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FlowsProps {
    @Property(tries = 100)
    void eachPeerAndDepthHasAFlow(@ForAll @IntRange(min = 1, max = 200) int peers) {
        Flows flows = Flows.perDepth(peers);
        Set<Integer> seen = new HashSet<>();
        for (int peer = 0; peer < peers; peer++) {
            for (int depth = 1; depth <= Math.max(1, MulticastTree.height(peers)); depth++) {
                int flow = flows.multicast(peer, depth);
                assertTrue(flow >= 0 && flow < flows.count() && seen.add(flow), "flow " + flow);
                assertEquals(peer, flows.peer(flow));
                assertEquals(flow, flows.flow(peer, flows.number(flow)));
            }
            assertEquals(flows.multicast(peer, MulticastTree.height(Math.max(2, peers))), flows.unicast(peer));
        }
        assertEquals(flows.count(), seen.size());
        assertEquals(flows.count(), peers * flows.depths());
    }

    /** The sum of the design: 64 senders at 6 depths take 384 of 512 buffers with one packet each. */
    @Example
    void theWindowsOf64Boards() {
        assertEquals(384, Flows.perDepth(64).count());
        assertEquals(1, Flows.perDepth(64).window(512, 8));
        assertEquals(0, Flows.perDepth(64).window(256, 8));
        assertEquals(8, Flows.perPeer(64).window(512, 8));
        assertEquals(4, Flows.perPeer(64).window(256, 8));
        assertEquals(8, Flows.perPeer(4).window(512, 8));
        assertNotEquals(Flows.perDepth(4).multicast(1, 1), Flows.perDepth(4).unicast(1));
        assertEquals(Flows.perPeer(4).multicast(1, 1), Flows.perPeer(4).unicast(1));
    }
}
