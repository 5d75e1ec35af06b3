package org.bipj.sim.route;

import java.util.Arrays;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * A topology as arrays, for searches. Ends are numbered: port p of switch s is {@code s * ports + p}, and hosts follow
 * all ports. The number of an end is also that of the channel which leads away from it.
 */
final class Wiring {
    static final int NONE = -1;

    final int hosts;
    final int switches;
    final int ports;
    /** By end: the other end of its cable; {@link #NONE} without cable. */
    private final int[] across;

    Wiring(NetworkTopology topology) {
        hosts = topology.hosts();
        switches = topology.switches();
        ports = topology.ports();
        across = new int[switches * ports + hosts];
        Arrays.fill(across, NONE);
        for (Cable cable : topology.cables()) {
            across[number(cable.a())] = number(cable.b());
            across[number(cable.b())] = number(cable.a());
        }
    }

    private int number(End end) {
        return end.isHost() ? host(end.node()) : end(end.node(), end.port());
    }

    int ends() {
        return across.length;
    }

    int end(int switchNumber, int port) {
        return switchNumber * ports + port;
    }

    int host(int host) {
        return switches * ports + host;
    }

    int across(int end) {
        return across[end];
    }

    boolean isHost(int end) {
        return end >= switches * ports;
    }

    int hostOf(int end) {
        return end - switches * ports;
    }

    int switchOf(int end) {
        return end / ports;
    }

    int portOf(int end) {
        return end % ports;
    }

    /** The switch that a switch's port leads to; {@link #NONE} if none, or if it is the same switch. */
    int neighbour(int switchNumber, int port) {
        int other = across[end(switchNumber, port)];
        return other == NONE || isHost(other) || switchOf(other) == switchNumber ? NONE : switchOf(other);
    }

    /** The end of the switch that a host is attached to; {@link #NONE} if it is attached to none. */
    int attachment(int host) {
        int other = across[host(host)];
        return other == NONE || isHost(other) ? NONE : other;
    }

    /** True if a cable leads from one host straight to the other. */
    boolean isDirect(int from, int to) {
        return across[host(from)] == host(to);
    }

    void checkPair(int from, int to) {
        if (from < 0 || from >= hosts || to < 0 || to >= hosts) {
            throw new IllegalArgumentException(
                    "route from host " + from + " to host " + to + ": there are hosts 0 to " + (hosts - 1));
        }
        if (from == to) {
            throw new IllegalArgumentException("route from host " + from + " to itself");
        }
    }
}
