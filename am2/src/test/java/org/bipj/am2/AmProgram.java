package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.nic.EndpointName;

/**
 * A random program: ranks with several endpoints in two bundles send requests of all kinds to random endpoints, with
 * handlers that reply in all ways or not at all, tags that are wrong and handlers that are not there. Each request has a
 * number, in its first two words; what becomes of it is counted. One seed, one program.
 */
public final class AmProgram {
    private static final int QUIET = 1;
    private static final int SHORT = 2;
    private static final int MEDIUM = 3;
    private static final int BULK = 4;
    private static final int ANSWER = 5;
    private static final int MISSING = 6;
    private static final int SLOT = 6_000;
    private static final int SLOTS = 16;

    private final long seed;
    private final int ranks;
    private final int steps;
    private final int endpointsOfRank;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger ready = new AtomicInteger();

    /** By number of the request: how often each thing has happened to it. */
    private final Map<Long, int[]> fates = new ConcurrentHashMap<>();

    private static final int HANDLED = 0;
    private static final int RETURNED = 1;
    private static final int ANSWERED = 2;
    private static final int REPLIED = 3;

    /** A program of some ranks, each of which takes so many steps. */
    public AmProgram(long seed, int ranks, int steps) {
        this.seed = seed;
        this.ranks = ranks;
        this.steps = steps;
        endpointsOfRank = 1 + (int) (seed & 3);
    }

    private void count(Message message, int what) {
        count(message.argumentLong(0), what);
    }

    private void count(long number, int what) {
        int[] fate = fates.computeIfAbsent(number, key -> new int[4]);
        assertEquals(1, ++fate[what], "request " + Long.toHexString(number) + " happened " + what + " again");
    }

    /** One rank's part. */
    public void run(ActiveMessages am) {
        Rank rank = new Rank(am);
        ready.incrementAndGet();
        while (ready.get() < ranks) {
            rank.pollAll();
        }
        for (int step = 0; step < steps; step++) {
            rank.step();
        }
        for (AmEndpoint endpoint : rank.endpoints) {
            while (endpoint.outstanding() > 0) {
                rank.pollAll();
            }
        }
        ended.incrementAndGet();
        while (ended.get() < ranks) {
            rank.pollAll();
        }
        for (AmEndpoint endpoint : rank.endpoints) {
            assertEquals(0, endpoint.outstanding());
        }
    }

    /** When all ranks have ended: each request was handled or came back, and each reply arrived. */
    public void check() {
        fates.forEach((number, fate) -> {
            assertEquals(
                    1, fate[HANDLED] + fate[RETURNED], "request " + Long.toHexString(number) + " handled or returned");
            assertEquals(fate[REPLIED], fate[ANSWERED], "reply to " + Long.toHexString(number));
        });
    }

    private final class Rank {
        final AmEndpoint[] endpoints = new AmEndpoint[endpointsOfRank];
        private final Bundle[] bundles = new Bundle[2];
        private final Random random;
        private final int self;
        private final int piece;
        private long numbers;

        Rank(ActiveMessages am) {
            self = am.rank();
            random = new Random(seed * 1000 + self);
            piece = am.maxMedium();
            for (int i = 0; i < bundles.length; i++) {
                bundles[i] = am.allocateBundle(BundleMode.SEQUENTIAL);
            }
            for (int i = 0; i < endpoints.length; i++) {
                endpoints[i] = bundles[i % 2].allocateEndpoint();
                set(endpoints[i]);
            }
        }

        private void set(AmEndpoint endpoint) {
            endpoint.setTag(AmSuite.TAG);
            endpoint.setExpectedResources(1 + random.nextInt(random.nextBoolean() ? 4 : 40));
            endpoint.setSegment(Arena.ofAuto().allocate((long) SLOT * SLOTS));
            for (int to = 0; to < ranks * endpointsOfRank; to++) {
                EndpointName name = new EndpointName(to / endpointsOfRank, to % endpointsOfRank, random.nextInt(2));
                endpoint.mapAny(name, AmSuite.TAG);
            }
            endpoint.mapAny(new EndpointName(random.nextInt(ranks), 0, 0), AmSuite.TAG + 1);
            endpoint.mapAny(new EndpointName(random.nextInt(ranks), 99, 1), AmSuite.TAG);
            endpoint.setHandler(QUIET, this::arrived);
            endpoint.setHandler(SHORT, message -> {
                arrived(message);
                replied(message);
                message.reply(ANSWER, message.argument(0), message.argument(1));
            });
            endpoint.setHandler(MEDIUM, message -> {
                arrived(message);
                replied(message);
                byte[] answer = AmSuite.bytes(message.argument(1) & 0xfff, message.argument(0));
                message.replyMedium(ANSWER, answer, 0, answer.length, message.argument(0), message.argument(1));
            });
            endpoint.setHandler(BULK, message -> {
                arrived(message);
                replied(message);
                byte[] answer = AmSuite.bytes(message.argument(1) & 0xfff, message.argument(0));
                int slot = message.argument(0) % SLOTS * SLOT;
                message.replyTransfer(ANSWER, slot, answer, 0, answer.length, message.argument(0), message.argument(1));
            });
            endpoint.setHandler(ANSWER, message -> count(message, ANSWERED));
            endpoint.setReturnedHandler((status, opcode, message) -> count(message, RETURNED));
        }

