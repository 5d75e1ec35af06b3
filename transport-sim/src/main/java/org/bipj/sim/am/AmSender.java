package org.bipj.sim.am;

import java.util.ArrayDeque;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.protocol.SendChannels;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.WormSender;
import org.bipj.sim.net.Worm;

/**
 * The sending half of the firmware. Answers leave first, then packets that are overdue, then what the scheduler of
 * endpoints chooses. A medium message is fetched into the one buffer, sent, and only then the buffer is free again: the
 * firmware "does not pipeline bulk data transfers to eliminate the store-and-forward delay" (section 5.2). Other
 * messages leave meanwhile.
 */
final class AmSender implements WormSender, SendChannels.Overdue<AmEntry> {
    /** Cookie of the host DMA that fetches. */
    static final Object FETCH = new Object();

    private final AmFirmware board;
    private final Lanai lanai;
    private final AmSettings settings;
    private final int self;
    private final int ranks;
    private final SendChannels<AmEntry> channels;
    private final EndpointScheduler scheduler;
    private final ArrayDeque<AmPacket> answers = new ArrayDeque<>();
    private final ArrayDeque<AmEntry> overdue = new ArrayDeque<>();
    private final RouteEntries routes;

    /** The packet that the send engine works on; null if there is none, or it is {@link #raw}. */
    private AmPacket current;

    /** The packet of the privileged endpoint that it works on; null if there is none. */
    private RawPacket raw;
    /** The engine works on its private header; the message follows by a DMA of its own. */
    private boolean inHeader;
    /** The medium message in the buffer; null if the buffer is free. */
    private AmPacket buffered;
    /** The entry that it was copied from, while it is not acknowledged without channels. */
    private AmEntry bufferedEntry;

    private boolean isFetched;
    private boolean scanning;

