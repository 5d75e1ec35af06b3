package org.bipj.sim.mapper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.Routes;
import org.bipj.sim.route.UpDown;

/**
 * The network as a mapper has found it. Switches are numbered in the order of the search, and the ports of a switch
 * from the lowest one in use. The real port numbers cannot be known, and turns do not depend on them.
 *
 * @param topology host 0 is the mapper's own
 * @param names of the hosts of the topology
 */
public record NetworkMap(NetworkTopology topology, List<Integer> names) {
    /** The smallest name, which is the leader's. */
    public int smallestName() {
        return names.stream().min(Integer::compare).orElseThrow();
    }

    /** Number of switches. */
    public int switches() {
        return topology.switches();
    }

    /** True if both are maps of the same network from the same host. */
    public boolean sameAs(NetworkMap other) {
        return other != null
                && names.equals(other.names)
                && new HashSet<>(topology.cables()).equals(new HashSet<>(other.topology.cables()));
    }

    /**
     * What is left of it.
     *
     * @param cables those that are there, each of which is connected with the mapper's host
     */
    NetworkMap only(Collection<Cable> cables) {
        List<Integer> hosts = new ArrayList<>(List.of(0));
        List<Integer> switches = new ArrayList<>();
        for (Cable cable : cables) {
            for (End end : List.of(cable.a(), cable.b())) {
                List<Integer> nodes = end.isHost() ? hosts : switches;
                if (!nodes.contains(end.node())) {
                    nodes.add(end.node());
                }
            }
        }
        NetworkTopology left = new NetworkTopology(hosts.size(), switches.size(), topology.ports());
        for (Cable cable : cables) {
            left.connect(
                    renumbered(cable.a(), hosts, switches), renumbered(cable.b(), hosts, switches), cable.metres());
        }
        return new NetworkMap(left, hosts.stream().map(names::get).toList());
    }

    private static End renumbered(End end, List<Integer> hosts, List<Integer> switches) {
        return end.isHost()
                ? End.host(hosts.indexOf(end.node()))
                : End.ofSwitch(switches.indexOf(end.node()), end.port());
    }

    /**
     * The tails of a topology: switches that a single cable separates from all hosts. No traffic passes them, and a
     * mapper cannot distinguish them.
     *
     * @return by switch, true if it is part of a tail
     */
    static boolean[] tails(NetworkTopology topology) {
        boolean[] tail = new boolean[topology.switches()];
        for (Cable cable : topology.cables()) {
            if (!cable.a().isHost()
                    && !cable.b().isHost()
                    && cable.a().node() != cable.b().node()) {
                mark(topology, cable, cable.a().node(), tail);
                mark(topology, cable, cable.b().node(), tail);
            }
        }
        for (int s = 0; s < tail.length; s++) {
            mark(topology, null, s, tail);
        }
        return tail;
    }

    /** Marks the switches on one side of a cable as tails if no host is there. */
    private static void mark(NetworkTopology topology, Cable cut, int from, boolean[] tail) {
        IntArrayList side = tail[from] ? null : side(topology, cut, from);
        if (side != null) {
            side.forEachInt(member -> tail[member] = true);
        }
    }

    /** The switches that can be reached without a cable; null if a host can be reached, too. */
    private static IntArrayList side(NetworkTopology topology, Cable cut, int from) {
        BitSet reached = new BitSet();
        IntArrayList side = new IntArrayList();
        reached.set(from);
        side.addInt(from);
        for (int i = 0; i < side.size(); i++) {
            int here = side.getInt(i);
            for (int port = 0; port < topology.ports(); port++) {
                End end = End.ofSwitch(here, port);
                Cable cable = topology.at(end);
                if (cable == null || cable == cut) {
                    continue;
                }
                End other = cable.other(end);
                if (other.isHost()) {
                    return null;
                }
                if (!reached.get(other.node())) {
                    reached.set(other.node());
                    side.addInt(other.node());
                }
            }
        }
        return side;
    }

    /** The routes that a leader distributes, from each host to each other. */
    Routes routes(long seed) {
        return new UpDown(topology, seed);
    }

    @Override
    public String toString() {
        return names.size() + " hosts, " + switches() + " switches, "
                + topology.cables().size() + " cables";
    }

    /** The turns of the way back, from a route's last switch to its first. */
    static byte[] reverse(byte[] turns) {
        byte[] back = new byte[turns.length];
        for (int i = 0; i < turns.length; i++) {
            back[i] = (byte) -turns[turns.length - 1 - i];
        }
        return back;
    }

    /** The turns of several routes, one behind the other. */
    static byte[] join(byte[]... parts) {
        byte[] all = new byte[Arrays.stream(parts).mapToInt(p -> p.length).sum()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
