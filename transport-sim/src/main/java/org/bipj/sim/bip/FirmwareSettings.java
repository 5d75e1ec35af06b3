package org.bipj.sim.bip;

import org.bipj.core.nic.Capabilities;
import org.bipj.core.protocol.PacketPlanner;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.FirmwareStep;

/**
 * The settings of the firmware (the Myrinet control program, MCP), from the platform's constants: the cost of its
 * steps, its use of the board's memory, and its mode for long messages.
 */
final class FirmwareSettings {
    /** The step that finds the doorbell and reads the command. */
    final FirmwareStep notice;
    /** The step that starts the send engine. */
    final FirmwareStep send;
    /** The step that finds a worm that has arrived, reads its header and starts the host DMA. */
    final FirmwareStep receive;
    /** The step that chooses and starts the next host DMA of a long message. */
    final FirmwareStep dma;
    /** The step that finds the posted receive of a long message. */
    final FirmwareStep match;
    /** The step that gives the receive engine room for the next piece. */
    final FirmwareStep room;
    /** The step that ends a long message: its completion and its acknowledgement. */
    final FirmwareStep end;

    /** The largest payload of a short message. */
    final int shortBytes;
    /** Largest packet: a short message, with the channel's envelope. */
    final int maxPacket;

    final int maxControl;
    final int dataSlots;
    final int controlSlots;
    final int sendBuffers;
    final int receiveBuffers;
    final int largestPiece;
    final int queueSlots;
    final int creditBytes;
    /** An entry of the table of routes: the route's length, and a byte for each switch. */
    final int routeBytes;
    /** The host's cost of translating a message's addresses into a list of pages, if all are pinned. */
    final long translatePs;

    final int page;
    /** True if a long message is sent in several worms, after its receiver has replied GO. */
    final boolean requestGo;
    /** True if damage is reported and everything goes on behind it; else nothing more comes from that peer. */
    final boolean goesOn;
    /** True if the network breaks up worms that have been blocked for too long. */
    final boolean blockedTimeout;
    /** Packet size where it is fixed; 0 where it is adapted to the message's length. */
    final int fixedPacket;

    /** What ports on this firmware offer. */
    final Capabilities capabilities;

    private final PacketPlanner planner;

    /** The channel's envelope in front of a short message. */
    private static final int ENVELOPE = 8;
    /** The size of the channel's largest control packet. */
    private static final int CONTROL_PACKET = 32;
    /** Numbers of the next worm to send and to receive: 16 bits each, as on the wire. */
    private static final int NUMBERS = 4;

    /** Host memory to board, wire with cut-through, board to host memory. */
    private static final int STAGES = 3;

    private static final int GRANULARITY = 64;
    private static final int ALIGNMENT = 8;

    FirmwareSettings(Constants constants) {
        notice = FirmwareStep.of(constants, "mcp.notice");
        send = FirmwareStep.of(constants, "mcp.send");
        receive = FirmwareStep.of(constants, "mcp.receive");
        dma = FirmwareStep.of(constants, "mcp.dma");
        match = FirmwareStep.of(constants, "mcp.match");
        room = FirmwareStep.of(constants, "mcp.room");
        end = FirmwareStep.of(constants, "mcp.end");
        shortBytes = 4 * constants.count("bip.short");
        maxPacket = shortBytes + ENVELOPE;
        maxControl = CONTROL_PACKET;
        dataSlots = constants.count("bip.slots.data");
        controlSlots = constants.count("bip.slots.control");
        sendBuffers = constants.count("bip.buffers.send");
        receiveBuffers = constants.count("bip.buffers.receive");
        queueSlots = constants.count("bip.queue.slots");
        translatePs = constants.ps("host.bip.translate");
        creditBytes = constants.bytes("bip.credit");
        routeBytes = constants.bytes("bip.route");
        page = constants.bytes("host.page");
        requestGo = longMode(constants);
        goesOn = errorMode(constants);
        blockedTimeout = constants.ps("network.blocked-timeout") > 0;
        fixedPacket = fixedPacket(constants);
        largestPiece = Math.min(page, fixedPacket == 0 ? page : fixedPacket);
        double stepNs = (dma.cycles() * constants.psPerCycle("lanai.clock")
                        + 4.0 * dma.accesses() * constants.psPerByte("sram.rate")
                        + constants.ps("bus.dma.setup"))
                / 1000;
        long bytePs = Math.max(constants.psPerByte("bus.rate"), constants.psPerByte("lanai.network-dma.rate"));
        Capabilities.PipelineModel model = new Capabilities.PipelineModel(STAGES, stepNs, 1000.0 / bytePs, GRANULARITY);
        planner = new PacketPlanner(
                model.stages(), model.packetNs(), model.bytesPerNs(), model.granularity(), largestPiece);
        capabilities = Capabilities.of(model)
                .maxPacket(maxPacket, maxControl)
                .reliable()
                .fifo()
                .eager(shortBytes, 0)
                .creditWindow(creditBytes)
                .shortBytes(shortBytes)
                .build();
    }

    private static boolean longMode(Constants constants) {
        String word = constants.word("bip.long");
        return switch (word) {
            case "stream" -> false;
            case "request-go" -> true;
            default -> throw constants.bad("bip.long", "expected stream or request-go");
        };
    }

    private static boolean errorMode(Constants constants) {
        String word = constants.word("bip.errors");
        return switch (word) {
            case "end" -> false;
            case "interrupt" -> {
                if (longMode(constants)) {
                    throw constants.bad(
                            "bip.errors",
                            "expected end where bip.long = request-go: the worms behind a damaged one of the same message"
                                    + " could not be told from others");
                }
                yield true;
            }
            default -> throw constants.bad("bip.errors", "expected end or interrupt");
        };
    }

    private static int fixedPacket(Constants constants) {
        String word = constants.word("bip.packet");
        if (word.equals("adaptive")) {
            return 0;
        }
        int size = word.matches("\\d{1,7}") ? Integer.parseInt(word) : 0;
        if (size < GRANULARITY || size > constants.bytes("host.page")) {
            throw constants.bad(
                    "bip.packet",
                    "expected adaptive or " + GRANULARITY + " to " + constants.bytes("host.page") + " bytes");
        }
        return size;
    }

    /**
     * Packet size for a long message (BIP paper, section 4.3 and Figure 4): "packets of equal size, depending of the
     * total length". As packets end where pages do, the planned size is adjusted to divide a page into equal parts.
     */
    int packetSize(long bytes) {
        if (fixedPacket != 0) {
            return fixedPacket;
        }
        int perPage = (page + planner.packetSize(bytes) - 1) / planner.packetSize(bytes);
        int even = (page + perPage - 1) / perPage;
        return (even + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Room in advance for the next worm: a whole short message, or the beginning of a long one. */
    int firstRoom() {
        return ShortMessage.HEADER + maxPacket;
    }

    /** Size of a receive buffer: the first room and a piece. */
    int receiveBufferBytes() {
        return firstRoom() + largestPiece;
    }

    /** Board memory that the firmware needs for slots, for buffers, and for its state per rank. */
    long boardBytes(int ranks) {
        return (long) dataSlots * (ShortMessage.HEADER + maxPacket)
                + (long) controlSlots * (ShortMessage.HEADER + maxControl)
                + (long) sendBuffers * (LongMessage.HEADER + largestPiece)
                + (long) receiveBuffers * receiveBufferBytes()
                + ranks * ((long) routeBytes + NUMBERS);
    }
}
