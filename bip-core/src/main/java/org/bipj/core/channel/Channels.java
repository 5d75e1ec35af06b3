package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Waiting;
import org.bipj.core.protocol.CreditWindow;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one rank, one for each of its clients, over its port. Packets, names of receives and cookies of
 * operations contain their client's number. While only one client is bound, its channel is the sink of the port, and no
 * message for it passes through this class. With several clients, this class dispatches the packets that any of them
 * polls, and each round of progress serves all clients.
 *
 * <p>A client may be closed and opened again. A rank's n-th channel of a client exchanges messages with the other ranks' n-th
 * ones ({@link Openings}). Messages that arrive for one before this rank binds it are copied and kept: short ones within the
 * peer's credits for it, and announcements. Messages for one that has been closed are dropped, unless its client {@linkplain
 * ChannelClient#answersAfterClose answers} them. A client whose ranks do not open alike has one channel, which {@linkplain Channel#rest
 * rests} instead.
 */
public final class Channels implements PacketSink {
    private final NicPort port;
    /** The bound clients, by number; null where none is bound. */
    private final @Nullable Channel[] bound = new Channel[Packet.CLIENTS];

    /** The openings of each client, by number. */
    private final Openings<Channel>[] openings;
    /** Channels that are closed and still answer, by client number: of each client the latest one. */
    private final @Nullable Channel[] answering = new Channel[Packet.CLIENTS];

    private int clients;
    /** By rank, for ranks that have failed: the reason. */
    private final Map<Integer, String> failures = new LinkedHashMap<>();

    /**
     * Creates the set of channels over a port, empty at first.
     *
     * @param port the port, which belongs to the caller
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Channels(NicPort port) {
        this.port = port;
        openings = new Openings[Packet.CLIENTS];
        for (int number = 0; number < openings.length; number++) {
            openings[number] = new Openings<>(port.size());
        }
    }

    /**
     * Opens the channel of a client. It delivers messages once it is {@linkplain Channel#bind bound}.
     *
     * @param number 0 to 7, the same on all ranks, and not of an open channel
     * @param hook called for lost or corrupted packets, on ports that are not reliable
     */
    public Channel open(int number, ErrorHook hook) {
        if (bound[number] != null) {
            throw new IllegalStateException("client " + number + " of rank " + port.rank() + " is bound");
        }
        return new Channel(port, this, number, openings[number].count(), hook);
    }

    void bound(Channel channel) {
        int number = channel.number();
        bound[number] = channel;
        clients++;
        share();
        Openings<Channel> known = openings[number];
        known.advance();
        if (known.isAmbiguous(channel.opening())) {
            channel.mistrust();
        }
        known.deliver(channel.opening(), channel);
        failures.forEach((peer, why) -> channel.lose(peer, why, false));
        known.returnDropped(channel::returnDropped);
    }

    void closed(Channel channel) {
        int number = channel.number();
        if (bound[number] == channel) {
            for (int peer = 0; peer < port.size(); peer++) {
                if (channel.client().leavesUnread(peer)) {
                    openings[number].drop(peer, channel.opening(), channel.owed(peer));
                }
            }
            bound[number] = null;
            clients--;
            share();
            answering[number] = channel.client().answersAfterClose() ? channel : null;
        } else {
            openings[number].advance();
        }
    }

    /** A channel {@linkplain Channel#rest rests}: what comes for it is kept, as if it had not been bound yet. */
    void resting(Channel channel) {
        bound[channel.number()] = null;
        clients--;
        share();
        openings[channel.number()].retreat();
    }

    /** How often a client has opened a channel that is closed or bound. */
    public int opened(int number) {
        return openings[number].count();
    }

    /** No client is bound, and this rank makes no progress until one is: none answers any more. */
    public void rest() {
        Arrays.fill(answering, null);
    }

    private void share() {
        for (Channel channel : bound) {
            if (channel != null) {
                channel.shared(clients > 1);
            }
        }
    }

    // ---- progress of several clients ---------------------------------------------------------------------------

    int progress(Channel caller, int limit) {
        int moved = port.poll(this, limit);
        return moved + push(caller);
    }

    @SuppressWarnings("NullAway") // Who receives directly has a port that looks ahead.
    int progressElsewhere(Channel caller, int limit) {
        int moved = port.lookAhead().pollOthers(this, limit);
        return moved + push(caller);
    }

    int await(Channel caller, int limit, int fruitless) {
        if (!isFlushed()) {
            return Waiting.after(progress(caller, limit) > 0, fruitless, port);
        }
        if (push(caller) > 0) {
            return 0;
        }
        int moved = port.pollOrIdle(this, limit, fruitless + 1);
        return moved + push(caller) > 0 ? 0 : fruitless + 1;
    }

    private boolean isFlushed() {
        for (Channel channel : bound) {
            if (channel != null && !channel.isFlushed()) {
                return false;
            }
        }
        return true;
    }

    /** Sends what waits in any channel, and messages that clients other than the caller hold back. */
    private int push(Channel caller) {
        int moved = 0;
        for (Channel channel : bound) {
            if (channel != null) {
                moved = channel.andPush(moved);
                if (channel != caller) {
                    moved += channel.client().push();
                }
            }
        }
        return moved;
    }

