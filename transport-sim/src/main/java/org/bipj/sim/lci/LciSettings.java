package org.bipj.sim.lci;

import java.util.Locale;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.protocol.Flows;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.FirmwareStep;
import org.bipj.sim.hardware.Host;

/** The settings of control program and host driver, from the platform's constants. */
final class LciSettings {
    /** What LCI's header takes on the wire and in buffers. */
    static final int HEADER = 16;

    private static final int PS_PER_NS = 1000;
    private static final int STAGES = 4;
    private static final int GRANULARITY = 64;
    private static final int CONTROL_PACKETS = 4;

    /** Beside the pools, buffers that the receive engine fills while the control program works. */
    private static final int ENGINE_BUFFERS = 2;
    /** What a host writes to ask for another transmission of the same packet: receiver and buffer. */
    static final int REQUEST = 8;
    /** Of a peer: credits both ways, head and tail of its queue of blocked sends. */
    private static final int PEER = 8;

    /** What an event waits for the polling loop of a processor that has nothing else to do. */
    final FirmwareStep notice;
    /** Finding a request, the window and the route, completing the header, starting the send engine. */
    final FirmwareStep send;
    /** After the tail of a packet has left: its buffer, the next request. */
    final FirmwareStep sent;
    /** Finding an arrived packet, its header and the credits in it. */
    final FirmwareStep receive;
    /** Finding the group and the children of a multicast. */
    final FirmwareStep forward;
    /** Finding a buffer of the host, starting the host DMA. */
    final FirmwareStep store;
    /** After the host DMA: the buffer, the credit that is owed. */
    final FirmwareStep stored;
    /** The step that builds and sends an acknowledgement. */
    final FirmwareStep ackSend;
    /** The step that takes in an acknowledgement. */
    final FirmwareStep ackReceive;
    /** Adding to a counter: finding it, the addition, building the answer. */
    final FirmwareStep add;

    /** The placements of retransmission: nowhere, on the network interface, on the host. */
    enum Retransmission {
        NONE,
        NI,
        HOST
    }

    /** Pieces of the board's retransmission, by {@link GoBackProtocol.Work}. */
    private final FirmwareStep[] boardWork = new FirmwareStep[GoBackProtocol.Work.values().length];
    /** MPI's pieces of host software on these boards, by {@link HostWork}; negative for those that cost as on all boards. */
    private final long[] mpiWorkPs = new long[HostWork.values().length];

    /** Times of the host's retransmission, by {@link GoBackProtocol.Work}. */
    private final long[] hostWorkPs = new long[boardWork.length];

    final Retransmission retransmission;
    /** The host retransmits: the board only sends and stores. */
    final boolean hostRetransmits;
    /** Each flow has receive buffers of its own, and there is a flow for each depth of a tree. */
    final boolean reserves;

    final Flows flows;
    /** Until packets that are not acknowledged are sent again. */
    final long timeoutPs;
    /** So many times in succession without an answer, and the peer is unreachable. */
    final int tries;
    /** How long an acknowledgement may wait for a packet that carries it. */
    final long acknowledgePs;
    /** Period of the clock of the host's soft timers. */
    final long clockPs;

    /** The board forwards multicasts; else its host does. */
    final boolean boardForwards;
    /** The control program waits for the tail of a packet before it goes on. */
    final boolean waitsForSend;
    /** The control program waits for the end of a host DMA before it goes on. */
    final boolean waitsForStore;

    final int packetBytes;
    /** Send packets that only credits and completions of MPI and BIP take. */
    final int reservedPackets;
    /** What the port of MPI and BIP offers on these boards. */
    final Capabilities capabilities;

    final int sendPackets;
    final int receiveBuffers;
    final int hostPackets;
    final int window;
    /** Receive packets that one flow may hold where a receiver retransmits and buffers are reserved. */
    final int share;

    final int counters;
    final int groups;
    /** Groups of MPI, whose numbers follow those of LCI's clients. */
    final int portGroups;

    private final int routeBytes;
    private final int ranks;
    private final long tickPs;

    final long watchdogPs;
    final long interruptPs;
    final long hostAckSendPs;
    final long hostAckReceivePs;
    final long hostAddPs;
    final long hostSendPs;
    final long hostRequestPs;
    final long hostReceivePs;

