package org.bipj.crl;

import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.crl.protocol.Copy;
import org.bipj.crl.protocol.Outlet;
import org.bipj.crl.protocol.ProtocolMessage;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Lci;
import org.bipj.lci.ReceivedPacket;

/** A rank's messages of the protocol, to and from LCI's packets. */
final class CrlMessages implements Outlet {
    /** Kinds of packets beside those of the protocol's messages, which are their ordinal numbers. */
    private static final int MAP = 64;

    private static final int MAPPED = 65;

    /** Length of a region that there is not. */
    static final int UNKNOWN = -1;

    /** The length while the home has not answered yet. */
    static final int UNANSWERED = -2;

    /** A packet's kind takes so many bits; the number of the opening of CRL lies above. */
    private static final int OPENING_SHIFT = 8;

    private final Crl crl;
    private final int opening;
    private final PendingMessages outbox;
    private final HostTime time;

    private int mapped;
    private long messages;
    private long dataMessages;

    CrlMessages(Crl crl, Lci lci, Channel channel, int opening) {
        this.crl = crl;
        this.opening = opening << OPENING_SHIFT;
        outbox = new PendingMessages(lci, channel);
        time = lci.hostTime();
    }

    @Override
    public void send(Copy copy, int to, ProtocolMessage message) {
        Region region = (Region) copy.region();
        messages++;
        dataMessages += message.hasData() ? 1 : 0;
        outbox.add(to, opening | message.ordinal(), 0, region.id, message.hasData() ? region : null);
    }

    /** Asks a region's home for its length. */
    void askForLength(long id) {
        mapped = UNANSWERED;
        outbox.add(Region.homeOf(id), opening | MAP, 0, id, null);
    }

    /** The answer to {@link #askForLength}, or {@link #UNANSWERED}. */
    int mappedLength() {
        return mapped;
    }

    boolean isIdle() {
        return outbox.isEmpty();
    }

    long sent() {
        return messages;
    }

    long sentWithData() {
        return dataMessages;
    }

    Disposal onPacket(ReceivedPacket packet) {
        int kind = packet.getInt(PendingMessages.KIND) ^ opening;
        if (kind >>> OPENING_SHIFT != 0) {
            // A release of a rank whose opening of CRL was over here when it arrived.
            return Disposal.RELEASE;
        }
        long id = packet.getLong(PendingMessages.ID);
        if (kind == MAP) {
            time.charge(HostWork.CRL_MESSAGE);
            Region region = crl.known(id);
            outbox.add(packet.source(), opening | MAPPED, region == null ? UNKNOWN : region.length(), id, null);
        } else if (kind == MAPPED) {
            time.charge(HostWork.CRL_MESSAGE);
            mapped = packet.getInt(PendingMessages.VALUE);
        } else {
            onMessage(packet, ProtocolMessage.of(kind), id);
        }
        return Disposal.RELEASE;
    }

    private void onMessage(ReceivedPacket packet, ProtocolMessage message, long id) {
        Region region = crl.known(id);
        if (region == null) {
            // Evicted: its copy was released before the home's request arrived.
            if (message != ProtocolMessage.INVALIDATE && message != ProtocolMessage.DOWNGRADE) {
                throw new IllegalStateException(
                        message + " of rank " + packet.source() + " for " + Region.name(id) + ", which is not known");
            }
            return;
        }
        if (message.hasData() && !store(packet, region)) {
            return;
        }
        time.charge(HostWork.CRL_MESSAGE);
        region.copy.onMessage(packet.source(), message);
    }

    /** Copies a packet's data into the region. Returns true if they are the last ones. */
    private boolean store(ReceivedPacket packet, Region region) {
        int offset = packet.getInt(PendingMessages.VALUE);
        int bytes = packet.length() - PendingMessages.DATA;
        packet.get(PendingMessages.DATA, region.memory, offset, bytes);
        time.chargeCopy(bytes, region.length());
        return offset + bytes == region.length();
    }
}
