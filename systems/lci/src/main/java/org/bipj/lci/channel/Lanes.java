package org.bipj.lci.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Channel;
import org.bipj.core.job.Job;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.protocol.CreditWindow;

/** What a rank sends to each other one, in order. What cannot go at once waits for room or credits. */
final class Lanes {
    private final Channel channel;
    private final Job job;
    private final SendPool sends;
    private final ReceivePool receives;
    /** By destination: the oldest of the messages that wait; null if none does. */
    private final UnsentPacket[] heads;

    private final UnsentPacket[] tails;
    /** By destination: the length of the longest message; 0 if it is not known yet. */
    private final int[] pieces;
    /** The destinations for which something waits, in no order. */
    private final int[] active;

    /** By destination: true once its end has been asked for. */
    private final boolean[] asked;

    private int actives;
    private UnsentPacket free;
    /** Bytes of the packet that {@link #transmit} has sent. */
    private int gone;

    Lanes(Channel channel, Job job, SendPool sends, ReceivePool receives) {
        this.channel = channel;
        this.job = job;
        this.sends = sends;
        this.receives = receives;
        int size = job.size();
        heads = new UnsentPacket[size];
        tails = new UnsentPacket[size];
        pieces = new int[size];
        active = new int[size];
        asked = new boolean[size];
    }

    /** True if nothing waits. */
    boolean isEmpty() {
        return actives == 0;
    }

    /** Sends a packet. Returns false if it waits: the packet is in use until it has gone. */
    boolean send(int to, int kind, int packet, long envelope, int length) {
        if (heads[to] == null && transmit(to, envelope, memory(kind, packet), length, 0)) {
            return true;
        }
        UnsentPacket one = add(to, kind, envelope);
        one.packet = packet;
        one.length = length;
        one.gone = heads[to] == one ? gone : 0;
        return false;
    }

    /** Sends two numbers, or lets them wait if there is no room. */
    void sendWords(int to, int kind, long first, long second) {
        long envelope = LciEnvelope.words(kind);
        if (heads[to] == null && transmitWords(to, envelope, first, second)) {
            return;
        }
        UnsentPacket one = add(to, UnsentPacket.WORDS, envelope);
        one.first = first;
        one.second = second;
    }

    private MemorySegment memory(int kind, int packet) {
        return kind == UnsentPacket.SENT ? sends.memory(packet) : receives.memory(packet);
    }

    private int piece(int to) {
        if (pieces[to] == 0) {
            pieces[to] = longest(channel.eagerLimit(to), channel.port().capabilities(to));
        }
        return pieces[to];
    }

    /**
     * Longest message that costs no more than half of a peer's credits: credits that are owed return once they are as many,
     * so that such a message never waits for credits that stay away.
     */
    static int longest(int eagerLimit, Capabilities can) {
        int credits = can.creditWindow() / CreditWindow.UNIT / 2;
        return Math.min(eagerLimit, (credits - 1) * CreditWindow.UNIT);
    }

    private boolean transmit(int to, long envelope, MemorySegment memory, int length, int from) {
        int piece = piece(to);
        gone = from;
        while (length - gone > piece) {
            if (!transmitPart(to, LciEnvelope.part(envelope), memory, piece)) {
                return false;
            }
        }
        return transmitPart(to, envelope, memory, length - gone);
    }

    private boolean transmitPart(int to, long envelope, MemorySegment memory, int bytes) {
        long at = channel.claim(to, bytes, false);
        if (at < 0) {
            return false;
        }
        MemorySegment.copy(memory, gone, channel.memory(to), at, bytes);
        channel.commit(to, at, envelope, bytes);
        gone += bytes;
        return true;
    }

    private boolean transmitWords(int to, long envelope, long first, long second) {
        long at = channel.claim(to, LciEnvelope.WORDS_BYTES, false);
        if (at < 0) {
            return false;
        }
        MemorySegment memory = channel.memory(to);
        memory.set(JAVA_LONG, at, first);
        memory.set(JAVA_LONG, at + Long.BYTES, second);
        channel.commit(to, at, envelope, LciEnvelope.WORDS_BYTES);
        return true;
    }

    private UnsentPacket add(int to, int kind, long envelope) {
        UnsentPacket one = free == null ? new UnsentPacket() : free;
        free = one.next;
        one.next = null;
        one.kind = kind;
        one.envelope = envelope;
        if (heads[to] == null) {
            heads[to] = one;
            active[actives++] = to;
        } else {
            tails[to].next = one;
        }
        tails[to] = one;
        return one;
    }

    /** Sends what can go now, else drops what waits for ranks that have finished. Returns how much was done. */
    int push() {
        int moved = 0;
        for (int i = actives - 1; i >= 0; i--) {
            int to = active[i];
            while (heads[to] != null && tryAgain(to, heads[to])) {
                remove(to);
                moved++;
            }
            if (heads[to] == null) {
                active[i] = active[--actives];
            }
        }
        return moved > 0 ? moved : dropFinished();
    }

    private boolean tryAgain(int to, UnsentPacket one) {
        if (one.kind == UnsentPacket.WORDS) {
            return transmitWords(to, one.envelope, one.first, one.second);
        }
        boolean whole = transmit(to, one.envelope, memory(one.kind, one.packet), one.length, one.gone);
        one.gone = gone;
        return whole;
    }

    private void remove(int to) {
        UnsentPacket one = heads[to];
        heads[to] = one.next;
        if (one.kind == UnsentPacket.SENT) {
            sends.gone(one.packet);
        } else if (one.kind == UnsentPacket.FORWARDED) {
            receives.release(one.packet);
        }
        one.next = free;
        free = one;
    }

    /** Begins or ends to watch the ranks for which something waits. */
    void watch(boolean on) {
        for (int i = 0; i < actives; i++) {
            job.watch(active[i], on);
        }
    }

    /** Drops what waits for ranks that read nothing of this opening any more. Returns how many packets that was. */
    int dropFinished() {
        int dropped = 0;
        for (int i = actives - 1; i >= 0; i--) {
            int to = active[i];
            if (!asked[to]) {
                // Several threads do not idle in the port, where ranks are watched.
                asked[to] = true;
                job.watch(to, true);
                job.watch(to, false);
            }
            if (channel.isDroppedBy(to) || job.hasClosed(to, channel.number(), channel.opening())) {
                while (heads[to] != null) {
                    remove(to);
                    dropped++;
                }
                active[i] = active[--actives];
            }
        }
        return dropped;
    }

    /** Describes what waits, for a report; empty if nothing does. */
    String outstanding() {
        if (actives == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder("LCI: room for packets to rank");
        for (int i = 0; i < actives; i++) {
            text.append(i == 0 ? " " : ", ").append(active[i]);
        }
        return text.toString();
    }
}
