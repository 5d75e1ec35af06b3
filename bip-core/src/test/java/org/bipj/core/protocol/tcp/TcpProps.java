package org.bipj.core.protocol.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Two programs that write, read and close over lines which lose, repeat, delay and reorder segments. A seed decides
 * everything. Each byte arrives once and in order, and both sides end; or a side gets an error, and that only where nearly
 * all is lost or a side aborts.
 */
class TcpProps {
    private static final int TRIES = 150;
    private static final int DEEP_TRIES = 10_000;
    private static final int LONGEST = 60_000;
    private static final long LIMIT = 2_000_000_000;
    private static final int IDLE = 100_000;
    private static final int QUIET = 100;

    /** A program at one side. */
    private static final class Program {
        final Random random;
        final byte seed;
        final int total;
        final int most;
        final boolean aborts;
        int written;
        int read;
        boolean hasClosed;
        boolean atEnd;

        Program(Random random, int segment, boolean aborts) {
            this.random = random;
            this.aborts = aborts && random.nextInt(4) == 0;
            seed = (byte) random.nextInt();
            total = random.nextInt(5) == 0 ? 0 : random.nextInt(Math.min(LONGEST, 300 * segment));
            most = 1 + random.nextInt(random.nextBoolean() ? 8000 : 300);
        }

        static byte at(byte seed, int position) {
            return (byte) (seed + position * 31 + (position >> 8));
        }

        void act(TcpConnection own, Program other, long now) {
            if (own.isReleased()) {
                return;
            }
            write(own);
            read(own, other);
            if (own.isAtEnd() && hasClosed) {
                atEnd = true;
                own.close(now);
            }
        }

        private void write(TcpConnection own) {
            if (!own.canSend()) {
                return;
            }
            int count = Math.min(total - written, random.nextInt(most) + 1);
            byte[] bytes = new byte[count];
            for (int i = 0; i < count; i++) {
                bytes[i] = at(seed, written + i);
            }
            written += own.write(bytes, 0, count);
            if (written == total) {
                if (aborts) {
                    own.abort();
                } else {
                    own.shutdownOutput();
                }
                hasClosed = true;
            }
        }

        int progress() {
            return read + written;
        }

        void read(TcpConnection own, Program other) {
            byte[] bytes = new byte[random.nextInt(most) + 1];
            int count = own.read(bytes, 0, bytes.length);
            for (int i = 0; i < count; i++) {
                assertEquals(at(other.seed, read + i), bytes[i], "byte " + (read + i));
            }
            read += count;
            assertTrue(read <= other.written, read + " bytes read, " + other.written + " written");
        }
    }

    private static TcpSettings settings(Random random) {
        int segment = 1 + random.nextInt(random.nextBoolean() ? 2000 : 50);
        return TcpPair.settings(segment, 1 + random.nextInt(8 * segment), 1 + random.nextInt(8 * segment));
    }

    private static void check(long seed) {
        Random random = new Random(seed);
        TcpSettings ofClient = settings(random);
        TcpSettings ofServer = settings(random);
        int least = Math.min(ofClient.segment(), ofServer.segment());
        TcpPair pair = new TcpPair(random.nextLong(), ofClient, ofServer);
        pair.lossPercent = random.nextBoolean() ? 0 : random.nextInt(40);
        pair.repeatPercent = random.nextBoolean() ? 0 : random.nextInt(40);
        pair.jitter = random.nextBoolean() ? 0 : random.nextInt(300);
        boolean mayAbort = random.nextInt(4) == 0;
        pair.client.nagle(random.nextBoolean());
        Program client = new Program(random, least, mayAbort);
        Program server = new Program(random, least, mayAbort);
        pair.flush();
        int idle = 0;
        while (pair.now < LIMIT && (pair.nextAt() != TcpConnection.NEVER || idle++ < IDLE && !isOver(pair))) {
            if (pair.nextAt() != TcpConnection.NEVER) {
                pair.step();
            }
            if (random.nextInt(3) > 0 || idle > 0) {
                act(pair, client, server);
            }
            // What takes the network long is long enough for a slow program.
            int before = -1;
            while (pair.nextAt() > pair.now + QUIET && before != client.progress() + server.progress()) {
                before = client.progress() + server.progress();
                act(pair, client, server);
            }
            idle = pair.nextAt() == TcpConnection.NEVER ? idle : 0;
        }
        assertTrue(pair.now < LIMIT, () -> "seed " + seed + " does not end: " + pair);
        judge(seed, pair, client, server);
    }

    /** Both sides have ended, and nothing is left to read. */
    private static boolean isOver(TcpPair pair) {
        return isOver(pair.client) && (pair.server == null || isOver(pair.server));
    }

    private static boolean isOver(TcpConnection one) {
        return one.state() == TcpState.CLOSED && (one.isReleased() || one.available() == 0 && !one.isAtEnd());
    }

    private static void act(TcpPair pair, Program client, Program server) {
        client.act(pair.client, server, pair.now);
        if (pair.server != null) {
            server.act(pair.server, client, pair.now);
        }
        pair.flush();
    }

    private static void judge(long seed, TcpPair pair, Program client, Program server) {
        String where = "seed " + seed + ": ";
        boolean hasFailed = pair.client.failure() != null || pair.server == null || pair.server.failure() != null;
        if (client.aborts || server.aborts) {
            return;
        }
        if (hasFailed) {
            assertTrue(pair.lossPercent > 20, () -> where + "an error without reason: " + pair);
            return;
        }
        assertNotNull(pair.server);
        assertEquals(TcpState.CLOSED, pair.client.state(), () -> where + pair);
        assertEquals(TcpState.CLOSED, pair.server.state(), () -> where + pair);
        assertEquals(client.total, server.read, () -> where + pair);
        assertEquals(server.total, client.read, () -> where + pair);
        assertTrue(client.atEnd && server.atEnd, () -> where + pair);
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void eachByteOnceAndInOrderOrAnError(@ForAll long seed) {
        check(seed);
    }

    @Property(tries = DEEP_TRIES, shrinking = ShrinkingMode.OFF)
    @Tag("deep")
    void eachByteOnceAndInOrderOrAnErrorDeep(@ForAll long seed) {
        check(seed);
    }
}
