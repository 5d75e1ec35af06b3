package org.bipj.sim.mapper;

import java.util.HashSet;
import java.util.Set;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/** Answers probes by walking over a topology. The names of hosts are their numbers. */
final class FakeNetwork {
    NetworkTopology topology;
    private final boolean longWorms;

    /**
     * A network that can be exchanged.
     *
     * @param longWorms worms that come to a channel which they hold already are destroyed; short ones have passed it by
     *     then
     */
    FakeNetwork(NetworkTopology topology, boolean longWorms) {
        this.topology = topology;
        this.longWorms = longWorms;
    }

    /** The host that a worm reaches; -1 if it reaches none. */
    int destination(int from, byte[] turns) {
        Set<End> held = new HashSet<>();
        End out = End.host(from);
        for (int hop = 0; ; hop++) {
            Cable cable = topology.at(out);
            if (cable == null || !held.add(out) && longWorms) {
                return -1;
            }
            End in = cable.other(out);
            if (in.isHost()) {
                return hop == turns.length ? in.node() : -1;
            }
            if (hop == turns.length) {
                return -1;
            }
            int port = in.port() + turns[hop];
            if (port < 0 || port >= topology.ports()) {
                return -1;
            }
            out = End.ofSwitch(in.node(), port);
        }
    }

    /** Asks until a discovery is complete. */
    void serve(Search discovery, int mapper) {
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            answer(discovery, mapper, probe);
        }
    }

    void answer(Search discovery, int mapper, Probe probe) {
        int at = destination(mapper, probe.turns());
        if (probe.kind() == Probe.Kind.HOST) {
            if (at == mapper || at >= 0 && destination(at, NetworkMap.reverse(probe.turns())) == mapper) {
                discovery.host(probe.token(), at);
            }
        } else if (at == mapper) {
            discovery.returned(probe.token());
        }
    }
}
