package org.bipj.sim.mapper;

/**
 * The sighting of a switch at the end of a path. Port 0 is the one by which the path enters; the other ports are within
 * 7 of it. The same switch is seen at the ends of many paths. Sightings that turn out to be one switch are merged into
 * the one with the shortest path, the root, which alone holds what is known about the switch.
 */
final class Sighting {
    /** Largest distance of a port from the entry. */
    static final int REACH = 7;

    /**
     * The other end of a port's cable: a host, or a port of a switch.
     *
     * @param at the switch; null for a host
     * @param number name of the host, or port of the switch as that sighting counts
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

    /** The sighting that this one was merged into; null for a root. */
    private Sighting into;

    /** Added to a port of this sighting, yields a port of {@link #into}. */
    private int shift;

    private final Peer[] peers = new Peer[2 * REACH + 1];
    int low;
    int high;
    boolean hasHost;
    /** Ports probed for hosts in the present round, by bit. */
    int probedForHost;
    /** Ports probed for switches in the present round, by bit. */
    int probedForSwitch;

    /** Progress of the comparison with other sightings: the sighting, and the turn. */
    int comparedWith;

    int comparedTurn = -REACH;

    Sighting(int id, byte[] path, Sighting before) {
        this.id = id;
        this.path = path;
        this.before = before;
    }

    /** The sighting that holds what is known about this switch. */
    Sighting root() {
        Sighting at = this;
        while (at.into != null) {
            at = at.into;
        }
        return at;
    }

    /** Added to a port of this sighting, yields a port of {@link #root}. */
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

    /** The other end of a port's cable; null if it is not known. */
    Peer peer(int port) {
        return port < -REACH || port > REACH ? null : peers[port + REACH];
    }

    /** True if the switch may have this port: a switch has 8 ports. */
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

    /** Steps of the path since it last left a switch that has a host. */
    int remoteness() {
        return hasHost ? 0 : 1 + before.root().remoteness();
    }
}