    // ---- what arrives ------------------------------------------------------------------------------------------

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        int number = Packet.client(immediate);
        if (bound[number] != null) {
            return bound[number].onPacket(peer, lane, immediate, memory, at, length);
        }
        return sort(number, peer, lane, immediate, memory, at, length);
    }

    /** A packet that has come to a channel, and which may not be its. */
    int onOther(Channel channel, int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        int number = Packet.client(immediate);
        return number == channel.number()
                ? sort(number, peer, lane, immediate, memory, at, length)
                : onPacket(peer, lane, immediate, memory, at, length);
    }

    /** Finds the opening that a packet of a client belongs to. */
    private int sort(int number, int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        @Nullable String harm = Peer.harm(port, peer, lane, immediate, memory, at, length);
        if (harm != null) {
            onDamage(peer, harm);
            return DONE;
        }
        Openings<Channel> known = openings[number];
        @Nullable Channel channel = bound[number];
        long body = at + Peer.checkBytes(port.capabilities(peer));
        if (Packet.kind(immediate) == Packet.OPENED) {
            known.announced(peer, lane, (int) memory.get(JAVA_LONG, body));
            if (channel != null && known.isAmbiguous(channel.opening())) {
                channel.mistrust();
            }
        } else if (Packet.kind(immediate) == Packet.DROPPED) {
            if (channel != null && channel.opening() == memory.get(JAVA_LONG, body)) {
                channel.dropped(peer, (int) memory.get(JAVA_LONG, body + 8));
            }
        }
        int opening = known.of(peer, lane);
        if (Packet.address(immediate) != Packet.address(number, opening)) {
            onDamage(peer, "a packet of another opening of client " + number + " than " + opening);
        } else if (channel != null && channel.opening() == opening) {
            return channel.onOwn(peer, lane, immediate, memory, at, length);
        } else if (known.isToCome(opening)) {
            MemorySegment copy = Arena.ofAuto().allocate(length, Long.BYTES);
            MemorySegment.copy(memory, at, copy, 0, length);
            known.keep(opening, later -> later.onOwn(peer, lane, immediate, copy, 0, length));
        } else {
            return onLate(known, number, opening, peer, lane, immediate, memory, at, length);
        }
        return DONE;
    }

    /** A packet of an opening that this rank has closed. */
    private int onLate(
            Openings<Channel> known,
            int number,
            int opening,
            int peer,
            int lane,
            int immediate,
            MemorySegment memory,
            long at,
            int length) {
        @Nullable Channel channel = answering[number];
        if (channel != null && channel.opening() == opening) {
            int result = channel.onOwn(peer, lane, immediate, memory, at, length);
            channel.client().push();
            int ignored = channel.andPush(0);
            return result;
        }
        if (Packet.kind(immediate) == Packet.EAGER) {
            int bytes = length - Peer.checkBytes(port.capabilities(peer)) - Packet.EAGER_HEADER;
            known.drop(peer, opening, CreditWindow.cost(bytes));
            if (bound[number] != null) {
                known.returnDropped(bound[number]::returnDropped);
            }
        }
        return DONE;
    }

    /** A client that is in a group is bound; for one that has left, nothing comes any more. */
    @Override
    public void onMulticast(int sender, int group, int immediate, MemorySegment memory, long at, int length) {
        Channel channel = bound[Packet.client(immediate)];
        if (channel != null) {
            channel.onMulticast(sender, group, immediate, memory, at, length);
        }
    }

    @Override
    public void onUnposted(int peer, long name, long bytes, long sendCookie) {
        int owner = Packet.owner(name);
        @Nullable Channel channel = ofOwner(owner);
        Openings<Channel> known = openings[Packet.clientOf(owner)];
        if (channel != null) {
            channel.onUnposted(peer, name, bytes, sendCookie);
        } else if (known.isToCome(Packet.openingOf(owner))) {
            known.keep(Packet.openingOf(owner), later -> later.onUnposted(peer, name, bytes, sendCookie));
        }
    }

    /** The bound channel that a name or cookie belongs to; null if that is closed, or not bound yet. */
    private @Nullable Channel ofOwner(int owner) {
        @Nullable Channel channel = bound[Packet.clientOf(owner)];
        return channel != null && channel.owner() == owner ? channel : null;
    }

    @Override
    public void onReceived(int peer, long cookie, long bytes) {
        Channel channel = ofOwner(Packet.owner(cookie));
        if (channel != null) {
            channel.onReceived(peer, cookie, bytes);
        }
    }

    @Override
    public void onCompletion(long cookie) {
        Channel channel = ofOwner(Packet.owner(cookie));
        if (channel != null) {
            channel.onCompletion(cookie);
        }
    }

    @Override
    public void onDamage(int peer, String what) {
        for (Channel channel : bound) {
            if (channel != null) {
                channel.onDamage(peer, what);
            }
        }
    }

    @Override
    public void onFailure(int peer, String why, boolean unsent) {
        failures.put(peer, why);
        for (Openings<Channel> known : openings) {
            known.lose(peer);
        }
        @Nullable RuntimeException thrown = null;
        for (Channel channel : bound) {
            if (channel != null) {
                try {
                    channel.lose(peer, why, unsent);
                } catch (RuntimeException e) {
                    // The other clients lose the peer, too.
                    thrown = e;
                }
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }
}
