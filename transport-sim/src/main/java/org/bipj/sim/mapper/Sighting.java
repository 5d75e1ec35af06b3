package org.bipj.sim.mapper;

/**
 * A switch seen at the end of a path. Port 0 is the one by which the path enters, ports of the switch lie within 7 of
 * it. The same switch is seen at the ends of many paths; sightings found to be one switch are merged into the one with
 * the shortest path, which alone holds what is known.
 */
final class Sighting {
    /** Ports to either side of the entry. */
    static final int REACH = 7;

    /**
     * What is at the other end of a port's cable: a host, or a port of a switch.
     *
     * @param at null for a host
     * @param number name of the host, or port of the switch in the sighting's own count
     */
    record Peer(Sighting at, int number) {
        boolean isHost() {
            return at == null;
        }
    }

    final int id;
    final byte[] path;
    /** The sighting from which this one was found; null for the mapper's own switch. */
    final Sighting before;

    /** The sighting that this one was merged into, and what to add to a port of this one to get a port of that one. */
    private Sighting into;

    private int shift;
    private final Peer[] peers = new Peer[2 * REACH + 1];
    int low;
    int high;
    boolean hasHost;
    /** Ports asked for hosts and for switches in the present round, by bit. */
    int askedHost;

    int askedSwitch;
    /** How far this one has been compared with others. */
    int comparedWith;

    int comparedTurn = -REACH;

    Sighting(int id, byte[] path, Sighting before) {
        this.id = id;
        this.path = path;
        this.before = before;
    }

    /** The one that holds what is known of this switch. */
    Sighting root() {
        Sighting at = this;
        while (at.into != null) {
            at = at.into;
        }
        return at;
    }

    /** What to add to a port of this one to get a port of {@link #root}. */
    int shift() {
        int sum = 0;
        for (Sighting at = this; at.into != null; at = at.into) {
            sum += at.shift;
        }
        return sum;
    }

    boolean isRoot() {
        return into == null;
    }

    void mergeInto(Sighting other, int by) {
        into = other;
        shift = by;
    }

    /** What is known of a port; null if nothing. */
    Peer peer(int port) {
        return port < -REACH || port > REACH ? null : peers[port + REACH];
    }

    /** True if the switch may have this port: all its ports lie within 8. */
    boolean mayHave(int port) {
        return Math.max(high, port) - Math.min(low, port) <= REACH;
    }

    void set(int port, Peer peer) {
        peers[port + REACH] = peer;
        low = Math.min(low, port);
        high = Math.max(high, port);
        hasHost |= peer.isHost();
    }

    static int bit(int port) {
        return 1 << port + REACH;
    }

    /** Steps since the path last left a switch that has a host. */
    int remoteness() {
        return hasHost ? 0 : 1 + before.root().remoteness();
    }
}