    LciSettings(Constants constants, int ranks) {
        this.ranks = ranks;
        notice = FirmwareStep.of(constants, "lci.notice");
        retransmission = retransmission(constants);
        hostRetransmits = retransmission == Retransmission.HOST;
        send = withWindow(constants, "send");
        sent = withWindow(constants, "sent");
        receive = withWindow(constants, "receive");
        forward = FirmwareStep.of(constants, "lci.forward");
        store = FirmwareStep.of(constants, "lci.store");
        stored = FirmwareStep.of(constants, "lci.stored");
        ackSend = FirmwareStep.of(constants, "lci.ack.send");
        ackReceive = FirmwareStep.of(constants, "lci.ack.receive");
        add = FirmwareStep.of(constants, "lci.add");
        for (GoBackProtocol.Work work : GoBackProtocol.Work.values()) {
            String name = work.name().toLowerCase(Locale.ROOT);
            boardWork[work.ordinal()] = FirmwareStep.of(constants, "lci.go-back." + name);
            hostWorkPs[work.ordinal()] = constants.ps("host.lci.go-back." + name);
        }
        for (HostWork work : HostWork.values()) {
            String name = work.name().toLowerCase(Locale.ROOT).replace('_', '.');
            mpiWorkPs[work.ordinal()] = name.startsWith("mpi.") ? constants.ps("host.lci." + name) : -1;
        }
        boardForwards = boardForwards(constants, hostRetransmits);
        timeoutPs = constants.ps("lci.timeout");
        tries = atLeastOne(constants, "lci.tries");
        acknowledgePs = constants.ps("lci.acknowledge");
        clockPs = constants.ps("lci.clock");
        hostAckSendPs = constants.ps("host.lci.ack.send");
        hostAckReceivePs = constants.ps("host.lci.ack.receive");
        hostAddPs = constants.ps("host.lci.add");
        String overlap = overlap(constants);
        waitsForSend = overlap.equals("receive");
        waitsForStore = !overlap.equals("all");
        packetBytes = packet(constants);
        counters = atLeastOne(constants, "lci.counters");
        groups = atLeastOne(constants, "lci.groups");
        portGroups = constants.count("lci.groups.mpi");
        if (portGroups > Multicast.MOST_GROUPS) {
            throw constants.bad("lci.groups.mpi", "expected " + Multicast.MOST_GROUPS + " or less");
        }
        routeBytes = constants.bytes("lci.route");
        tickPs = constants.ps("lanai.rtc");
        hostPackets = atLeastOne(constants, "lci.host-packets");
        watchdogPs = constants.ps("lci.watchdog");
        interruptPs = constants.ps("host.interrupt");
        hostSendPs = constants.ps("host.lci.send");
        hostRequestPs = constants.ps("host.lci.request");
        hostReceivePs = constants.ps("host.lci.receive");
        reserves = reserves(constants);
        flows = reserves ? Flows.perDepth(ranks) : Flows.perPeer(ranks);
        Pools pools = pools(constants, flows);
        sendPackets = pools.send;
        receiveBuffers = pools.receive;
        if (sendPackets < 1 || receiveBuffers < 1) {
            throw constants.bad(
                    "sram.size",
                    "expected room for send and receive buffers of " + bufferBytes() + " bytes (lci.packet) beside "
                            + tableBytes(flows) + " bytes of tables for " + ranks + " ranks");
        }
        if (sendPackets <= reservedSendPackets(0)) {
            throw constants.bad(
                    "sram.size",
                    "expected room for more than " + reservedSendPackets(0) + " send packets, which are reserved for"
                            + " forwarding at " + flows.depths() + " depths (lci.reserve); there are " + sendPackets);
        }
        boolean retransmits = retransmission != Retransmission.NONE;
        window = window(constants, retransmits);
        share = reserves ? flows.window(acceptPool(), Integer.MAX_VALUE) : Integer.MAX_VALUE;
        reservedPackets = Math.min(CONTROL_PACKETS, sendPackets / 2);
        capabilities = capabilities(constants, retransmits);
    }

