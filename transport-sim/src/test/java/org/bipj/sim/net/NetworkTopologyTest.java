package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.bipj.sim.net.NetworkTopology.End;
import org.junit.jupiter.api.Test;

/** Cables between ends that exist and are free. */
class NetworkTopologyTest {
    private final NetworkTopology topology = new NetworkTopology(2, 2, 8);

    private void assertRefused(End a, End b, String why) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> topology.connect(a, b, 3), () -> a + " to " + b);
        assertEquals(why, e.getMessage());
    }

    @Test
    void an_end_that_does_not_exist_is_refused() {
        String among = " among 2 hosts and 2 switches of 8 ports";
        End free = End.ofSwitch(0, 0);
        for (End none : List.of(
                End.host(2),
                End.host(-1),
                new End(true, 0, 1),
                End.ofSwitch(2, 0),
                End.ofSwitch(-1, 0),
                End.ofSwitch(1, 8),
                End.ofSwitch(1, -1))) {
            assertRefused(none, free, "no " + none + among);
            assertRefused(free, none, "no " + none + among);
        }
        assertEquals(List.of(), topology.cables());
    }

    @Test
    void an_end_has_one_cable() {
        topology.connect(End.host(0), End.ofSwitch(0, 7), 3);
        assertRefused(End.host(0), End.ofSwitch(1, 0), "host 0 already has a cable");
        assertRefused(End.ofSwitch(1, 0), End.ofSwitch(0, 7), "switch 0 port 7 already has a cable");
        assertRefused(End.ofSwitch(1, 7), End.ofSwitch(1, 7), "cable from switch 1 port 7 to itself");
        assertEquals(List.of(new NetworkTopology.Cable(End.host(0), End.ofSwitch(0, 7), 3)), topology.cables());
    }
}
