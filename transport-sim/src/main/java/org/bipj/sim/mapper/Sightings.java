package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Object2IntHashMap;
import org.bipj.sim.mapper.Sighting.Peer;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * All sightings of a mapper, and the conclusions from them. Two sightings of the same host are one switch, with their
 * ports aligned by the ports at which they see the host. A port leads to one end only, so the switches seen there are
 * one, too, and so on.
 */
final class Sightings {
    private static final int NONE = -1;

    /** The sightings contradict each other: the network has changed meanwhile, or two hosts have the same name. */
    static final class Contradiction extends Exception {
        private static final long serialVersionUID = 1;

        Contradiction(String what) {
            super(what, null, false, false);
        }
    }

    /** Port x of one is port x + shift of the other. */
    private record Same(Sighting one, Sighting other, int shift) {}

    private final List<Sighting> all = new ArrayList<>();
    private final Int2ObjectHashMap<Peer> hosts = new Int2ObjectHashMap<>();
    private final Queue<Same> pending = new ArrayDeque<>();

    List<Sighting> all() {
        return all;
    }

    /** Adds the switch that the mapper's own host is connected to. */
    Sighting first(int mapper) throws Contradiction {
        Sighting first = new Sighting(0, new byte[0], null);
        all.add(first);
        host(first, 0, mapper);
        return first;
    }

    /** A switch was found at a port. */
    Sighting found(Sighting from, int port) throws Contradiction {
        Sighting seen = new Sighting(all.size(), NetworkMap.join(from.path, new byte[] {(byte) port}), from);
        all.add(seen);
        seen.set(0, new Peer(from, port));
        put(from, port, new Peer(seen, 0));
        settle();
        return seen;
    }

    /** A host was found at a port. */
    void host(Sighting from, int port, int name) throws Contradiction {
        put(from, port, new Peer(null, name));
        Peer known = hosts.putIfAbsent(name, new Peer(from, port));
        if (known != null) {
            pending.add(new Same(from, known.at(), known.number() - port));
        }
        settle();
    }

    /** Two sightings are one switch: port x of one is port x + shift of the other. */
    void same(Sighting one, Sighting other, int shift) throws Contradiction {
        pending.add(new Same(one, other, shift));
        settle();
    }

    private void settle() throws Contradiction {
        while (!pending.isEmpty()) {
            Same same = pending.remove();
            Sighting one = same.one.root();
            Sighting other = same.other.root();
            int shift = same.shift - same.one.shift() + same.other.shift();
            if (one == other) {
                if (shift != 0) {
                    throw new Contradiction("a switch is itself, shifted by " + shift + " ports");
                }
            } else if (shorter(one, other)) {
                merge(other, one, -shift);
            } else {
                merge(one, other, shift);
            }
        }
    }

    private static boolean shorter(Sighting one, Sighting other) {
        return one.path.length < other.path.length || one.path.length == other.path.length && one.id < other.id;
    }

    private void merge(Sighting gone, Sighting kept, int shift) throws Contradiction {
        gone.mergeInto(kept, shift);
        for (int port = -Sighting.REACH; port <= Sighting.REACH; port++) {
            Peer peer = gone.peer(port);
            if (peer != null) {
                put(gone, port, peer);
            }
        }
    }

    /** Records the other end of a port's cable. If it is already known, both ends are the same. */
    private void put(Sighting sighting, int port, Peer peer) throws Contradiction {
        Sighting root = sighting.root();
        int at = port + sighting.shift();
        if (!root.mayHave(at)) {
            throw new Contradiction("ports " + root.low + ", " + root.high + " and " + at + " of one switch");
        }
        Peer known = root.peer(at);
        if (known == null) {
            root.set(at, peer);
        } else if (known.isHost() != peer.isHost() || known.isHost() && known.number() != peer.number()) {
            throw new Contradiction("two ends at one port");
        } else if (!known.isHost()) {
            pending.add(new Same(peer.at(), known.at(), known.number() - peer.number()));
        }
    }