    /** A step of a board, and what windows add to it, unless they are the host's. */
    private FirmwareStep withWindow(Constants constants, String step) {
        FirmwareStep alone = FirmwareStep.of(constants, "lci." + step);
        FirmwareStep window = FirmwareStep.of(constants, "lci.window." + step);
        return hostRetransmits
                ? alone
                : new FirmwareStep(alone.cycles() + window.cycles(), alone.accesses() + window.accesses());
    }

    private static Retransmission retransmission(Constants constants) {
        return switch (constants.word("lci.retransmission")) {
            case "none" -> Retransmission.NONE;
            case "ni" -> Retransmission.NI;
            case "host" -> Retransmission.HOST;
            default -> throw constants.bad("lci.retransmission", "expected none, ni or host");
        };
    }

    private static boolean boardForwards(Constants constants, boolean hostRetransmits) {
        boolean board = switch (constants.word("lci.multicast")) {
            case "ni" -> true;
            case "host" -> false;
            default -> throw constants.bad("lci.multicast", "expected ni or host");
        };
        if (board && hostRetransmits) {
            throw constants.bad(
                    "lci.multicast",
                    "expected host: with retransmission by the host (lci.retransmission = host) host and board would"
                            + " have to share the administration of sequence numbers (LCI paper, section 3.6)");
        }
        return board;
    }

    private boolean reserves(Constants constants) {
        boolean possible = boardForwards || hostRetransmits;
        return switch (constants.word("lci.reserve")) {
            case "auto" -> possible && hasRoomByDepth(constants);
            case "off" -> false;
            case "depth" -> {
                if (!possible) {
                    throw constants.bad(
                            "lci.reserve",
                            "expected off or auto: boards that do not forward themselves (lci.multicast = host) would"
                                    + " need flow control of the hosts that do (LCI paper, section 3.6)");
                }
                yield true;
            }
            default -> throw constants.bad("lci.reserve", "expected auto, off or depth");
        };
    }

    /** True if each peer and depth has a receive buffer, and each depth at which hosts forward a send packet. */
    private boolean hasRoomByDepth(Constants constants) {
        Flows byDepth = Flows.perDepth(ranks);
        Pools pools = pools(constants, byDepth);
        int accepts = hostRetransmits ? hostPackets : pools.receive;
        int forwards = hostRetransmits ? byDepth.depths() - 1 : 0;
        return byDepth.window(accepts, 1) > 0 && pools.send > forwards;
    }

    /** How many send packets and receive buffers a board has. */
    private record Pools(int send, int receive) {}

    /** The pools of the constants, or as much of both as fits into board memory. */
    private Pools pools(Constants constants, Flows divided) {
        String kind = retransmission == Retransmission.NONE ? ".none" : ".retransmission";
        int send = constants.bytes("lci.memory.send" + kind) / packetBytes;
        int receive = constants.bytes("lci.memory.receive" + kind) / packetBytes;
        long room = constants.bytes("sram.size") - tableBytes(divided);
        long fits = Math.min(send + receive, room / bufferBytes());
        return new Pools((int) (fits * send / (send + receive)), (int) (fits * receive / (send + receive)));
    }

    /**
     * The boards as ports of packets. Without retransmission the channel above numbers and checks its packets. The stages
     * of a long message are the host's copy, the sending board, the receiving board and the receiving host.
     */
    private Capabilities capabilities(Constants constants, boolean retransmits) {
        double stepNs = (hostSendPs + (double) sent.cycles() * constants.psPerCycle("lanai.clock")) / PS_PER_NS;
        long bytePs = Math.max(constants.psPerByte("bus.pio.rate"), constants.psPerByte("lanai.network-dma.rate"));
        return Capabilities.of(new Capabilities.PipelineModel(STAGES, stepNs, (double) PS_PER_NS / bytePs, GRANULARITY))
                .maxPacket(packetBytes, packetBytes)
                .reliable(retransmits)
                .fifo()
                .eager(packetBytes, constants.bytes("lci.train"))
                .creditWindow(constants.bytes("lci.credit"))
                .build();
    }

    private static String overlap(Constants constants) {
        String word = constants.word("lci.overlap");
        return switch (word) {
            case "receive", "send", "all" -> word;
            default -> throw constants.bad("lci.overlap", "expected receive, send or all");
        };
    }

