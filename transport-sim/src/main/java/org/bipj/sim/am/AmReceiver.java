package org.bipj.sim.am;

import org.bipj.core.nic.EndpointName;
import org.bipj.core.protocol.ReceiveChannels;
import org.bipj.sim.hardware.BufferedReceiver;
import org.bipj.sim.hardware.Lanai;

/**
 * The receiving half of the firmware. A short message is written into its entry in the frame. The data of a medium one is
 * stored in the staging area first. Then the sender gets its acknowledgement. A damaged worm is dropped: its sender will
 * send it again.
 */
final class AmReceiver extends BufferedReceiver {
    /** A medium message whose data is being stored, in its entry already but for the host. */
    record Arrival(AmPacket packet, AmEntry entry, boolean hasBuffer) {}

    private final AmFirmware board;
    private final Lanai lanai;
    private final AmSettings settings;
    private final ReceiveChannels channels;
    private int storing;

    AmReceiver(AmFirmware board, Lanai lanai, AmSettings settings) {
        super(lanai, settings.receiveBuffers, settings.room(), settings.receive);
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        channels = new ReceiveChannels(board.port().size(), settings.channels());
    }

    ReceiveChannels channels() {
        return channels;
    }

    @Override
    protected void arrived(Object content) {
        if (content instanceof RawPacket packet) {
            settings.receive.charge(lanai);
            board.privileged().received(packet);
        } else if (content instanceof AmPacket packet) {
            arrived(packet, true);
        }
    }

    /**
     * A packet has arrived whole.
     *
     * @param hasBuffer it occupies a receive buffer, while its data is stored; one of the same board does not
     */
    void arrived(AmPacket packet, boolean hasBuffer) {
        if (packet.isAnswer) {
            board.sender().answered(packet);
            return;
        }
        settings.receive.charge(lanai);
        if (settings.reliable && !isNew(packet)) {
            return;
        }
        if (settings.protects) {
            settings.checkReceive.charge(lanai);
        }
        BoardEndpoint endpoint = board.port().endpoint(EndpointName.endpoint(packet.to));
        if (board.port().isLate() && packet.source != board.port().rank() && packet.reason == 0) {
            refuseForNow(packet);
        } else if (endpoint == null || !endpoint.isCalled(packet)) {
            refuse(packet, board.port().reasonWithoutEndpoint());
        } else if (!board.isAtHand(endpoint, packet.bytes)) {
            refuseForNow(packet);
        } else if (endpoint.refusal(packet) != 0) {
            refuse(packet, endpoint.refusal(packet));
        } else {
            AmEntry entry = endpoint.freeReceiveEntry(packet);
            if (entry == null) {
                refuseForNow(packet);
            } else {
                take(packet, entry, hasBuffer);
            }
        }
    }

    private void refuse(AmPacket packet, int reason) {
        accept(packet);
        answer(packet, reason);
    }

    private void refuseForNow(AmPacket packet) {
        if (settings.reliable) {
            board.sender().answer(packet, packet.stamp, AmPacket.NACK);
        }
    }

    private void take(AmPacket packet, AmEntry entry, boolean hasBuffer) {
        accept(packet);
        entry.state = AmEntry.State.ARRIVING;
        packet.writeTo(entry);
        if (packet.bytes == 0) {
            deliver(packet, entry);
        } else {
            if (hasBuffer) {
                occupy();
            }
            storing++;
            board.transfer(true, 0, packet.bytes, new Arrival(packet, entry, hasBuffer));
        }
    }

    /** Judges a packet by its channel. A duplicate gets its answer again, unless that is still to come. */
    private boolean isNew(AmPacket packet) {
        settings.channelReceive.charge(lanai);
        int source = packet.source;
        int channel = packet.channel;
        ReceiveChannels.Verdict verdict = channels.check(source, channel, packet.epoch, packet.bit, packet.stamp);
        if (verdict == ReceiveChannels.Verdict.DUPLICATE) {
            int answer = channels.answer(source, channel);
            if (answer != ReceiveChannels.PENDING) {
                board.sender().answer(packet, channels.stamp(source, channel), answer);
            }
        }
        return verdict == ReceiveChannels.Verdict.NEW;
    }

    private void accept(AmPacket packet) {
        if (settings.reliable) {
            channels.accept(packet.source, packet.channel, packet.epoch, packet.bit, packet.stamp);
        }
    }

    private void answer(AmPacket packet, int answer) {
        if (settings.reliable) {
            channels.answer(packet.source, packet.channel, answer);
            board.sender().answer(packet, channels.stamp(packet.source, packet.channel), answer);
        }
    }

    /** The data of a medium message is in the staging area. */
    void stored(Arrival arrival) {
        storing--;
        if (arrival.hasBuffer) {
            release();
        }
        deliver(arrival.packet, arrival.entry);
        arm();
    }

    /** The message is complete in the endpoint: the host sees it, and the sender gets its acknowledgement. */
    private void deliver(AmPacket packet, AmEntry entry) {
        entry.enter(packet.reason == 0 ? AmEntry.State.READY : AmEntry.State.RETURNED, lanai.clock());
        answer(packet, 0);
    }

    /** True while data of a message is on its way into an endpoint's staging area. */
    boolean isStoring(BoardEndpoint endpoint) {
        if (storing > 0) {
            for (AmEntry entry : endpoint.entries()) {
                if (entry.state == AmEntry.State.ARRIVING && !entry.isScheduled()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True if everything that has arrived is in its endpoint. */
    boolean isIdle() {
        return storing == 0;
    }

    @Override
    public String toString() {
        return freeBuffers() + " receive buffers free"
                + (storing == 0 ? "" : ", " + storing + " messages being stored");
    }
}