    /** True if two sightings could be one switch, port x of one being port x + shift of the other. */
    static boolean compatible(Sighting one, Sighting other, int shift) {
        if (Math.max(one.high + shift, other.high) - Math.min(one.low + shift, other.low) > Sighting.REACH) {
            return false;
        }
        for (int port = one.low; port <= one.high; port++) {
            Peer mine = one.peer(port);
            Peer its = other.peer(port + shift);
            if (mine != null
                    && its != null
                    && (mine.isHost() != its.isHost() || mine.isHost() && mine.number() != its.number())) {
                return false;
            }
        }
        return true;
    }

    /**
     * The map, without {@link NetworkMap#tails tails}. Hosts and switches are in the order of a breadth-first search
     * from the mapper.
     */
    NetworkMap map(int mapper) {
        Object2IntHashMap<Sighting> switches = new Object2IntHashMap<>(NONE);
        List<Integer> names = new ArrayList<>(List.of(mapper));
        List<Sighting> order = new ArrayList<>();
        if (!all.isEmpty()) {
            order.add(all.getFirst().root());
            switches.put(order.getFirst(), 0);
        }
        for (int i = 0; i < order.size(); i++) {
            Sighting here = order.get(i);
            for (int port = here.low; port <= here.high; port++) {
                Peer peer = here.peer(port);
                if (peer == null) {
                    continue;
                }
                if (!peer.isHost()) {
                    Sighting there = peer.at().root();
                    if (switches.putIfAbsent(there, switches.size()) == NONE) {
                        order.add(there);
                    }
                } else if (peer.number() != mapper) {
                    names.add(peer.number());
                }
            }
        }
        return prune(topology(order, switches, names), names);
    }

    /** The map of two hosts at the ends of one cable. */
    static NetworkMap twoHosts(int mapper, int other) {
        NetworkTopology topology = new NetworkTopology(2, 0, Sighting.REACH + 1);
        topology.connect(End.host(0), End.host(1), 1);
        return new NetworkMap(topology, List.of(mapper, other));
    }

    private static NetworkTopology topology(
            List<Sighting> order, Object2IntHashMap<Sighting> switches, List<Integer> names) {
        Int2IntHashMap hosts = new Int2IntHashMap(NONE);
        names.forEach(name -> hosts.put(name.intValue(), hosts.size()));
        NetworkTopology topology = new NetworkTopology(names.size(), order.size(), Sighting.REACH + 1);
        for (Sighting here : order) {
            for (int port = here.low; port <= here.high; port++) {
                Peer peer = here.peer(port);
                End end = End.ofSwitch(switches.getValue(here), port - here.low);
                if (peer == null || topology.at(end) != null) {
                    continue;
                }
                if (peer.isHost()) {
                    topology.connect(End.host(hosts.get(peer.number())), end, 1);
                } else {
                    Sighting there = peer.at().root();
                    int across = peer.number() + peer.at().shift() - there.low;
                    topology.connect(end, End.ofSwitch(switches.getValue(there), across), 1);
                }
            }
        }
        return topology;
    }

    private static NetworkMap prune(NetworkTopology whole, List<Integer> names) {
        boolean[] tail = NetworkMap.tails(whole);
        int[] number = new int[tail.length];
        int[] low = new int[tail.length];
        int kept = 0;
        for (int s = 0; s < tail.length; s++) {
            number[s] = tail[s] ? -1 : kept++;
            while (!tail[s] && isTail(whole, End.ofSwitch(s, low[s]), tail)) {
                low[s]++;
            }
        }
        NetworkTopology topology = new NetworkTopology(names.size(), kept, Sighting.REACH + 1);
        for (NetworkTopology.Cable cable : whole.cables()) {
            if (!isTail(whole, cable.a(), tail) && !isTail(whole, cable.b(), tail)) {
                topology.connect(renumber(cable.a(), number, low), renumber(cable.b(), number, low), 1);
            }
        }
        return new NetworkMap(topology, List.copyOf(names));
    }

    /** True if there is no cable at an end, or a switch at the cable is part of a tail. */
    private static boolean isTail(NetworkTopology topology, End end, boolean[] tail) {
        NetworkTopology.Cable cable = topology.at(end);
        return cable == null
                || !cable.a().isHost() && tail[cable.a().node()]
                || !cable.b().isHost() && tail[cable.b().node()];
    }

    private static End renumber(End end, int[] number, int[] low) {
        return end.isHost() ? end : End.ofSwitch(number[end.node()], end.port() - low[end.node()]);
    }
}
