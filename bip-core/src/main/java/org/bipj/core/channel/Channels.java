package org.bipj.core.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one rank, one for each of its clients, over its port. Packets, names of receives and cookies of
 * operations contain their client's number. While only one client is bound, its channel is the sink of the port, and no
 * message for it passes through this class. With several clients, this class dispatches the packets that any of them
 * polls, and each round of progress serves all clients.
 *
 * <p>A peer may bind a client earlier than this rank does. Messages that arrive for it before this rank binds it are
 * copied and kept: short ones within the peer's credits for that client, and announcements. Messages for a client that
 * has left are dropped, unless it {@linkplain ChannelClient#answersAfterClose answers} them.
 */
public final class Channels implements PacketSink {
    private final NicPort port;
    /** The bound clients, by number; null where none is bound. */
    private final @Nullable Channel[] bound = new Channel[Packet.CLIENTS];

    private final boolean[] left = new boolean[Packet.CLIENTS];
    /** Channels of clients that have left and still answer, by client number. */
    private final @Nullable Channel[] answering = new Channel[Packet.CLIENTS];
    /** Messages that arrived before their client was bound, by client number; null where there are none. */
    private final @Nullable List<Early>[] early;

    private int clients;
    /** Reasons of failed ranks, by rank. */
    private final Map<Integer, String> failures = new LinkedHashMap<>();

    /** A message that arrived before its client was bound. */
    @FunctionalInterface
    private interface Early {
        void handTo(Channel channel);
    }

    /**
     * Creates the set of channels over a port, empty at first.
     *
     * @param port the port, which belongs to the caller
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Channels(NicPort port) {
        this.port = port;
        early = new List[Packet.CLIENTS];
    }

    /**
     * Opens the channel of a client. It delivers messages once it is {@linkplain Channel#bind bound}.
     *
     * @param number 0 to 7, the same on all ranks, and not used on this port before
     * @param hook called for lost or corrupted packets, on ports that are not reliable
     */
    public Channel open(int number, ErrorHook hook) {
        if (bound[number] != null || left[number]) {
            throw new IllegalStateException("client " + number + " of rank " + port.rank()
                    + (left[number] ? " has left" : " is bound") + ": a port serves each client once");
        }
        return new Channel(port, this, number, hook);
    }

    void bound(Channel channel) {
        int number = channel.number();
        bound[number] = channel;
        clients++;
        share();
        List<Early> waiting = early[number];
        early[number] = null;
        if (waiting != null) {
            waiting.forEach(one -> one.handTo(channel));
        }
        failures.forEach((peer, why) -> channel.lose(peer, why, false));
    }

    void closed(Channel channel) {
        int number = channel.number();
        if (bound[number] == channel) {
            bound[number] = null;
            clients--;
            share();
            answering[number] = channel.client().answersAfterClose() ? channel : null;
        }
        left[number] = true;
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
        if (answering[number] != null) {
            int result = answering[number].onPacket(peer, lane, immediate, memory, at, length);
            answering[number].client().push();
            int ignored = answering[number].andPush(0);
            return result;
        }
        @Nullable String harm = Peer.harm(port, peer, lane, immediate, memory, at, length);
        if (harm != null) {
            onDamage(peer, harm);
        } else if (!left[number]) {
            MemorySegment copy = Arena.ofAuto().allocate(length, Long.BYTES);
            MemorySegment.copy(memory, at, copy, 0, length);
            keep(number, channel -> channel.onPacket(peer, lane, immediate, copy, 0, length));
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
        int number = Packet.owner(name);
        if (bound[number] != null) {
            bound[number].onUnposted(peer, name, bytes, sendCookie);
        } else if (!left[number]) {
            keep(number, channel -> channel.onUnposted(peer, name, bytes, sendCookie));
        }
    }

    private void keep(int number, Early one) {
        if (early[number] == null) {
            early[number] = new ArrayList<>();
        }
        early[number].add(one);
    }

    @Override
    public void onReceived(int peer, long cookie, long bytes) {
        Channel channel = bound[Packet.owner(cookie)];
        if (channel != null) {
            channel.onReceived(peer, cookie, bytes);
        }
    }

    @Override
    public void onCompletion(long cookie) {
        Channel channel = bound[Packet.owner(cookie)];
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
