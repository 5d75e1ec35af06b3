package org.bipj.sim.lci;

import java.util.List;
import org.bipj.core.protocol.Deadlines;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.core.protocol.PollingWatchdog;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.PacketCounts;
import org.bipj.sim.hardware.SteppedFirmware;
import org.bipj.sim.hardware.WormReceiver;
import org.bipj.sim.net.Worm;

/**
 * LCI's control program (LCI paper, section 3).
 *
 * <p>Modelled: one loop that finishes the work of a packet, its host DMA included, before it turns to the next one, while
 * the receive engine fills buffers by itself ({@code lci.overlap}); host requests and arrivals by turns; a queue of
 * blocked sends for each receiver; forwarding along trees; counters in board memory; the polling watchdog.
 *
 * <p>Left out: the board memory of the program itself and of its queues.
 */
final class LciFirmware extends SteppedFirmware {
    /** The doorbell command of a host that has receive packets again. */
    static final Object ROOM = new Object();

    /** The number of the timer of the polling watchdog. */
    static final int WATCHDOG = 0;

    /** The timer of the board's retransmission and acknowledgements. */
    static final int PROTOCOL = 1;

    /** The periodic clock of the host's soft timers. */
    static final int CLOCK = 2;

    /** The host driver, as the firmware knows it. */
    interface Driver {
        /** The watchdog's timer has expired. */
        void watchdogExpired(long now);

        /** The clock of the host's soft timers ticks. */
        void clockTicked(long now);

        /** A peer has become unreachable. */
        void unreachable(int peer);
    }

    private final Driver driver;
    private final LciNetwork network;
    private final int rank;
    private final GroupTable groups;
    private final HostReceivePool receives;
    private final Lanai lanai;
    private final LciSettings settings;
    private final BoardSender sender;
    private final BoardReceiver receiver;
    private final Reliability protocol;
    /** When the timer of the protocol ends. */
    private long protocolTimerPs = Deadlines.NEVER;
    /** Whether a packet of the host is sent before one from the network is taken. */
    private boolean hostsTurn;

    LciFirmware(Driver driver, LciNetwork network, int rank, GroupTable groups, HostReceivePool receives, Lanai lanai) {
        super(lanai, network.settings().room(), network.settings().notice);
        this.driver = driver;
        this.network = network;
        this.rank = rank;
        this.groups = groups;
        this.receives = receives;
        this.lanai = lanai;
        settings = network.settings();
        FrameFlows flows = new FrameFlows(settings.flows, groups::tree);
        sender = new BoardSender(this, lanai, settings, network.ranks());
        receiver = new BoardReceiver(this, lanai, settings);
        protocol = switch (settings.retransmission) {
            case NONE -> new CreditProtocol(rank, flows, settings.window);
            case NI -> new GoBackProtocol(new OnBoard(), flows, settings);
            case HOST -> new RelayProtocol();
        };
        sender.protocol(protocol);
        receiver.protocol(protocol);
    }

    /** Allocates board memory and starts the firmware. */
    void start() {
        if (!lanai.allocate(settings.boardBytes())) {
            throw new IllegalStateException("pools that were made to fit take " + settings.boardBytes() + " of "
                    + lanai.available() + " bytes");
        }
        lanai.load(this);
        receiver.arm();
    }

    /** The host's receive packets. */
    HostReceivePool receives() {
        return receives;
    }

    @Override
    protected WormReceiver receiver() {
        return receiver;
    }

    @Override
    protected BoardSender sender() {
        return sender;
    }

    Reliability protocol() {
        return protocol;
    }

    /** Counts of the frames that this board has received, by kind. */
    List<PacketCounts> received() {
        return receiver.received();
    }

    int rank() {
        return rank;
    }

    byte[] route(int to) {
        return network.route(rank, to);
    }

    MulticastTree tree(int group) {
        return groups.tree(group);
    }

    // ---- events ------------------------------------------------------------------------------------------------

    @Override
    public void onDoorbell(Object command) {
        notice();
        if (command instanceof BoardSendPacket packet) {
            launch(packet);
        } else if (command instanceof LciFrame addition) {
            request(addition);
        } else if (command instanceof Transmission ofHostsProtocol) {
            protocol.submit(ofHostsProtocol);
        } else if (command instanceof GroupTable.Leave left) {
            groups.uninstalled(left.group());
        }
        work();
    }