    private static int packet(Constants constants) {
        int bytes = constants.bytes("lci.packet");
        if (bytes < Long.BYTES || bytes % Long.BYTES != 0) {
            throw constants.bad("lci.packet", "expected a multiple of 8 bytes, 8 or more; LCI has 1024 and 2048");
        }
        return bytes;
    }

    private static int atLeastOne(Constants constants, String key) {
        int count = constants.count(key);
        if (count < 1) {
            throw constants.bad(key, "expected 1 or more");
        }
        return count;
    }

    /** Packets that can be accepted: buffers of the board, or of the host if that accepts them. */
    private int acceptPool() {
        return hostRetransmits ? hostPackets : receiveBuffers;
    }

    /**
     * Packets that a sender may have under way to one receiver. Without retransmission the receiver's pool is divided among
     * all ranks, and with reservation among all flows: the pool of the board, or of the host if that accepts packets.
     */
    private int window(Constants constants, boolean retransmits) {
        int most = atLeastOne(constants, "lci.window");
        int divided = retransmits && !reserves ? most : flows.window(acceptPool(), most);
        if (divided == 0 && hostRetransmits) {
            throw constants.bad(
                    "lci.host-packets",
                    "expected a receive packet for each of " + ranks + " senders and " + flows.depths()
                            + " depths (lci.reserve)");
        }
        if (divided == 0) {
            throw constants.bad(
                    "lci.memory.receive" + (retransmits ? ".retransmission" : ".none"),
                    "expected a receive buffer for each of " + ranks + " senders"
                            + (reserves ? " and " + flows.depths() + " depths (lci.reserve)" : "") + "; "
                            + receiveBuffers + " of " + bufferBytes()
                            + " bytes (lci.packet) fit into board memory (sram.size)");
        }
        return divided;
    }

    /** The cost of a piece of retransmission on the board. */
    FirmwareStep boardWork(GoBackProtocol.Work work) {
        return boardWork[work.ordinal()];
    }

    /** The cost of a piece of retransmission on the host. */
    long hostWorkPs(GoBackProtocol.Work work) {
        return hostWorkPs[work.ordinal()];
    }

    /**
     * Send packets of a host that a packet may not take, because hosts at greater depths of a tree need them: one for each
     * depth, where hosts forward and reserve. Those that wait for a depth's receive packets are then free in the end.
     *
     * @param depth of the host that sends or forwards: 0 for packets of its own
     */
    int reservedSendPackets(int depth) {
        return reserves && hostRetransmits ? Math.max(0, flows.depths() - 1 - depth) : 0;
    }

    /** Send packets that a packet of MPI or BIP may not take. */
    int reservedFor(int lane) {
        return reservedSendPackets(0) + (lane == NicPort.CONTROL ? 0 : reservedPackets);
    }

    /** The cost of a named piece of host software. */
    long workPs(HostWork work, Host host) {
        long ps = mpiWorkPs[work.ordinal()];
        return ps < 0 ? host.workPs(work) : ps;
    }

    private int bufferBytes() {
        return HEADER + packetBytes;
    }

    /** Room for the next worm, whatever it is, and its CRC. */
    int room() {
        return bufferBytes() + Long.BYTES;
    }

    private long tableBytes(Flows divided) {
        return (long) ENGINE_BUFFERS * room()
                + (long) ranks * (routeBytes + (long) PEER * divided.depths())
                + (long) counters * Long.BYTES;
    }

    /** Board memory for pools and tables. Groups take theirs when they are made. */
    long boardBytes() {
        return tableBytes(flows) + (long) (sendPackets + receiveBuffers) * bufferBytes();
    }

    /** How much board memory a group of so many members takes. */
    static int groupBytes(int members) {
        return Short.BYTES * members;
    }

    /** A time in ticks of the board's clock, 1 or more. */
    int ticks(long ps) {
        return (int) Math.max(1, (ps + tickPs - 1) / tickPs);
    }

    /** Names placement and reservation, for reports of deadlocks. */
    String placement() {
        return "lci.retransmission = " + retransmission.name().toLowerCase(Locale.ROOT) + ", lci.multicast = "
                + (boardForwards ? "ni" : "host") + ", lci.reserve = " + (reserves ? "depth" : "off");
    }

    PacketInterface.Limits limits() {
        return new PacketInterface.Limits(packetBytes, sendPackets, hostPackets, counters);
    }
}
