package org.bipj.sim.am;

import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.FirmwareStep;

/** The settings of firmware and host driver, from the platform's constants. */
final class AmSettings {
    /** Most argument words of a message; a published message has 4 to 8. */
    static final int WORDS = 16;

    /** The kinds of messages, requests and replies; each has channels of its own. */
    static final int KINDS = 2;

    /** Queues of an endpoint: requests and replies to send, and those received. */
    static final int QUEUES = 2 * KINDS;

    /** What the private header and an acknowledgement take on the wire. */
    static final int HEADER = 24;

    /** Of an entry: destination, tag, the library's header, lengths and state, the place of its data. */
    static final int ENTRY_HEADER = 40;

    private static final int ENTRY = ENTRY_HEADER + 4 * WORDS;
    /** What a frame holds beside entries: tag, generation, state. */
    private static final int FRAME_STATE = 64;
    /** Of a send channel: flags, stamps, epoch, time, packet. Of a receive channel: flags, epoch, stamp. */
    private static final int CHANNEL = 24 + 12;
    /** Of an endpoint of the host, resident or not: its generation, and its frame. */
    private static final int DIRECTORY = 8;

    private static final int LEAST_FRAMES = 2;
    private static final int LEAST_HOLD = 2;

    /** What an event waits for the polling loop of a processor that has nothing else to do. */
    final FirmwareStep notice;
    /** Choosing an entry and a route, building the private header, starting its DMA. */
    final FirmwareStep send;
    /** Starting the DMA of the message behind its header. */
    final FirmwareStep body;
    /** Finding an arrived packet, its endpoint and a free entry, and writing it there. */
    final FirmwareStep receive;
    /** Starting a host DMA between the board and a staging area. */
    final FirmwareStep dma;
    /** Changing from an endpoint to another one: the fields of headers that are the same for all its messages. */
    final FirmwareStep change;
    /** A send channel: finding a free one, its number and stamp, keeping the packet. */
    final FirmwareStep channelSend;
    /** A receive channel: comparing number and stamp. */
    final FirmwareStep channelReceive;
    /** The step that builds and sends an acknowledgement. */
    final FirmwareStep ackSend;
    /** The step that receives an acknowledgement, and frees its channel and entry. */
    final FirmwareStep ackReceive;
    /** The step that looks through the counters of unacknowledged packets. */
    final FirmwareStep scan;
    /** A frame is filled or emptied, or a fault reported: the tables of frames. */
    final FirmwareStep page;
    /** The step that checks name, lengths and route of a message to send. */
    final FirmwareStep checkSend;
    /** Checks of endpoint, generation, tag and lengths. */
    final FirmwareStep checkReceive;

    /** Time of an attempt to send from an endpoint that has nothing to send. */
    final long attemptPs;

    /** Attempts at an endpoint before the next one's turn. */
    final int attempts;

    final boolean reliable;
    final boolean protects;
    final boolean loiters;

    final int channelsPerKind;
    final int silentTries;
    final long quantumPs;
    final int quantumTicks;
    final long tickPs;
    final int frames;
    final int frame;
    /** The most endpoints that a rank can have, resident or not. */
    final int endpoints;
    /** How long an endpoint stays that a fault has loaded, in quanta, and the longest random part of that. */
    final int holdQuanta;

    final int entries;
    final int mediumBytes;
    final int receiveBuffers;
    final int peers;
    final int routeBytes;
    /** Messages for a mapper's daemon that the board keeps; 0 where there is none. */
    final int rawQueue;

    private final int rawBytes;
    /** Time after which the network breaks up a blocked worm; 0: never. */
    private final long blockedPs;

    /** The host's work for a message beside accesses to the board. */
    final long hostSendPs;

    final long hostReceivePs;

    /** The host's work for a message that wakes a thread: the event, the semaphore, and enabling the event again. */
    final long hostEventPs;
    /** The host's work for a fault: the trap or the interrupt's end, and the segment driver's search. */
    final long hostFaultPs;
    /** Mapping a page of an endpoint, in host memory or in its frame. */
    final long hostRemapPs;
    /** The time to map a staging area for the board. */
    final long hostStagePs;

