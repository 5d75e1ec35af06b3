package org.bipj.sim.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteCheckTest {
    /** A ring of four switches, port 6 to the next one's port 7, a host at each port 0. */
    private static NetworkTopology ring() {
        NetworkTopology topology = new NetworkTopology(4, 4, 8);
        for (int s = 0; s < 4; s++) {
            topology.connect(End.host(s), End.ofSwitch(s, 0), 1);
            topology.connect(End.ofSwitch(s, 6), End.ofSwitch((s + 1) % 4, 7), 1);
        }
        return topology;
    }

    private static RouteCheck check() {
        return new RouteCheck(ring(), RouteCheck.Names.NUMBERS);
    }

    @Test
    void routesThatOnlyGoRoundARingCanDeadlockAndTheCircleIsNamed() {
        RouteCheck check = check();
        for (int from = 0; from < 4; from++) {
            check.add(from, (from + 2) % 4, new byte[] {6, -1, -7});
        }
        assertEquals(
                List.of("switch 0 port 6", "switch 1 port 6", "switch 2 port 6", "switch 3 port 6"), check.cycle());
    }

    @Test
    void oneRouteLessAndTheRingIsFree() {
        RouteCheck check = check();
        for (int from = 0; from < 3; from++) {
            check.add(from, (from + 2) % 4, new byte[] {6, -1, -7});
        }
        assertEquals(List.of(), check.cycle());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "0 1 6 => it ends at switch 1 port 7",
                "0 1 6 -1 -7 => it ends at host 2",
                "0 1 0 => turn 1 of 0 at switch 0 port 0 leads back",
                "0 1 -1 => turn 1 of -1 at switch 0 port 0 leads to port -1 of 8",
                "0 1 8 => turn 1 of 8 at switch 0 port 0 leads to port 8 of 8",
                "0 1 3 => there is no cable at switch 0 port 3",
                "0 1 6 -7 2 => it has already reached host 1 before turn 3",
            })
    void aRouteThatDoesNotArriveIsRefusedWhereItFails(String pairAndTurns, String what) {
        String[] words = pairAndTurns.split(" ");
        byte[] route = new byte[words.length - 2];
        for (int i = 0; i < route.length; i++) {
            route[i] = Byte.parseByte(words[i + 2]);
        }
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> check().add(0, 1, route));
        assertEquals("route " + Arrays.toString(route) + " from host 0 to host 1: " + what, e.getMessage());
    }

    @Test
    void aPairThatIsNoPairIsRefused() {
        assertEquals(
                "route from host 0 to host 4: there are hosts 0 to 3",
                assertThrows(IllegalArgumentException.class, () -> check().add(0, 4, new byte[0]))
                        .getMessage());
        assertEquals(
                "route from host 2 to itself",
                assertThrows(IllegalArgumentException.class, () -> check().add(2, 2, new byte[0]))
                        .getMessage());
    }

    @Test
    void twoHostsAtOneCableNeedNoTurn() {
        NetworkTopology topology = new NetworkTopology(2, 0, 8);
        topology.connect(End.host(0), End.host(1), 1);
        new RouteCheck(topology, RouteCheck.Names.NUMBERS).addAll(new UpDown(topology, 1));
    }
}
