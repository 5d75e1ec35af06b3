package org.bipj.sim.net;

import java.util.List;
import org.bipj.sim.trace.Trace;

/** Draws worms, STOP and GO, and faults in the trace: a track for each direction of each cable. */
final class NetTrace implements TransitObserver, NetCore.FaultObserver {
    private final NetCore core;
    private final Network net;
    private final Trace trace;
    private final int[] tracks;

    NetTrace(NetCore core, Network net, List<CableDirection> cables, Trace trace) {
        this.core = core;
        this.net = net;
        this.trace = trace;
        tracks = new int[cables.size()];
        for (int i = 0; i < tracks.length; i++) {
            NetworkTopology.End from = cables.get(i).wire.from();
            tracks[i] = trace.track(
                    (from.isHost() ? "node " : "switch ") + from.node(),
                    "link to " + cables.get(i).wire.to());
        }
    }

    @Override
    public void granted(Hop hop) {
        hop.transit.noteGrant(hop);
    }

    @Override
    public void held(CableDirection cable, boolean held) {
        trace.instant(track(cable), held ? "STOP" : "GO", core.kernel.now());
    }

    /** A span on each cable that the worm has passed, from the grant to the tail. */
    @Override
    public void ended(WormTransit transit) {
        int source = transit.source.host();
        int destination = net.destination(source, transit.worm.route);
        for (Hop hop = transit.firstHop(); hop != null && hop.cable != null; hop = transit.next(hop)) {
            long until = hop.lastTime() + core.charPs;
            trace.span(track(hop.cable), "worm", transit.grantOf(hop), until, source, destination, transit.worm.body);
        }
    }

    @Override
    public void fault(NetworkTopology.End where, String what, Object content) {
        CableDirection cable = net.cableFrom(where);
        if (cable == null) {
            return;
        }
        if (content == null) {
            trace.instant(track(cable), what, core.kernel.now());
        } else {
            trace.instant(track(cable), what, core.kernel.now(), content.toString());
        }
    }

    private int track(CableDirection cable) {
        return tracks[2 * cable.wire.cable() + cable.wire.direction()];
    }
}