        private void arrived(Message message) {
            count(message, HANDLED);
            if (message.length() > 0 && message.data() != message.destination().segment()) {
                byte[] got = new byte[(int) message.length()];
                message.copyData(got, 0, got.length);
                byte[] sent = AmSuite.bytes(got.length, message.argument(0));
                assertEquals(-1, Arrays.mismatch(sent, got), "data of a medium message");
            }
        }

        private void replied(Message message) {
            count(message, REPLIED);
        }

        void pollAll() {
            for (Bundle bundle : bundles) {
                AmSuite.pollOrGoOn(bundle);
                for (AmEndpoint endpoint : bundle.endpoints()) {
                    assertTrue(endpoint.outstanding() >= 0 && endpoint.outstanding() <= endpoint.expectedResources());
                }
            }
        }

        /**
         * A call that waits polls its own bundle only. So that ranks do not wait for each other's other bundles, messages
         * that may wait for an endpoint's room go between endpoints of first bundles.
         */
        private boolean mayWaitFor(int to, AmEndpoint from, int kind) {
            boolean waits = kind == 4 || kind == 5 || to / endpointsOfRank == self;
            return !waits || from.bundle() == bundles[0] && to % endpointsOfRank % 2 == 0;
        }

        void step() {
            AmEndpoint from = endpoints[random.nextInt(endpoints.length)];
            int all = ranks * endpointsOfRank;
            int to = random.nextInt(20) == 0 ? all + random.nextInt(2) : random.nextInt(all);
            int kind = random.nextInt(12);
            if (kind > 6 || from.outstanding() == from.expectedResources() && random.nextInt(3) > 0) {
                pollAll();
                return;
            }
            // Rank 0 polls both bundles while it waits for a credit: requests may go to endpoints of either.
            while (from.outstanding() == from.expectedResources()) {
                pollAll();
            }
            if (to < all && !mayWaitFor(to, from, kind)) {
                return;
            }
            send(from, to, kind);
        }

        private void send(AmEndpoint from, int to, int kind) {
            int handler = random.nextInt(25) == 0 ? MISSING : QUIET + random.nextInt(4);
            int length = random.nextInt(4) == 0 ? random.nextInt(Math.min(piece, SLOT)) : random.nextInt(300);
            int low = self << 20 | (int) numbers++;
            int high = random.nextInt(1 << 12);
            fates.put(low & 0xffff_ffffL | (long) high << 32, new int[4]);
            switch (kind) {
                case 0, 1, 2, 3 -> from.request(to, handler, low, high);
                case 4 -> from.requestMedium(to, handler, AmSuite.bytes(length, low), 0, length, low, high);
                case 5 -> transfer(from, to, handler, random.nextInt(SLOT * 3), low, high);
                default -> get(from, to, low, high, length);
            }
        }

        private void transfer(AmEndpoint from, int to, int handler, int length, int low, int high) {
            long at = random.nextInt(8) == 0 ? (long) SLOT * SLOTS - length / 2 : random.nextInt(SLOT);
            byte[] data = AmSuite.bytes(length, low);
            if (random.nextBoolean()) {
                from.requestTransfer(to, handler, at, data, 0, length, low, high);
            } else if (!from.requestTransferAsync(to, handler, at, data, 0, length, low, high)) {
                fates.remove(low & 0xffff_ffffL | (long) high << 32);
            }
        }

        private void get(AmEndpoint from, int to, int low, int high, int length) {
            from.get(to, ANSWER, 0, 0, length, low, high);
            // The library replies, so no handler counts it: it is handled if its answer comes.
            int[] fate = fates.get(low & 0xffff_ffffL | (long) high << 32);
            while (fate[ANSWERED] + fate[RETURNED] == 0) {
                pollAll();
            }
            fate[HANDLED] = fate[ANSWERED];
            fate[REPLIED] = fate[ANSWERED];
        }
    }
}
