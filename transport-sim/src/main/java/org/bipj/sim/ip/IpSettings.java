package org.bipj.sim.ip;

import org.bipj.core.protocol.tcp.TcpSettings;
import org.bipj.sim.constants.Constants;

/** The settings of IP on all hosts of a cluster, from the platform's constants. */
final class IpSettings {
    /** The header of IP. */
    static final int HEADER = 20;
    /** The header of TCP, without options. */
    private static final int TCP_HEADER = 20;

    final long callPs;
    final long segmentPs;
    final long interruptPs;
    final int coalesce;
    final long coalescePs;
    final int mtu;
    final int ring;
    final TcpSettings tcp;

    final int datagramBuffer;
    /** Probabilities that a datagram is lost on its way, comes twice, is late. */
    final double loss;

    final double duplicates;
    final double reordered;
    /** How late at most. */
    final long reorderedPs;

    IpSettings(Constants constants) {
        callPs = constants.ps("host.ip.call");
        segmentPs = constants.ps("host.ip.segment");
        interruptPs = constants.ps("ip.interrupt");
        coalesce = constants.count("ip.coalesce");
        coalescePs = constants.ps("ip.coalesce.time");
        mtu = constants.bytes("ip.mtu");
        ring = constants.count("ip.ring");
        datagramBuffer = constants.bytes("ip.buffer.datagrams");
        loss = constants.number("ip.loss");
        duplicates = constants.number("ip.duplicates");
        reordered = constants.number("ip.reordered");
        reorderedPs = constants.ps("ip.reordered.time");
        tcp = new TcpSettings(
                mtu - HEADER - TCP_HEADER,
                constants.bytes("ip.buffer.send"),
                constants.bytes("ip.buffer.receive"),
                constants.count("ip.initial"),
                constants.count("ip.quick-acks"),
                constants.ps("ip.delayed-ack"),
                constants.ps("ip.rto.first"),
                constants.ps("ip.rto.min"),
                constants.ps("ip.rto.max"),
                constants.ps("ip.rto.granularity"),
                constants.ps("ip.time-wait"),
                constants.count("ip.syn.tries"),
                constants.count("ip.tries"));
    }
}
