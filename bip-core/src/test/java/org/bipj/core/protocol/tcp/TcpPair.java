package org.bipj.core.protocol.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Two sides of a connection and the lines between them, in a time of milliseconds. A seed decides what the lines lose, repeat,
 * delay and so bring out of order.
 */
final class TcpPair {
    static final TcpSettings SETTINGS = settings(1000, 16_000, 16_000);
    private static final int LIMIT = 1_000_000;

    static TcpSettings settings(int segment, int sendBuffer, int receiveBuffer) {
        return new TcpSettings(segment, sendBuffer, receiveBuffer, 1, 2, 40, 1000, 200, 60_000, 10, 2000, 8, 15);
    }

    /** A segment on its way. */
    record Moving(TcpSegment segment, boolean toServer, long arrivesAt, int number) {}

    final Random random;
    final TcpConnection client;
    TcpConnection server;
    final TcpSettings serverSettings;
    long now;
    int lossPercent;
    int repeatPercent;
    int delay = 5;
    int jitter;
    final List<String> log = new ArrayList<>();
    private final PriorityQueue<Moving> moving = new PriorityQueue<>((a, b) ->
            a.arrivesAt == b.arrivesAt ? Integer.compare(a.number, b.number) : Long.compare(a.arrivesAt, b.arrivesAt));
    private int sent;

    TcpPair(long seed, TcpSettings clientSettings, TcpSettings serverSettings) {
        random = new Random(seed);
        this.serverSettings = serverSettings;
        client = TcpConnection.connecting(clientSettings, random.nextInt());
    }

    static TcpPair established() {
        TcpPair pair = new TcpPair(1, SETTINGS, SETTINGS);
        pair.runFor(100);
        assertTrue(pair.server.state() == TcpState.ESTABLISHED, pair::toString);
        return pair;
    }

    private TcpConnection side(boolean isServer) {
        return isServer ? server : client;
    }

    /** Both sides send what is due. */
    void flush() {
        flush(client, true);
        if (server != null) {
            flush(server, false);
        }
    }

    private void flush(TcpConnection from, boolean toServer) {
        while (from.isOutputDue(now)) {
            put(from.output(now), toServer);
            assertTrue(++sent < LIMIT, () -> "segments without end: " + this);
        }
    }

    void put(TcpSegment segment, boolean toServer) {
        log.add(now + (toServer ? " > " : " < ") + segment);
        int copies = random.nextInt(100) < lossPercent ? 0 : random.nextInt(100) < repeatPercent ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            long late = jitter == 0 ? 0 : random.nextInt(jitter);
            moving.add(new Moving(segment, toServer, now + delay + late, sent++));
        }
    }

    /** The moment at which something happens by itself; {@link TcpConnection#NEVER} if nothing will. */
    long nextAt() {
        long at = moving.isEmpty() ? TcpConnection.NEVER : moving.peek().arrivesAt;
        for (boolean isServer : new boolean[] {false, true}) {
            TcpConnection one = side(isServer);
            if (one != null) {
                at = Math.min(at, Math.min(one.waitsUntil(), one.dozesUntil()));
            }
        }
        return at;
    }

    /** Lets the next thing happen. */
    void step() {
        now = Math.max(now, nextAt());
        if (!moving.isEmpty() && moving.peek().arrivesAt <= now) {
            arrive(moving.poll());
        }
        client.expire(now);
        if (server != null) {
            server.expire(now);
        }
        flush();
    }

    private void arrive(Moving one) {
        TcpConnection to = side(one.toServer);
        if (to == null && one.segment.has(TcpSegment.SYN)) {
            server = TcpConnection.accepting(serverSettings, random.nextInt(), one.segment);
        } else if (to != null && to.state() != TcpState.CLOSED) {
            to.receive(one.segment, now);
        } else if (!one.segment.has(TcpSegment.RST)) {
            put(TcpSegment.refusal(one.segment), !one.toServer);
        }
    }

    /** Runs until nothing happens any more, or this time has passed. */
    void runFor(long time) {
        long until = now + time;
        flush();
        while (nextAt() <= until) {
            step();
        }
        now = until;
    }

    /** Runs until a segment is on its way, and takes it off the line. */
    TcpSegment takeNext() {
        flush();
        while (moving.isEmpty()) {
            step();
        }
        return moving.poll().segment;
    }

    /** Takes all segments off the lines. */
    List<TcpSegment> takeAll() {
        flush();
        List<TcpSegment> all = new ArrayList<>();
        while (!moving.isEmpty()) {
            all.add(moving.poll().segment);
        }
        return all;
    }

    @Override
    public String toString() {
        return "at " + now + ", client: " + client + "; server: " + server + "; on their way: " + moving.size() + "\n"
                + String.join("\n", log.subList(Math.max(0, log.size() - 60), log.size()));
    }
}
