package org.bipj.sim.ip;

import java.net.InetSocketAddress;

/**
 * A datagram, and from where to where it goes.
 *
 * @param data which must not change; null: the answer that nobody has the port to which a datagram went, whose sender is {@code to}
 */
public record UdpPacket(InetSocketAddress from, InetSocketAddress to, byte[] data) {
    private static final int UDP_HEADER = 8;
    /** What an answer of ICMP carries: its header, and the beginning of the datagram. */
    private static final int ICMP_BYTES = 8 + IpSettings.HEADER + UDP_HEADER;

    /** The most data of a datagram. */
    static final int MOST = 65_507;

    /** What is behind the header of IP. */
    int payload() {
        return data == null ? ICMP_BYTES : UDP_HEADER + data.length;
    }

    /**
     * A part of a datagram that is longer than a packet may be. All parts but the last are of one length.
     *
     * @param parts how many there are
     */
    record Part(UdpPacket whole, int parts) {}
}