    AmSettings(Constants constants) {
        notice = FirmwareStep.of(constants, "am.notice");
        send = FirmwareStep.of(constants, "am.send");
        body = FirmwareStep.of(constants, "am.body");
        receive = FirmwareStep.of(constants, "am.receive");
        dma = FirmwareStep.of(constants, "am.dma");
        change = FirmwareStep.of(constants, "am.change");
        channelSend = FirmwareStep.of(constants, "am.channel.send");
        channelReceive = FirmwareStep.of(constants, "am.channel.receive");
        ackSend = FirmwareStep.of(constants, "am.ack.send");
        ackReceive = FirmwareStep.of(constants, "am.ack.receive");
        scan = FirmwareStep.of(constants, "am.scan");
        page = FirmwareStep.of(constants, "am.page");
        checkSend = FirmwareStep.of(constants, "am.check.send");
        checkReceive = FirmwareStep.of(constants, "am.check.receive");
        attemptPs = constants.count("am.attempt") * constants.psPerCycle("lanai.clock");
        attempts = 1 << constants.count("am.attempts-log2");
        reliable = constants.flag("am.reliability");
        protects = constants.flag("am.protection");
        loiters = constants.flag("am.loiter");
        channelsPerKind = constants.count("am.channels");
        silentTries = constants.count("am.silent-tries");
        quantumPs = constants.ps("am.quantum");
        tickPs = constants.ps("lanai.rtc");
        quantumTicks = (int) Math.max(1, quantumPs / tickPs);
        frames = constants.count("am.frames");
        frame = constants.bytes("am.frame");
        endpoints = constants.count("am.endpoints");
        holdQuanta = constants.count("am.hold");
        entries = constants.count("am.entries");
        mediumBytes = constants.bytes("am.medium");
        receiveBuffers = constants.count("am.buffers.receive");
        peers = constants.count("am.peers");
        routeBytes = constants.bytes("am.route");
        rawQueue = constants.ps("mapper.period") > 0 ? constants.count("mapper.daemon.queue") : 0;
        rawBytes = constants.bytes("mapper.probe") + constants.bytes("mapper.table");
        blockedPs = constants.ps("network.blocked-timeout");
        hostSendPs = constants.ps("host.am.send");
        hostReceivePs = constants.ps("host.am.receive");
        hostEventPs = constants.ps("host.am.event");
        hostFaultPs = constants.ps("host.am.fault");
        hostRemapPs = constants.ps("host.am.remap");
        hostStagePs = constants.ps("host.am.stage");
        checkFrame(constants);
        checkPaging(constants);
    }

    private void checkFrame(Constants constants) {
        if (frameBytes() > frame) {
            throw constants.bad(
                    "am.entries",
                    "an endpoint's four queues of " + ENTRY + " bytes an entry, and its state, take " + frameBytes()
                            + " bytes; expected one frame at most (am.frame), " + frame + " bytes");
        }
        if (mediumBytes % Long.BYTES != 0) {
            throw constants.bad("am.medium", "expected a multiple of 8");
        }
    }

    private void checkPaging(Constants constants) {
        if (frames < LEAST_FRAMES) {
            throw constants.bad("am.frames", "expected 2 or more: endpoints of one board exchange messages");
        }
        if (endpoints < frames || endpoints > EndpointName.MOST) {
            throw constants.bad("am.endpoints", "expected " + frames + " (am.frames) to " + EndpointName.MOST);
        }
        if (holdQuanta < LEAST_HOLD) {
            throw constants.bad(
                    "am.hold", "expected 2 or more: a refused message comes again within two quanta (am.quantum)");
        }
    }

    /** What an endpoint takes of its frame. */
    int frameBytes() {
        return QUEUES * entries * ENTRY + FRAME_STATE;
    }

    /** How many channels a board has to each peer. */
    int channels() {
        return KINDS * channelsPerKind;
    }

    /** How long a message to a peer whose route was taken away is tried: as long as one to a silent peer. */
    long patiencePs() {
        return silentTries * quantumPs;
    }

    /** How long a packet may still be under way on a route: blocked at each of its cables, and about to be. */
    long lifePs(int switches) {
        return (switches + 2) * blockedPs;
    }

    /** The longest packet: room for it, and its CRC. */
    int room() {
        return HEADER + ENTRY_HEADER + 4 * WORDS + mediumBytes + Long.BYTES;
    }

    /** Board memory for frames, for buffers and for tables that have a row for each peer that the network may have. */
    long boardBytes() {
        return (long) frames * frame
                + (long) endpoints * DIRECTORY
                + (1L + receiveBuffers) * room()
                + (long) rawQueue * rawBytes
                + (long) peers * (routeBytes + (long) channels() * CHANNEL);
    }

    Endpoints.Limits limits() {
        return new Endpoints.Limits(WORDS, mediumBytes, entries, entries, endpoints, frames);
    }
}
