package org.bipj.sim.gam;

import org.bipj.core.nic.Endpoints;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.FirmwareStep;

/** The settings of firmware and host driver, from the platform's constants. */
final class GamSettings {
    /** The most argument words of a message. */
    static final int WORDS = 5;

    /** A descriptor: a control word, the handler's word, five arguments, a CRC word. */
    static final int DESCRIPTOR = 32;

    /** The control word, and the word with the handler. */
    static final int HEAD_WORDS = 2;

    private static final int RINGS = 2;
    private static final int KINDS = 2;
    private static final int CRC = 8;

    /** What an event waits for the two coroutines, if both have nothing to do. */
    final FirmwareStep notice;
    /** Finding a descriptor and its route, and starting the send engine. */
    final FirmwareStep send;
    /** Starting the second range of a worm, its data. */
    final FirmwareStep body;
    /** Checking type and CRC of an arrived packet, and entering it into the ring. */
    final FirmwareStep receive;
    /** The step that starts a host DMA. */
    final FirmwareStep dma;

    /** Requests that are outstanding to one destination at most. */
    final int depth;
    /** Ranks that the rings are made for. */
    final int peers;
    /** The most bytes of data in a packet. */
    final int packet;

    final int sendBuffers;
    final int receiveBuffers;
    private final int routeBytes;

    /** The host's work for a message beside accesses to the board. */
    final long hostSendPs;

    final long hostReceivePs;

    GamSettings(Constants constants) {
        notice = FirmwareStep.of(constants, "gam.notice");
        send = FirmwareStep.of(constants, "gam.send");
        body = FirmwareStep.of(constants, "gam.body");
        receive = FirmwareStep.of(constants, "gam.receive");
        dma = FirmwareStep.of(constants, "gam.dma");
        depth = constants.count("gam.depth");
        peers = constants.count("gam.peers");
        packet = constants.bytes("gam.packet");
        sendBuffers = constants.count("gam.buffers.send");
        receiveBuffers = constants.count("gam.buffers.receive");
        routeBytes = constants.bytes("gam.route");
        hostSendPs = constants.ps("host.gam.send");
        hostReceivePs = constants.ps("host.gam.receive");
        check(constants, "gam.buffers.send", sendBuffers);
        check(constants, "gam.buffers.receive", receiveBuffers);
        if (depth < 1) {
            throw constants.bad("gam.depth", "expected 1 or more requests for each destination");
        }
        if (packet % Long.BYTES != 0 || packet == 0) {
            throw constants.bad("gam.packet", "expected a positive multiple of 8");
        }
    }

    private static void check(Constants constants, String key, int buffers) {
        if (buffers < 1 || buffers > 2) {
            throw constants.bad(key, "expected 1 or 2 packets");
        }
    }

    /** Descriptors of each ring: requests and replies of each destination. */
    int ring() {
        return KINDS * depth * peers;
    }

    /** The length of the longest worm behind its route. */
    int room() {
        return DESCRIPTOR + packet + CRC;
    }

    long boardBytes() {
        return (long) RINGS * ring() * DESCRIPTOR
                + (long) (sendBuffers + receiveBuffers) * room()
                + (long) peers * routeBytes;
    }

    Endpoints.Limits limits() {
        return new Endpoints.Limits(WORDS, packet, depth, ring(), 1, 1);
    }
}
