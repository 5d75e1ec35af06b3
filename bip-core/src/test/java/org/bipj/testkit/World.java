package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelProbe;
import org.bipj.core.channel.Channels;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;

/** A channel and a mailbox per rank of a fabric, stepped by one thread. */
public final class World implements AutoCloseable {
    /** Number of the mailboxes' client. */
    public static final int CLIENT = 1;

    private static final int STEPS_MAX = 500_000;

    /** What an error hook was told. */
    public record Reported(int at, int peer, String what) {}

    /** What lies below. */
    public final Fabric fabric;

    /** By rank. */
    public final Channel[] channels;

    /** By rank: where other clients find their channels. */
    public final Channels[] ports;

    /** By rank. */
    public final Mailbox[] mailboxes;

    /** All that error hooks were told, oldest first. */
    public final List<Reported> errors = new ArrayList<>();

    private final SegmentCache cache = new SegmentCache();
    private final Random random = new Random(99);

    /** Channels over all ports of a fabric. Closing the world closes the fabric. */
    public World(Fabric fabric) {
        this.fabric = fabric;
        channels = new Channel[fabric.size()];
        ports = new Channels[channels.length];
        mailboxes = new Mailbox[channels.length];
        for (int rank = 0; rank < channels.length; rank++) {
            int at = rank;
            ports[rank] = new Channels(fabric.port(rank));
            channels[rank] = ports[rank].open(CLIENT, (peer, what) -> errors.add(new Reported(at, peer, what)));
            channels[rank].sendTrains();
            mailboxes[rank] = new Mailbox(channels[rank]);
            channels[rank].bind(mailboxes[rank]);
        }
    }

    /** The mailbox of another client at a rank. */
    public Mailbox bind(int rank, int client) {
        Channel channel = ports[rank].open(client, (peer, what) -> errors.add(new Reported(rank, peer, what)));
        Mailbox mailbox = new Mailbox(channel);
        channel.bind(mailbox);
        return mailbox;
    }

    /** A dense payload of a byte array or segment's first bytes. */
    public Payload payload(Object buffer, int bytes) {
        Payload payload = new Payload(cache);
        payload.set(buffer, 0, bytes, TypeLayout.BYTE);
        return payload;
    }

    /** Posts a send of a whole byte array. */
    public SendOp post(int from, int to, long envelope, byte[] bytes, boolean synchronous) {
        return post(from, to, envelope, bytes, bytes.length, synchronous);
    }

    /** Posts a send of the first bytes of a byte array or segment. */
    public SendOp post(int from, int to, long envelope, Object buffer, int bytes, boolean synchronous) {
        SendOp op = new SendOp(cache);
        op.set(buffer, 0, bytes, TypeLayout.BYTE);
        channels[from].post(op, to, envelope, synchronous);
        return op;
    }

    /** Steps ranks in random order until nothing moves any more. */
    public void settle() {
        int enough = 3 * channels.length + 6;
        int steps = 0;
        for (int quiet = 0; quiet < enough || !fabric.isQuiet(); quiet++) {
            int first = random.nextInt(channels.length);
            for (int i = 0; i < channels.length; i++) {
                if (channels[(first + i) % channels.length].progress() > 0) {
                    quiet = 0;
                }
            }
            assertTrue(++steps < STEPS_MAX, () -> "never comes to rest: " + fabric.describe());
        }
    }

    /**
     * What holds at every moment: no sender has more credits than the window or fewer than none, and those that it has,
     * those that the receiver owes, and those that pay for what the receiver holds are no more than the window.
     */
    public void checkCredits() {
        for (int from = 0; from < channels.length; from++) {
            for (int to = 0; to < channels.length; to++) {
                CreditWindow sender = ChannelProbe.credits(channels[from], to);
                int available = sender.available();
                int owed = ChannelProbe.credits(channels[to], from).owed();
                int held = heldCredits(from, to);
                String what = "credits from " + from + " to " + to + ": " + available + " available, " + owed
                        + " owed, " + held + " held, window " + sender.window() + "; " + fabric.describe();
                assertTrue(available >= 0 && owed >= 0, what);
                assertTrue(available + owed + held <= sender.window(), what);
            }
        }
    }

    private int heldCredits(int from, int to) {
        int held = 0;
        for (Mailbox.Letter letter : mailboxes[to].letters) {
            if (letter.peer == from && !letter.isAwaited && !letter.isTaken()) {
                held += CreditWindow.cost(letter.length);
            }
        }
        return held;
    }

    /** What holds when all has been taken and has come to rest: nothing waits, and no credit is lost. */
    public void checkAtRest() {
        checkCredits();
        for (int rank = 0; rank < channels.length; rank++) {
            assertTrue(channels[rank].isFlushed(), "rank " + rank + " has something to send; " + fabric.describe());
            assertEquals(0, ChannelProbe.operations(channels[rank]), "operations of rank " + rank + " at rest");
            for (int peer = 0; peer < channels.length; peer++) {
                CreditWindow credits = ChannelProbe.credits(channels[rank], peer);
                int owed = ChannelProbe.credits(channels[peer], rank).owed();
                assertEquals(credits.window(), credits.available() + owed, "credits at rest, " + fabric.describe());
            }
        }
    }

    @Override
    public void close() {
        fabric.close();
    }
}
