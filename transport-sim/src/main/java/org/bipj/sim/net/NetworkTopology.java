package org.bipj.sim.net;

import java.util.ArrayList;
import java.util.List;

/**
 * Hosts with one port each, switches with several, and the cables between two ports. Hosts and switches are numbered
 * separately, each from 0.
 */
public final class NetworkTopology {
    /** One end of a cable: a host (its port is 0) or a port of a switch. */
    public record End(boolean isHost, int node, int port) {
        /** The end of a cable at a host. */
        public static End host(int host) {
            return new End(true, host, 0);
        }

        /** The end of a cable at a port of a switch. */
        public static End ofSwitch(int number, int port) {
            return new End(false, number, port);
        }

        @Override
        public String toString() {
            return isHost ? "host " + node : "switch " + node + " port " + port;
        }
    }

    /** A full-duplex cable between two ends. */
    public record Cable(End a, End b, double metres) {
        /** The end of this cable that is not the given one. */
        public End other(End end) {
            return end.equals(a) ? b : a;
        }
    }

    private final Cable[] ofHost;
    private final Cable[][] ofSwitch;
    private final List<Cable> cables = new ArrayList<>();

    /** A topology of hosts and switches that no cables connect yet. */
    public NetworkTopology(int hosts, int switches, int portsPerSwitch) {
        ofHost = new Cable[hosts];
        ofSwitch = new Cable[switches][portsPerSwitch];
    }

    /** Number of hosts. */
    public int hosts() {
        return ofHost.length;
    }

    /** Number of switches. */
    public int switches() {
        return ofSwitch.length;
    }

    /** How many ports each switch has. */
    public int ports() {
        return ofSwitch.length == 0 ? 0 : ofSwitch[0].length;
    }

    /** The cables, in the order in which they were connected. */
    public List<Cable> cables() {
        return cables;
    }

    /**
     * Connects two free ends by a cable.
     *
     * @throws IllegalArgumentException if an end does not exist or has a cable
     */
    public void connect(End a, End b, double metres) {
        check(a);
        check(b);
        if (a.equals(b)) {
            throw new IllegalArgumentException("cable from " + a + " to itself");
        }
        Cable cable = new Cable(a, b, metres);
        put(a, cable);
        put(b, cable);
        cables.add(cable);
    }

    /** The cable at an end; null if there is none. */
    public Cable at(End end) {
        return end.isHost() ? ofHost[end.node()] : ofSwitch[end.node()][end.port()];
    }

    private void put(End end, Cable cable) {
        if (end.isHost()) {
            ofHost[end.node()] = cable;
        } else {
            ofSwitch[end.node()][end.port()] = cable;
        }
    }

    private void check(End end) {
        boolean exists = end.isHost()
                ? end.node() >= 0 && end.node() < hosts() && end.port() == 0
                : end.node() >= 0 && end.node() < switches() && end.port() >= 0 && end.port() < ports();
        if (!exists) {
            throw new IllegalArgumentException("no " + end + " among " + hosts() + " hosts and " + switches()
                    + " switches of " + ports() + " ports");
        }
        if (at(end) != null) {
            throw new IllegalArgumentException(end + " already has a cable");
        }
    }
}