    /** Makes the transmission requests of a packet of the host. */
    private void launch(BoardSendPacket packet) {
        packet.use();
        LciFrame frame = packet.frame();
        if (frame.kind == LciFrame.Kind.MULTICAST && settings.boardForwards) {
            receiver.forward(frame, packet);
        } else if (frame.to == rank() && frame.kind == LciFrame.Kind.UNICAST) {
            receiver.taken(frame, packet);
        } else {
            for (int i = 0; i < packet.receivers(); i++) {
                int to = packet.receiver(i);
                LciFrame sent = frame.from == rank() && frame.to == to ? frame : frame.to(rank(), to);
                protocol.submit(Transmission.of(sent, packet));
            }
        }
        packet.done();
    }

    private void request(LciFrame addition) {
        if (addition.to == rank()) {
            receiver.taken(addition, new Unbuffered());
        } else {
            protocol.submit(new Transmission(addition, null));
        }
    }

    /** An addition of the board's own host needs no buffer. */
    private static final class Unbuffered extends BoardBuffer {
        @Override
        void freed() {}
    }

    @Override
    public void onHostDma(Object cookie) {
        receiver.stored((BoardDelivery) cookie);
        work();
    }

    /** The program waits for its send engine, or looks at it whenever it has work: there is nothing to notice. */
    @Override
    public void onSent(Worm worm) {
        sender.sent();
        work();
    }

    @Override
    public void onSendReset(Worm worm) {
        sender.broken();
        work();
    }

    @Override
    public void onTimer(int timer) {
        notice();
        switch (timer) {
            case WATCHDOG -> driver.watchdogExpired(lanai.clock());
            case PROTOCOL -> {
                protocolTimerPs = Deadlines.NEVER;
                protocol.expire();
            }
            default -> {
                settings.boardWork(GoBackProtocol.Work.TIMERS).charge(lanai);
                driver.clockTicked(lanai.clock());
            }
        }
        work();
    }

    /** Where retransmission runs if it is the board's. */
    private final class OnBoard implements GoBackProtocol.Place {
        @Override
        public int rank() {
            return rank;
        }

        @Override
        public long clock() {
            return lanai.clock();
        }

        @Override
        public void charge(GoBackProtocol.Work work) {
            settings.boardWork(work).charge(lanai);
        }

        /** A timer that is set for an earlier moment stays: it will look at the deadlines. */
        @Override
        public void watch(long deadlinePs) {
            if (deadlinePs < protocolTimerPs) {
                protocolTimerPs = deadlinePs;
                lanai.timer(PROTOCOL, settings.ticks(deadlinePs - lanai.clock()));
            }
        }

        @Override
        public void unreachable(int peer) {
            driver.unreachable(peer);
        }
    }

    /** Sets the clock of the host's soft timers. */
    void tickAt(long ps) {
        lanai.timer(CLOCK, settings.ticks(ps - lanai.clock()));
    }

    /** Sets the watchdog's timer, or cancels it for {@link PollingWatchdog#NEVER}. */
    void watch(long deadlinePs) {
        if (deadlinePs == PollingWatchdog.NEVER) {
            lanai.cancelTimer(WATCHDOG);
        } else {
            lanai.timer(WATCHDOG, settings.ticks(deadlinePs - lanai.clock()));
        }
    }

    /** A processor that waits for an engine finds the event at once. */
    @Override
    protected void notice() {
        if (!isWaiting()) {
            super.notice();
        }
    }

    /** True while the control program waits for an engine to finish the present packet. */
    private boolean isWaiting() {
        return settings.waitsForSend && sender.isSending() || settings.waitsForStore && receiver.isStoring();
    }

    /** Goes on, packet by packet, until there is nothing to do or an engine has to finish first. */
    @Override
    protected void work() {
        boolean worked = true;
        while (worked && !isWaiting()) {
            worked = !sender.isSending() && sender.sendFirst()
                    || !receiver.isStoring() && receiver.storeNext()
                    || nextPacket();
        }
        endStep();
    }

    /** Turns to the next packet, of the host and from the network by turns. */
    private boolean nextPacket() {
        boolean mayStart = !sender.isSending();
        if (hostsTurn && mayStart && sender.sendNext()) {
            hostsTurn = false;
            return true;
        }
        if (receiver.takeNext()) {
            hostsTurn = true;
            return true;
        }
        return mayStart && sender.sendNext();
    }

    /** True if nothing is under way, and all buffers are free. */
    boolean isIdle() {
        return sender.isIdle() && receiver.isIdle() && protocol.isIdle();
    }

    @Override
    public String toString() {
        return protocol + sender.toString() + ", " + receiver;
    }
}