    AmSender(AmFirmware board, Lanai lanai, AmSettings settings) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        self = board.port().rank();
        ranks = board.port().size();
        channels = new SendChannels<>(ranks, AmSettings.KINDS, settings.channelsPerKind, settings.silentTries);
        scheduler = new EndpointScheduler(lanai, settings, this::isSendable);
        AmNetwork network = board.port().network();
        // The platform has routes between ranks; the board of another host has none until a mapper writes them.
        routes = new RouteEntries(ranks, to -> self < ranks ? network.route(self, to) : null);
    }

    SendChannels<AmEntry> channels() {
        return channels;
    }

    EndpointScheduler scheduler() {
        return scheduler;
    }

    // ---- choosing ----------------------------------------------------------------------------------------------

    /** Gives the send engine its next work, and starts a fetch if there is one to start. */
    void advance() {
        while (current == null && raw == null) {
            AmPacket answer = answers.poll();
            if (answer != null) {
                settings.ackSend.charge(lanai);
                begin(answer);
            } else if (beginRaw()) {
                return;
            } else if (isFetched) {
                isFetched = false;
                begin(buffered);
            } else if (!sendNext()) {
                return;
            }
        }
    }

    /** Sends or fetches the next message; false if there is none. */
    private boolean sendNext() {
        AmEntry entry = firstOverdue();
        boolean again = entry != null;
        if (entry == null) {
            entry = scheduler.next();
        }
        if (entry == null) {
            return false;
        }
        if (!again && !board.isAtHand(entry.endpoint, entry.bytes)) {
            entry.endpoint.again(entry);
            return true;
        }
        settings.send.charge(lanai);
        int reason = again ? 0 : check(entry);
        if (reason != 0) {
            end(entry, reason);
            return true;
        }
        if (entry.isSent) {
            entry.endpoint.countAgain();
        }
        entry.isSent = true;
        int to = EndpointName.rank(entry.peer);
        AmPacket packet = AmPacket.of(entry, self, to);
        if (settings.reliable) {
            settings.channelSend.charge(lanai);
            number(packet, entry, again);
        }
        if (packet.bytes == 0) {
            begin(packet);
            endIfUnreliable(entry);
        } else {
            buffered = packet;
            bufferedEntry = entry;
            board.transfer(false, 0, packet.bytes, FETCH);
        }
        return true;
    }

    private AmEntry firstOverdue() {
        for (AmEntry entry : overdue) {
            if (hasRoom(entry)) {
                overdue.remove(entry);
                return entry;
            }
        }
        return null;
    }

    private boolean hasRoom(AmEntry entry) {
        return entry.bytes == 0 || buffered == null;
    }

    /**
     * True if an entry can be sent now: there is a channel, and the buffer if it needs that. An entry whose staging area
     * is not mapped is chosen once, and the fault reported.
     */
    private boolean isSendable(AmEntry entry) {
        int to = EndpointName.rank(entry.peer);
        return hasRoom(entry)
                && (entry.bytes == 0 || entry.endpoint.isStaged || !entry.endpoint.isReported)
                && (!settings.reliable || to >= ranks || channels.free(to, kind(entry)) >= 0);
    }

    /** What comes back takes the channels of replies: it must not wait for requests. */
    private static int kind(AmEntry entry) {
        return entry.reason != 0 ? Endpoints.REPLY : entry.kind;
    }

    /** Why an entry cannot be sent at all; 0 if it can. */
    private int check(AmEntry entry) {
        if (settings.protects) {
            settings.checkSend.charge(lanai);
        }
        int to = EndpointName.rank(entry.peer);
        if (to >= ranks) {
            return Endpoints.NO_ENDPOINT;
        }
        boolean unreachable = to != self && routes.isUnreachable(to, lanai.clock(), settings.patiencePs());
        return unreachable ? Endpoints.UNREACHABLE : 0;
    }

    /** Gives a packet its channel, stamp, bit and epoch. */
    private void number(AmPacket packet, AmEntry entry, boolean again) {
        int to = packet.destination;
        if (!again) {
            entry.channel = channels.free(to, kind(entry));
            channels.send(to, entry.channel, entry, lanai.clock());
            watch();
        }
        packet.channel = entry.channel;
        packet.bit = channels.bit(to, entry.channel);
        packet.stamp = channels.stamp(to, entry.channel);
        packet.epoch = channels.epoch(to, entry.channel);
    }

    // ---- the engines -------------------------------------------------------------------------------------------

    private void begin(AmPacket packet) {
        if (packet.destination == self) {
            if (packet == buffered) {
                freeBuffer();
            }
            board.receiver().arrived(packet, false);
            return;
        }
        byte[] turns = routes.to(packet.destination);
        if (turns == null) {
            // As if it were lost: when it is sent again there may be a route.
            if (packet == buffered) {
                freeBuffer();
            }
            return;
        }
        current = packet;
        inHeader = !packet.isAnswer;
        lanai.send(new Worm(turns, packet), AmSettings.HEADER, packet.isAnswer);
    }

    /** Sends a packet of the privileged endpoint; false if there is none. */
    private boolean beginRaw() {
        raw = board.privileged().next();
        if (raw == null) {
            return false;
        }
        settings.send.charge(lanai);
        lanai.send(new Worm(raw.turns, raw, true), raw.bytes, true);
        return true;
    }

    /** The turns to another rank; null if there is no route. */
    byte[] route(int to) {
        return routes.to(to);
    }

    /** A mapper has written an entry of the table of routes; null: there is no route. */
    void reroute(int to, byte[] turns) {
        byte[] before = routes.to(to);
        routes.write(to, turns, lanai.clock());
        if (before != null) {
            channels.rerouted(to, lanai.clock() + settings.lifePs(before.length));
        }
    }

    /** A medium message is in the buffer. */
    void fetched() {
        isFetched = true;
    }

    /** The send engine has finished its range. */
    @Override
    public void sent() {
        if (raw != null) {
            leftRaw(false);
        } else if (inHeader) {
            inHeader = false;
            settings.body.charge(lanai);
            lanai.feed(current.bodyBytes(), true);
        } else {
            left();
        }
    }

    /** The worm was broken up. Its packet is lost, and the scan will send it again. */
    @Override
    public void broken() {
        if (raw != null) {
            leftRaw(true);
        } else {
            left();
        }
    }

    private void leftRaw(boolean broken) {
        RawPacket packet = raw;
        raw = null;
        board.privileged().sent(packet, broken);
    }

    private void left() {
        if (current == buffered) {
            freeBuffer();
        }
        current = null;
        inHeader = false;
    }

    private void freeBuffer() {
        AmEntry entry = bufferedEntry;
        buffered = null;
        bufferedEntry = null;
        endIfUnreliable(entry);
    }

    // ---- answers -----------------------------------------------------------------------------------------------

    /** Sends an answer to a packet that has arrived. */
    void answer(AmPacket packet, int stamp, int answer) {
        answers.add(AmPacket.answer(self, packet.source, packet.channel, stamp, answer));
    }

    /** Takes in an acknowledgement, positive or negative. */
    void answered(AmPacket answer) {
        settings.ackReceive.charge(lanai);
        if (answer.answer == AmPacket.NACK) {
            channels.refused(answer.source, answer.channel, answer.stamp);
            return;
        }
        AmEntry entry = channels.acknowledged(answer.source, answer.channel, answer.stamp);
        if (entry != null) {
            overdue.remove(entry);
            end(entry, answer.answer);
        }
    }

    private void endIfUnreliable(AmEntry entry) {
        if (!settings.reliable) {
            end(entry, 0);
        }
    }

    /**
     * A message needs no further transmission. What was refused for good is returned, unless it was itself on its way
     * back.
     */
    private void end(AmEntry entry, int reason) {
        entry.channel = SendChannels.NONE;
        entry.isSent = false;
        boolean returns = reason != 0 && entry.reason == 0;
        if (returns) {
            entry.reason = reason;
        }
        entry.enter(returns ? AmEntry.State.RETURNED : AmEntry.State.FREE, lanai.clock());
    }

    // ---- unloading ---------------------------------------------------------------------------------------------

    /** True if each packet of an endpoint has its ACK, or the NACK of its latest transmission (section 4.4.4). */
    boolean isSettled(BoardEndpoint endpoint) {
        if (bufferedEntry != null && bufferedEntry.endpoint == endpoint) {
            return false;
        }
        for (AmEntry entry : endpoint.entries()) {
            if (entry.channel != SendChannels.NONE
                    && !channels.isSettled(EndpointName.rank(entry.peer), entry.channel, lanai.clock())) {
                return false;
            }
        }
        return true;
    }

    /** Takes refused messages off their channels: the endpoint leaves, and sends them again later. */
    void withdraw(BoardEndpoint endpoint) {
        for (AmEntry entry : endpoint.entries()) {
            if (entry.channel != SendChannels.NONE) {
                channels.withdraw(EndpointName.rank(entry.peer), entry.channel, lanai.clock());
                entry.channel = SendChannels.NONE;
                endpoint.again(entry);
            }
        }
    }

    // ---- time --------------------------------------------------------------------------------------------------

    private void watch() {
        if (!scanning) {
            scanning = true;
            lanai.timer(AmFirmware.SCAN, settings.quantumTicks);
        }
    }

    /** The periodic scan for packets without an answer. It pauses while there are none. */
    void scan() {
        settings.scan.charge(lanai);
        channels.scan(lanai.clock(), settings.quantumPs, this);
        scanning = false;
        if (channels.outstanding() > 0) {
            watch();
        }
    }

    @Override
    public void again(int peer, int channel, AmEntry entry) {
        if (!overdue.contains(entry)) {
            overdue.add(entry);
        }
    }

    @Override
    public void unreachable(int peer, int channel, AmEntry entry) {
        overdue.remove(entry);
        end(entry, Endpoints.UNREACHABLE);
    }

    /** True if nothing waits to be sent or acknowledged. */
    boolean isIdle() {
        return current == null && buffered == null && answers.isEmpty() && channels.outstanding() == 0;
    }

    @Override
    public String toString() {
        return channels + ", " + answers.size() + " answers to send" + (current == null ? "" : ", sending");
    }
}
