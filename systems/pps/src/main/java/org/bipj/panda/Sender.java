package org.bipj.panda;

import java.util.ArrayDeque;
import org.bipj.lci.Channel;
import org.bipj.lci.Group;
import org.bipj.lci.SendPacket;

/**
 * Turns messages into packets. Inside an upcall, what finds no send packet is copied and waits in the outbox; later messages
 * wait behind it.
 */
final class Sender {
    /** How far the sending of one message has come. */
    private static final class Outgoing {
        int destination;
        Group group;
        int head;
        int call;
        long ordinal;
        int number;
        int length;
        int done;
        /** Its data; null once they are in {@link #copied}. */
        Gather data;
        /** Bytes of the data from {@link #copiedFrom} on. */
        byte[] copied;

        int copiedFrom;
    }

    private final PandaCore core;
    private final Channel channel;
    private final int payload;
    /** Messages that upcalls have begun and could not send without blocking. */
    private final ArrayDeque<Outgoing> outbox = new ArrayDeque<>();

    /** Number of this rank's next message; wraps around. */
    private int nextNumber;

    /** The only object that is needed where one thread sends. */
    private final Outgoing single = new Outgoing();

    /** Used again by upcalls, which run one at a time. */
    private final Outgoing ofUpcall = new Outgoing();

    Sender(PandaCore core, Channel channel) {
        this.core = core;
        this.channel = channel;
        payload = core.lci().payload();
    }

    /** Sends a message to a rank, or to all other members of a group; runs no upcalls. */
    void send(int destination, Group group, int head, int call, long ordinal, Gather data) {
        send(destination, group, head, call, ordinal, data, false);
    }

    /**
     * Sends a message; receives while it waits for send packets. Otherwise ranks that send to each other more than their receive
     * packets hold would wait for ever.
     */
    void sendReceiving(int destination, Group group, int head, int call, long ordinal, Gather data) {
        send(destination, group, head, call, ordinal, data, true);
    }

    private void send(int destination, Group group, int head, int call, long ordinal, Gather data, boolean receives) {
        core.chargeSend(group != null);
        boolean inUpcall;
        boolean blocked;
        Outgoing message;
        core.lci().lock();
        try {
            inUpcall = core.lci().isInUpcall();
            blocked = !outbox.isEmpty();
            message = outgoing(inUpcall);
            message.number = nextNumber++;
        } finally {
            core.lci().unlock();
        }
        message.destination = destination;
        message.group = group;
        message.head = head;
        message.call = call;
        message.ordinal = ordinal;
        message.length = data.length();
        message.done = 0;
        message.data = data;
        message.copied = null;
        data.rewind();
        if (inUpcall) {
            if (blocked || !trySend(message)) {
                postpone(message);
            }
        } else {
            if (blocked) {
                emptyOutbox(receives);
            }
            while (!put(message, allocate(receives))) {
                // The next packet.
            }
        }
        data.end();
        message.data = null;
    }

    private Outgoing outgoing(boolean inUpcall) {
        if (inUpcall) {
            return ofUpcall;
        }
        return core.isMultithreaded() ? new Outgoing() : single;
    }

    /** Sends as many packets as there are. Returns true once the message has gone. */
    private boolean trySend(Outgoing message) {
        boolean gone = false;
        while (!gone) {
            SendPacket packet = channel.tryAllocate();
            if (packet == null) {
                return false;
            }
            gone = put(message, packet);
        }
        return true;
    }

    /** Sends the next packet of a message. Returns true if it was the last one. */
    private boolean put(Outgoing message, SendPacket packet) {
        boolean first = message.done == 0;
        int header = first ? putFirst(message, packet) : PandaHeader.NEXT_HEADER;
        packet.putInt(0, first ? message.head | PandaHeader.FIRST : message.head);
        packet.putInt(PandaHeader.NUMBER, message.number);
        int bytes = Math.min(payload - header, message.length - message.done);
        if (message.data != null) {
            message.data.copyNext(packet, header, bytes);
        } else {
            packet.put(header, message.copied, message.done - message.copiedFrom, bytes);
        }
        message.done += bytes;
        if (message.group == null) {
            channel.unicast(message.destination, packet, header + bytes);
        } else {
            channel.multicast(message.group, packet, header + bytes);
        }
        return message.done == message.length;
    }

    private static int putFirst(Outgoing message, SendPacket packet) {
        int kind = PandaHeader.kind(message.head);
        packet.putInt(PandaHeader.LENGTH, message.length);
        packet.putInt(PandaHeader.CALL, message.call);
        if (kind == PandaHeader.ORDERED) {
            packet.putLong(PandaHeader.ORDINAL, message.ordinal);
        }
        return PandaHeader.firstHeader(kind);
    }

    /** Copies the rest of a message of an upcall, for later. */
    private void postpone(Outgoing message) {
        Outgoing later = new Outgoing();
        later.destination = message.destination;
        later.group = message.group;
        later.head = message.head;
        later.call = message.call;
        later.ordinal = message.ordinal;
        later.number = message.number;
        later.length = message.length;
        later.done = message.done;
        later.copiedFrom = message.done;
        later.copied = new byte[message.length - message.done];
        message.data.copyNext(later.copied, later.copied.length);
        if (outbox.isEmpty()) {
            core.lci().defer(this::drain);
        }
        outbox.add(later);
    }

    /** Sends what waits, as far as there are send packets. Returns true once nothing waits. */
    private boolean drain() {
        while (!outbox.isEmpty() && trySend(outbox.peek())) {
            outbox.remove();
        }
        return outbox.isEmpty();
    }

    private SendPacket allocate(boolean receives) {
        return receives ? channel.allocatePolling() : channel.allocate();
    }

    /** Sends the messages of the {@link #outbox}. Not called in upcalls. */
    void emptyOutbox(boolean receives) {
        for (boolean more = true; more; ) {
            SendPacket packet = allocate(receives);
            core.lci().lock();
            try {
                if (outbox.isEmpty()) {
                    packet.free();
                } else if (put(outbox.peek(), packet)) {
                    outbox.remove();
                }
                more = !outbox.isEmpty();
            } finally {
                core.lci().unlock();
            }
        }
    }

    /** True if nothing waits; under the lock. */
    boolean isEmpty() {
        return outbox.isEmpty();
    }
}
