package org.bipj.sim.ip;

import java.net.InetSocketAddress;
import org.bipj.core.protocol.tcp.TcpSegment;

/** An IP packet: a segment, and from where to where it goes. */
record IpPacket(InetSocketAddress from, InetSocketAddress to, TcpSegment segment) {
    /** Its length on the wire. */
    int bytes() {
        return IpSettings.HEADER + segment.wireBytes();
    }

    /** The connection that it belongs to, as its receiver sees it. */
    Flow flow() {
        return new Flow(to, from);
    }

    /**
     * What distinguishes a connection of a host from all its others.
     *
     * @param local its own end
     * @param remote the peer's
     */
    record Flow(InetSocketAddress local, InetSocketAddress remote) {
        Flow reversed() {
            return new Flow(remote, local);
        }
    }
}
